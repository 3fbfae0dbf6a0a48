// What a sentence costs with each of several changes of one token, all of them scored at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lookups.hpp"
#include "scorer.hpp"
#include "sentence.hpp"
#include "words.hpp"

namespace syntacticdiff {

class ChangeTotals {
public:
    void clear() { changes_.clear(); }

    // The word at `position` is removed, or replaced by a word, which may be several tokens.
    void add(std::size_t position, const Word* replacement) {
        changes_.push_back({position, replacement, NO_CONTEXT, NO_CONTEXT, 0, 0});
    }

    // The total with each change alone, in the order in which they were added.
    const std::vector<std::int64_t>& score(const Scorer& scorer, const ScoredSentence& sentence);

private:
    struct Change {
        std::size_t position;
        const Word* replacement;
        // The word to be scored: the contexts before it, and those of them that it continues
        State state, found;
        std::uint32_t word;
        std::size_t known;  // lengths of contexts up to which nothing need be looked up
    };

    bool take_word(const ScoredSentence& sentence, const Scorer& scorer, Change& change,
                   std::size_t turn) const;
    void look_up(const Scorer& scorer);

    std::vector<Change> changes_;
    std::vector<std::int64_t> totals_;
    std::vector<std::uint32_t> active_, asked_, answers_;
    std::vector<Question> questions_;
    Lookups lookups_;
};

}  // namespace syntacticdiff
