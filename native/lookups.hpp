// Many look-ups at once.
//
// A binary search by itself waits for memory at each of its steps, and for the branch at its end,
// which cannot be foreseen. Here all searches take a step in turn: there is nothing to foresee, and
// the memory that they need is fetched for many of them at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model.hpp"

namespace syntacticdiff {

// An n-gram, and whom it belongs to.
struct Seen {
    std::uint32_t slot, ngram;
};

// A context, and the word that may stand behind it.
struct Question {
    std::uint32_t context, word;
};

class Lookups {
public:
    // For each question about a context of `length` words, the n-gram or ABSENT.
    void answer(const Model& model, std::size_t length, const std::vector<Question>& questions,
                std::vector<std::uint32_t>& answers) {
        answers.resize(questions.size());
        model.words(length).visit([&](const auto* ids) {
            const auto word = [&](std::size_t i) { return questions[i].word; };
            search(model, length, ids, questions.size(), word,
                   [&](std::size_t i) { return questions[i].context; });
            for (std::size_t i = 0; i < questions.size(); ++i) {
                answers[i] = is(ids, i, word(i)) ? ranges_[i].first : ABSENT;
            }
        });
    }

    // The n-grams of contexts of `length` words that go on with `word`, for those that do, in their
    // order.
    void find(const Model& model, std::size_t length, const std::vector<Seen>& contexts,
              std::uint32_t word, std::vector<Seen>& found) {
        found.resize(contexts.size());
        std::size_t hits = 0;
        model.words(length).visit([&](const auto* ids) {
            search(
                model, length, ids, contexts.size(), [&](std::size_t) { return word; },
                [&](std::size_t i) { return contexts[i].ngram; });
            for (std::size_t i = 0; i < contexts.size(); ++i) {
                found[hits] = {contexts[i].slot, ranges_[i].first};
                hits += static_cast<std::size_t>(is(ids, i, word));
            }
        });
        found.resize(hits);
    }

private:
    // As Model::find for each of `size` contexts; leaves the last word that is left in each range.
    template <class Id, class WordOf, class ContextOf>
    void search(const Model& model, std::size_t length, const Id* ids, std::size_t size,
                WordOf&& word_of, ContextOf&& context_of) {
        ranges_.resize(size);
        open_.resize(size);
        std::size_t open = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const Range range = model.children(length, context_of(i));
            const std::uint32_t count = range.end - range.begin;
            ranges_[i] = {range.begin, count};
            open_[open] = static_cast<std::uint32_t>(i);
            open += static_cast<std::size_t>(count > 1);
        }
        // One step of each in turn, of those that are not down to one word.
        while (open != 0) {
            std::size_t left = 0;
            for (std::size_t i = 0; i < open; ++i) {
                const std::uint32_t number = open_[i];
                auto& [first, count] = ranges_[number];
                const std::uint32_t half = count / 2;
                first += half * static_cast<std::uint32_t>(ids[first + half - 1] < word_of(number));
                count -= half;
                open_[left] = number;
                left += static_cast<std::size_t>(count > 1);
            }
            open = left;
        }
    }

    // Whether the search found its word. An empty range has none, and may stand at the very end.
    template <class Id>
    bool is(const Id* ids, std::size_t i, std::uint32_t word) const {
        return ranges_[i].count != 0 && ids[ranges_[i].first] == word;
    }

    struct Searched {
        std::uint32_t first, count;
    };
    std::vector<Searched> ranges_;
    std::vector<std::uint32_t> open_;  // those that go on
};

}  // namespace syntacticdiff
