// One word behind many contexts, looked up at once.
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

class Lookups {
public:
    // The n-grams of contexts of `length` words that go on with `word`, for those that do, in their
    // order.
    void find(const Model& model, std::size_t length, const std::vector<Seen>& contexts,
              std::uint32_t word, std::vector<Seen>& found) {
        model.words(length).visit(
            [&](const auto* ids) { find(model, length, ids, contexts, word, found); });
    }

private:
    template <class Id>
    void find(const Model& model, std::size_t length, const Id* ids,
              const std::vector<Seen>& contexts, std::uint32_t word, std::vector<Seen>& found) {
        const std::size_t size = contexts.size();
        ranges_.resize(size);
        open_.resize(size);
        found.resize(size);
        std::size_t filled = 0, open = 0;
        for (const Seen& context : contexts) {
            const Range range = model.children(length, context.ngram);
            const std::uint32_t count = range.end - range.begin;
            ranges_[filled] = {range.begin, count};
            found[filled].slot = context.slot;
            open_[open] = static_cast<std::uint32_t>(filled);
            filled += count != 0 ? 1 : 0;
            open += count > 1 ? 1 : 0;
        }
        // As Model::find, one step of each in turn, of those that are not down to one word.
        while (open != 0) {
            std::size_t left = 0;
            for (std::size_t i = 0; i < open; ++i) {
                const std::uint32_t number = open_[i];
                auto& [first, count] = ranges_[number];
                const std::uint32_t half = count / 2;
                first += half * static_cast<std::uint32_t>(ids[first + half - 1] < word);
                count -= half;
                open_[left] = number;
                left += count > 1 ? 1 : 0;
            }
            open = left;
        }
        std::size_t hits = 0;
        for (std::size_t i = 0; i < filled; ++i) {
            const std::uint32_t ngram = ranges_[i].first;
            found[hits] = {found[i].slot, ngram};
            hits += ids[ngram] == word ? 1 : 0;
        }
        found.resize(hits);
    }

    struct Searched {
        std::uint32_t first, count;
    };
    std::vector<Searched> ranges_;
    std::vector<std::uint32_t> open_;
};

}  // namespace syntacticdiff
