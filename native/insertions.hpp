// Scoring all insertable words at one position at once.
//
// Almost everything about an insertion is shared. For most words neither `left word` nor
// `word right` was ever seen, and their cost is a few additions to numbers that depend on the
// position alone; the words that were seen are listed by the model itself, at the front of the
// context's children (left), or by an index made once for each engine (right).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kept_rows.hpp"
#include "lookups.hpp"
#include "model.hpp"
#include "scorer.hpp"
#include "sentence.hpp"
#include "view.hpp"

namespace syntacticdiff {

// The ids of V_INS, and where the model has bigrams that begin with one of them. A slot is an index
// into the distinct ids, which rise.
class InsertionIndex {
public:
    InsertionIndex(const Scorer& scorer, std::vector<std::uint32_t> ids);

    std::size_t size() const { return ids_.size(); }
    const std::vector<std::uint32_t>& ids() const { return ids_; }
    std::uint32_t slot(std::uint32_t id) const {
        if (id >= slots_.size() || slots_[id] == ABSENT) {
            throw std::invalid_argument("not an insertable word");
        }
        return slots_[id];
    }

    // Unigrams and back-offs in one piece of memory each.
    const std::vector<double>& unigrams() const { return unigrams_; }
    const std::vector<double>& backoffs() const { return backoffs_; }

    // Calls f(slot, n-gram) for every insertable word that continues a context.
    template <class F>
    void continuations(std::size_t length, std::uint32_t context, F&& f) const;

    // The bigrams of insertable words before `next`, in the order of their slots.
    View<Seen> before(std::uint32_t next) const {
        if (starts_.empty()) return {};
        return {entries_.data() + starts_[next], starts_[next + std::size_t{1}] - starts_[next]};
    }

private:
    void index_bigrams();

    const Model& model_;
    std::vector<std::uint32_t> ids_;
    std::vector<std::uint32_t> slots_;  // by id, up to the largest; ABSENT for other words
    std::vector<double> unigrams_, backoffs_;
    std::vector<std::uint32_t> starts_;  // by the second word: where its entries begin
    std::vector<Seen> entries_;
};

// What each insertable word costs at a position: the bits of the windows that take the place of
// the old ones. One object for each thread.
class InsertionScores {
public:
    InsertionScores(const Scorer& scorer, const InsertionIndex& index);

    // The cost of each slot, if inserted before word `position`; good until the next call.
    const std::int64_t* score(const ScoredSentence& sentence, std::size_t position);

private:
    // All that the costs depend on: the state before the position, and the words to its right,
    // ABSENT beyond the end. The hypotheses of a beam differ in few places, so that the same
    // surroundings come again and again.
    using RightWords = std::array<std::uint32_t, MAX_ORDER - 1>;
    using Surroundings = std::array<std::uint32_t, 2 * (MAX_ORDER - 1)>;

    // A word to the right as it is scored when no context reaches back to the inserted word: its
    // terms in the order in which a look-up adds them, and the bits of it and all words after it.
    struct Tail {
        std::array<double, MAX_ORDER> terms;
        std::size_t count;
        std::int64_t bits_from_here;
        // Whether the model has the words to the right up to this one. A closed model that lacks
        // them has nothing longer that ends with them.
        bool known;
    };

    void score_words(const State& left, std::int64_t* costs);
    void score_right(const ScoredSentence& sentence, std::size_t position, std::size_t count,
                     std::int64_t* costs);
    void add_last_word(const std::uint32_t* right, std::size_t count, std::int64_t* costs);
    void prepare_tails(const ScoredSentence& sentence, std::size_t position, std::size_t count);
    bool look_up(const std::uint32_t* right, std::size_t count, std::size_t i);
    void score_right_word(std::size_t i, std::int64_t* costs);
    double backoff(std::size_t length, std::uint32_t context) const {
        return static_cast<double>(scorer_.model().backoff(length, context));
    }

    const Scorer& scorer_;
    const InsertionIndex& index_;
    KeptRows<Surroundings> kept_;     // costs
    KeptRows<RightWords> kept_last_;  // the bits of the last word whose window is changed
    // Scratch for one position. By length: the contexts of the next word that reach back to the
    // inserted word, those that it continues, and those of them that are worth looking up
    std::array<std::vector<Seen>, MAX_ORDER> contexts_, found_;
    std::vector<Seen> wanted_;
    std::vector<std::uint8_t> marks_;  // by slot
    Lookups lookups_;
    std::vector<double> sums_;  // by slot: log10 of the word that is scored
    // What overrules a sum, the longest n-grams first
    struct Overruling {
        std::uint32_t slot;
        double sum;
    };
    std::vector<Overruling> overruling_;
    std::array<Tail, MAX_ORDER> tails_{};
};

template <class F>
void InsertionIndex::continuations(std::size_t length, std::uint32_t context, F&& f) const {
    Range range = model_.children(length, context);
    if (range.begin == range.end || ids_.empty()) return;
    const std::uint32_t largest = ids_.back();
    // Common words have small ids and stand in front. Few of them: look at each. Many: it is
    // quicker to look for each insertable word in what is left of the range.
    const auto many = static_cast<std::uint32_t>(8 * ids_.size());
    model_.words(length).visit([&](const auto* words) {
        if (range.end - range.begin <= many || words[range.begin + many] > largest) {
            for (std::uint32_t i = range.begin; i < range.end && words[i] <= largest; ++i) {
                if (slots_[words[i]] != ABSENT) f(slots_[words[i]], i);
            }
            return;
        }
        for (std::uint32_t slot = 0; slot < ids_.size(); ++slot) {
            const std::uint32_t found = Model::find(words, range, ids_[slot]);
            if (found == ABSENT) continue;
            f(slot, found);
            range.begin = found + 1;
        }
    });
}

}  // namespace syntacticdiff
