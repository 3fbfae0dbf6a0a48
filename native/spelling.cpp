#include "spelling.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace syntacticdiff {

std::uint32_t damerau_levenshtein(const std::u32string& first, const std::u32string& second) {
    const std::size_t rows = first.size() + 2, columns = second.size() + 2;
    const auto far = static_cast<std::uint32_t>(first.size() + second.size());
    // Row i + 1, column j + 1 is the distance between i letters of the one and j of the other.
    std::vector<std::uint32_t> table(rows * columns, far);
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
        return table[row * columns + column];
    };
    for (std::size_t i = 0; i + 1 < rows; ++i) at(i + 1, 1) = static_cast<std::uint32_t>(i);
    for (std::size_t j = 0; j + 1 < columns; ++j) at(1, j + 1) = static_cast<std::uint32_t>(j);
    // For each letter of the second word, where it was last seen in the first.
    std::vector<std::size_t> last_row(second.size(), 0);
    for (std::size_t i = 1; i <= first.size(); ++i) {
        std::size_t last_column = 0;
        for (std::size_t j = 1; j <= second.size(); ++j) {
            const std::size_t row = last_row[j - 1], column = last_column;
            const bool same = first[i - 1] == second[j - 1];
            const std::size_t between = (i - row - 1) + (j - column - 1);
            at(i + 1, j + 1) =
                std::min({at(i, j) + (same ? 0U : 1U), at(i, j + 1) + 1, at(i + 1, j) + 1,
                          static_cast<std::uint32_t>(at(row, column) + between + 1)});
            if (same) last_column = j;
        }
        for (std::size_t j = 0; j < second.size(); ++j) {
            if (second[j] == first[i - 1]) last_row[j] = i;
        }
    }
    return table.back();
}

SpellingIndex::SpellingIndex(std::vector<std::u32string> words)
    : words_(std::move(words)), by_length_(words_.size()) {
    std::iota(by_length_.begin(), by_length_.end(), 0U);
    std::stable_sort(by_length_.begin(), by_length_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return words_[a].size() < words_[b].size();
    });
    letters_.reserve(words_.size());
    for (const std::uint32_t number : by_length_) {
        const std::u32string& word = words_[number];
        while (starts_.size() <= word.size()) starts_.push_back(letters_.size());
        letters_.push_back(letters_of(word));
    }
    starts_.push_back(letters_.size());
}

std::vector<std::uint32_t> SpellingIndex::nearest(const std::u32string& word,
                                                  std::uint32_t distance, std::size_t most) const {
    const std::size_t length = word.size();
    const std::size_t longest = starts_.size() - 2;  // starts_ has one entry more than lengths
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    if (words_.empty() || length > longest + distance) return {};
    const Letters own = letters_of(word);
    const std::size_t shortest = length > distance ? length - distance : 0;
    for (std::size_t other = shortest; other <= std::min(longest, length + distance); ++other) {
        // An edit changes the length by at most 1, and removes or adds at most one letter.
        const std::size_t apart = other > length ? other - length : length - other;
        for (std::size_t row = starts_[other]; row < starts_[other + 1]; ++row) {
            unsigned differing = 0;
            for (std::size_t bucket = 0; bucket < own.size(); ++bucket) {
                const auto more = static_cast<std::int8_t>(own[bucket] - letters_[row][bucket]);
                differing += static_cast<unsigned>(std::abs(static_cast<int>(more)));
            }
            if (differing + apart > 2U * distance) continue;
            const std::uint32_t number = by_length_[row];
            const std::uint32_t exact = damerau_levenshtein(word, words_[number]);
            if (exact <= distance) found.emplace_back(exact, number);
        }
    }
    std::sort(found.begin(), found.end());
    if (found.size() > most) found.resize(most);
    std::vector<std::uint32_t> numbers;
    for (const auto& pair : found) numbers.push_back(pair.second);
    return numbers;
}

SpellingIndex::Letters SpellingIndex::letters_of(const std::u32string& word) {
    Letters counts{};
    for (const char32_t letter : word) ++counts[letter % counts.size()];
    return counts;
}

}  // namespace syntacticdiff
