// Non-directional easy-first parsing (Goldberg & Elhadad 2010): the state, its features, a greedy
// parser and its training with exploration. syntacticdiff/syntax/easyfirst.py has the definition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hashing.hpp"
#include "heartbeat.hpp"
#include "perceptron.hpp"
#include "tree.hpp"

namespace syntacticdiff {

using Features = std::vector<std::uint64_t>;

// A token and the partial tree below it.
struct Node {
    std::uint64_t word, tag;
    std::uint64_t left_tag = NOTHING, left_word = NOTHING;    // outermost left child
    std::uint64_t right_tag = NOTHING, right_word = NOTHING;  // outermost right child
    std::uint32_t left_children = 0, right_children = 0;
    std::uint32_t position = 0;         // in the text
    std::uint32_t first = 0, last = 0;  // positions that the partial tree covers
    std::int32_t head = NO_HEAD;
};

// Partial trees, and the heads of those that are still to be attached.
struct ParseState {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> pending;
    std::vector<std::uint32_t> text;  // all tokens in their order: text[node.position] is the node

    // Every token pending.
    void begin(const std::vector<std::uint64_t>& words, const std::vector<std::uint64_t>& tags);

    // The neighbours pending[i] and pending[i+1]: the left one becomes a child of the right one, or
    // the other way round.
    void attach_left(std::size_t i) { attach(pending[i + 1], pending[i], i); }
    void attach_right(std::size_t i) { attach(pending[i], pending[i + 1], i + 1); }

    const Node& at(std::uint32_t position) const { return nodes[text[position]]; }

private:
    void attach(std::uint32_t parent, std::uint32_t child, std::size_t place);
};

// The features of the neighbours pending[i] and pending[i+1], appended: those that look at the two
// items alone, at one more on either side, and at two more.
void pair_features(const ParseState& state, std::size_t i, Features& features);
void neighbour_features(const ParseState& state, std::size_t i, Features& features);
void distant_features(const ParseState& state, std::size_t i, Features& features);

// All of them.
void arc_features(const ParseState& state, std::size_t i, Features& features);

enum ArcAction : std::uint8_t { ATTACH_LEFT, ATTACH_RIGHT, ARC_ACTIONS };

// The heads of a sentence.
std::vector<std::int32_t> parse_sentence(const PackedWeights& weights,
                                         const std::vector<std::uint64_t>& words,
                                         const std::vector<std::uint64_t>& tags);

struct ArcTraining {
    std::size_t iterations = 10;
    std::uint64_t seed = 1;
    std::uint32_t min_updates = 1;
    double exploration = 0.9;  // how often a wrong action is followed, from the second iteration on
};

// `trees` must be projective.
LearnedWeights train_arcs(const std::vector<Tree>& trees, const ArcTraining& settings,
                          const Heartbeat& heartbeat = no_heartbeat);

}  // namespace syntacticdiff
