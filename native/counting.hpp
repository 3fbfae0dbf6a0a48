// Counting the n-grams of a text of any length: sorted in parts, merged, written as a trie.
// reference/counting.py is the definition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "training_text.hpp"

namespace syntacticdiff {

// Asked now and then whether to go on; throws if not.
using Check = std::function<void()>;

// The files of one order from 2 on: last words, counts, and where each one's children begin
// (`children` is not written for the highest order).
struct LevelFiles {
    int words, count, children;
};

struct Counted {
    std::vector<std::size_t> sizes;          // n-grams of each order
    std::vector<std::uint32_t> count;        // of single words; 0 for <s>
    std::vector<std::uint32_t> children;     // of single words
    std::vector<std::uint32_t> sorted_last;  // the words of the n-gram that lmplz sorts last
};

// `records`: how many n-grams are sorted at a time, in memory that is reserved for them. `runs`: a
// file for what was sorted.
Counted count_ngrams(SentenceReader& sentences, std::uint32_t vocabulary, std::size_t order,
                     std::size_t records, int runs, const std::vector<LevelFiles>& files,
                     const Check& check);

}  // namespace syntacticdiff
