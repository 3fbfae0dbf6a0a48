// From counts to probabilities, one order at a time: each needs only itself and the order below.
// reference/counting.py, interpolation.py and kneser_ney.py are the definition; sums are taken in
// the same order, so that the numbers are the same.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "counting.hpp"
#include "model.hpp"

namespace syntacticdiff {

// Finds, for every n-gram of k words, its last k-1 words among the n-grams of the order below, and
// counts there how many n-grams end with each: the adjusted counts of Kneser-Ney.
struct SuffixSearch {
    Span<std::uint32_t> words;            // of the n-grams of k words
    Span<std::uint32_t> children;         // of the order below, k-1 words
    Span<std::uint32_t> context_suffix;   // of the order below: what its n-grams end with
    Span<std::uint32_t> context_words;    // of the order below: last words
    Span<std::uint32_t> suffix_children;  // of two orders below
};
void find_suffixes(const SuffixSearch& search, int suffixes, std::uint32_t* adjusted,
                   const Check& check);

// One order of interpolated Kneser-Ney. `count` is the true count, by which n-grams are pruned, and
// `adjusted` the one that is discounted.
struct Smoothing {
    Span<std::uint32_t> words, count, adjusted, suffix;
    Span<std::uint32_t> context_children, context_count;
    Span<double> lower;               // probabilities of the order below
    std::array<double, 4> discounts;  // of counts 0, 1, 2 and from 3 on
    std::uint32_t threshold, context_threshold;
    std::uint32_t unknown_words;
};

// Where the results go; -1 for what is not wanted. `backoff` and `children` belong to the contexts.
struct SmoothedFiles {
    int probability, words, log10, backoff, children;
};
void smooth(const Smoothing& order, const SmoothedFiles& files, const Check& check);

// Fixed-point bits of sentences under a model in whose n-grams every beginning and end is stored.
struct Bits {
    std::int64_t bits = 0;
    std::uint64_t tokens = 0;
};
Bits text_bits(SentenceReader& sentences, const std::vector<Level>& levels, const Check& check);

}  // namespace syntacticdiff
