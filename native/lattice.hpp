// The lattice: the best of all hypotheses and the probability of every edit; search/lattice.py is
// the definition. For one thread, with memory that is used again.
//
// A row of nodes stands before each gap. Arcs lead from there through rows with one, two, ... words
// inserted, and from all of these past the token (kept, removed, replaced) to the next gap. Nodes
// of a row that agree in all that the rest of a hypothesis depends on are one.
//
// Memory does not grow with the graph of a long sentence. Where a row has a single node, what lies
// before it and what lies behind do not depend on each other: then what lies before is settled and
// forgotten. Where none has for long, a border is drawn: of what lies before it only the nodes of
// its row are kept, with their best ways and sums. When the sentence is settled, the graph between
// two borders is built once more, for the sums from behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine.hpp"
#include "hypothesis.hpp"
#include "insertions.hpp"
#include "penalties.hpp"
#include "scorer.hpp"
#include "sentence.hpp"
#include "words.hpp"

namespace syntacticdiff {

// A candidate edit and what the lattice says of it.
struct LatticeEdit {
    Step step;
    std::int64_t penalty;  // its part of J'
    std::int64_t total;    // bits of the sentence with this edit alone
    double probability = 0.0, expected = 0.0;
    bool reached = false;  // whether it is in any hypothesis
};

struct RankedHypothesis {
    Steps steps;
    std::int64_t cost;
    double probability;
};

class Lattice {
public:
    Lattice(const Engine& engine, const std::vector<Choice>& insertions, Interrupt& interrupt);

    Lattice(const Lattice&) = delete;
    Lattice& operator=(const Lattice&) = delete;

    // The best hypothesis; `edits` then tells of every candidate, in the order for ties.
    const Steps& search(const std::vector<const Token*>& tokens, const ScoredSentence& source,
                        const SentencePenalties& penalties, InsertionScores& scores);
    const std::vector<LatticeEdit>& edits() const { return edits_; }
    // Of an edit of the best hypothesis.
    double probability(const Step& step) const;

    // The best hypotheses, at most `number`.
    std::vector<RankedHypothesis> n_best(const std::vector<const Token*>& tokens,
                                         const ScoredSentence& source,
                                         const SentencePenalties& penalties,
                                         InsertionScores& scores, std::size_t number);

private:
    struct Node {
        State context;
        std::uint64_t
            inserted;         // the words inserted in this gap, as a number with digits 1..|V_INS|
        std::uint32_t edits;  // 0 if their number is not limited
        bool removed, stands;

        bool operator==(const Node& other) const {
            return context == other.context && inserted == other.inserted && edits == other.edits &&
                   removed == other.removed && stands == other.stands;
        }
        std::uint64_t hash() const;
    };

    // One of the best ways to a node: its last arc, and which of the ways to that arc's source. The
    // way to a node with which the graph begins has no arc, and the node's number as its rank.
    struct Way {
        std::int64_t cost;
        std::uint32_t edits, arc, rank;
    };

    // An edit of a best way before the last border, and what comes before it; 0 is nothing.
    struct Record {
        std::uint32_t edit, before;
    };

    // What is kept of a row: its nodes with their best ways, and the sums to them over `scale`.
    struct Border {
        std::size_t place;
        std::vector<Node> nodes;
        std::vector<Way> ways;
        std::vector<std::uint32_t> records;
        std::vector<double> sums;
        double scale;
    };

    struct Arc {
        std::uint32_t source, target;
        std::int64_t cost;
        std::uint32_t edit;  // its number, or ABSENT
        bool again;          // the same word was inserted in this gap before
    };

    void list_edits(const std::vector<const Token*>& tokens, const ScoredSentence& source,
                    const SentencePenalties& penalties, InsertionScores& scores);
    void list_insertions(std::size_t place, const ScoredSentence& source,
                         const SentencePenalties& penalties, InsertionScores& scores);
    void add_edit(const Step& step, std::int64_t penalty, std::int64_t total,
                  const ScoredSentence& source);
    void build(const std::vector<const Token*>& tokens, std::size_t most_ways, bool settles);
    void start(const Border& border);
    void start(const Node& node, std::size_t place);
    void draw_border(std::size_t place);
    std::uint32_t recorded(Way way);
    void forget_records(std::vector<std::uint32_t>& kept);
    void begin_row();
    void expand_gap(std::size_t place);
    void expand_token(std::size_t place, const Token& token);
    void expand_end();
    void add_arc(std::uint32_t source, const Node& target, std::int64_t cost, std::uint32_t edit,
                 bool again = false);
    std::uint32_t node_index(const Node& node);
    void grow();
    void offer(std::uint32_t node, const Way& way);
    bool comes_before(const Way& a, const Way& b) const;
    void steps_of(Way way, Steps& steps) const;
    std::uint32_t edits_after(const Node& node) const;
    bool allows_edit(const Node& node) const;
    bool contains(std::uint64_t inserted, std::size_t word) const;
    void settle();
    void sum_forward();
    void sum_backward();
    double log_weight(std::int64_t cost) const;

    const Engine& engine_;
    const std::vector<Choice>& insertions_;
    std::vector<std::uint32_t> slots_;
    Interrupt& interrupt_;
    bool limited_;        // the number of edits
    std::uint64_t base_;  // of the numbers that stand for inserted words

    std::vector<LatticeEdit> edits_;
    std::vector<std::uint32_t> places_;   // where each place's edits begin in it
    std::vector<std::uint32_t> words_;    // of an insertion, its number in V_INS
    std::vector<std::uint32_t> offered_;  // the insertions of a gap that prices allow

    // The graph since the last row that was settled
    std::vector<Node> nodes_;
    std::vector<Way> ways_;  // `most_ways_` places for each node
    std::vector<std::uint32_t> way_counts_;
    std::size_t most_ways_ = 1;
    std::vector<Arc> arcs_;
    std::size_t gap_row_ = 0,
                row_ = 0;               // the first node before this gap, and of the row being made
    std::vector<std::uint32_t> table_;  // the row's nodes by hash
    std::vector<double> forward_, backward_, weights_;
    std::vector<char> leads_on_;  // whether a way leads from a node to the end
    // Borders since the last row that was settled; the first is that row.
    std::vector<Border> borders_;
    std::vector<Record> records_;
    std::size_t live_records_ = 0;  // when they were last cleared of those that nobody needs
    std::vector<std::uint32_t> start_records_;
    std::vector<double> start_sums_;
    bool again_ = false;  // the graph is built for its sums alone
    Steps best_;
    double log_total_ = 0.0;
    const std::vector<const Token*>* tokens_ = nullptr;
    std::vector<std::uint32_t> recorded_;  // of a way that is recorded
    mutable Steps left_, right_;           // ways that are compared
};

}  // namespace syntacticdiff
