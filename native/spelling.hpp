// Known words that are spelled like an unknown one: text/spelling.py says which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace syntacticdiff {

// The smallest number of insertions, removals, replacements and swaps of adjacent letters;
// unrestricted: swapped letters may be edited again.
std::uint32_t damerau_levenshtein(const std::u32string& first, const std::u32string& second);

class SpellingIndex {
public:
    // The known words, in descending order of preference.
    explicit SpellingIndex(std::vector<std::u32string> words);

    // The numbers of the words within `distance`, at most `most`: the nearest first, at equal
    // distance in order of preference.
    std::vector<std::uint32_t> nearest(const std::u32string& word, std::uint32_t distance,
                                       std::size_t most) const;

private:
    // How often each letter occurs, by code point modulo 32; counts may overflow, which only makes
    // words look closer.
    using Letters = std::array<std::uint8_t, 32>;
    static Letters letters_of(const std::u32string& word);

    std::vector<std::u32string> words_;
    std::vector<std::uint32_t> by_length_;  // numbers of words, the shortest first
    std::vector<Letters> letters_;          // in that order
    std::vector<std::size_t> starts_;       // where the words of each length begin in it
};

}  // namespace syntacticdiff
