// Names for the arcs of a tree, from the root down; syntacticdiff/syntax/labels.py has the
// definition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "heartbeat.hpp"
#include "perceptron.hpp"
#include "tree.hpp"

namespace syntacticdiff {

// The labels that there are: their names' hashes, and the one that every root has.
struct LabelSet {
    std::vector<std::uint64_t> hashes;
    std::uint8_t root;
};

std::vector<std::uint8_t> label_tree(const PackedWeights& weights, const LabelSet& labels,
                                     const Tree& tree);

LearnedWeights train_labels(const std::vector<Tree>& trees,
                            const std::vector<std::vector<std::uint8_t>>& gold,
                            const LabelSet& labels, std::size_t iterations, std::uint64_t seed,
                            std::uint32_t min_updates, const Heartbeat& heartbeat = no_heartbeat);

}  // namespace syntacticdiff
