// A sentence under search: its words with `</s>` at the end, and the bits of the window ending at
// each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hypothesis.hpp"
#include "lookups.hpp"
#include "scorer.hpp"
#include "settings.hpp"
#include "words.hpp"

namespace syntacticdiff {

class ScoredSentence {
public:
    std::vector<std::uint32_t> ids;
    std::vector<std::int64_t> bits;
    std::vector<State> states;  // before each word, and after the last
    std::int64_t total = 0;

    std::size_t windows() const { return ids.size(); }

    // Scores every word.
    void score(const Scorer& scorer, const std::vector<const Token*>& tokens);

    // Becomes `source` as edited by `steps`. Only words less than `order` words behind an edit are
    // scored again; the others are copied, which is cheap even for a very long sentence.
    void edit(const Scorer& scorer, const ScoredSentence& source, const Steps& steps);

    // What the windows cost that an edit at `start` changes, if the words after it go on at `end`.
    std::int64_t replaced(const Scorer& scorer, std::size_t start, std::size_t end) const;

    // The total with words `start` to `end` replaced by nothing or by a word, which may be several
    // tokens.
    std::int64_t total_with(const Scorer& scorer, std::size_t start, std::size_t end,
                            const Word* replacement) const;

    // The n-grams that continue contexts of up to `lengths` words, less than order - 1, at word
    // `i`: a state tells of its word's as well.
    State found(std::size_t i, std::size_t lengths) const {
        State result = NO_CONTEXT;
        for (std::size_t length = 1; length <= lengths; ++length) {
            result[length - 1] = states[i + 1][length];
        }
        return result;
    }

    // Where a search may edit: first and last position that the rule allows.
    std::pair<std::size_t, std::size_t> positions(Positions rule, std::size_t order) const;

    // The last word, `end` excluded, whose window an edit before `end` can change.
    std::size_t reach(const Scorer& scorer, std::size_t end) const {
        return std::min(ids.size(), end + scorer.order() - 1);
    }

private:
    void clear(const Scorer& scorer);
    void append(const Scorer& scorer, std::uint32_t id, const State& found = NO_CONTEXT,
                std::size_t known = 0);
    void copy(const ScoredSentence& source, std::size_t begin, std::size_t end);

    // Scratch for `score`
    std::vector<std::uint32_t> longest_, asked_, answers_;
    std::vector<Question> questions_;
    std::vector<double> sums_;
    Lookups lookups_;
};

}  // namespace syntacticdiff
