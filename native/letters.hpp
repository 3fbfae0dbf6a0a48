// Spellings compared letter by letter, where a letter is a code point of UTF-8.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace syntacticdiff {

inline bool continues_letter(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// The bytes with which both texts begin, whole letters only.
inline std::size_t common_prefix(std::string_view a, std::string_view b) {
    const std::size_t end = std::min(a.size(), b.size());
    std::size_t same = 0;
    while (same < end && a[same] == b[same]) ++same;
    const auto inside = [&](std::string_view text) {
        return same < text.size() && continues_letter(text[same]);
    };
    while (same > 0 && (inside(a) || inside(b))) --same;
    return same;
}

inline std::size_t count_letters(std::string_view text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_letter));
}

// The first letter.
inline std::string_view first_letter(std::string_view text) {
    std::size_t end = text.empty() ? 0 : 1;
    while (end < text.size() && continues_letter(text[end])) ++end;
    return text.substr(0, end);
}

// The unrestricted Damerau-Levenshtein distance of text/spelling.py, up to MOST_APART, which is
// also that of words of more than LONGEST_COMPARED letters. For one thread.
class LetterDistance {
public:
    static constexpr unsigned MOST_APART = 3;
    static constexpr std::size_t LONGEST_COMPARED = 40;

    unsigned operator()(std::string_view a, std::string_view b) {
        split(a, first_);
        split(b, second_);
        const std::size_t m = first_.size(), n = second_.size();
        if (std::max(m, n) > LONGEST_COMPARED) return MOST_APART;
        if (std::max(m, n) - std::min(m, n) >= MOST_APART) return MOST_APART;
        const auto far = static_cast<unsigned>(m + n);
        // rows_[i + 1][j + 1] is the distance between i letters of one and j of the other.
        rows_[0].fill(far);
        for (std::size_t j = 0; j <= n; ++j) rows_[1][j + 1] = static_cast<unsigned>(j);
        rows_[1][0] = far;
        for (std::size_t i = 1; i <= m; ++i) {
            rows_[i + 1][0] = far;
            rows_[i + 1][1] = static_cast<unsigned>(i);
            std::size_t last_column = 0;  // where this letter was last seen in `second_`
            for (std::size_t j = 1; j <= n; ++j) {
                const bool same = first_[i - 1] == second_[j - 1];
                std::size_t last_row = i - 1;  // where the other letter was last seen in `first_`
                while (last_row > 0 && first_[last_row - 1] != second_[j - 1]) --last_row;
                const std::size_t between = (i - last_row - 1) + (j - last_column - 1);
                rows_[i + 1][j + 1] =
                    std::min(std::min(rows_[i][j] + (same ? 0U : 1U), rows_[i][j + 1] + 1),
                             std::min(rows_[i + 1][j] + 1, rows_[last_row][last_column] +
                                                               static_cast<unsigned>(between) + 1));
                if (same) last_column = j;
            }
        }
        return std::min(rows_[m + 1][n + 1], MOST_APART);
    }

private:
    static void split(std::string_view text, std::vector<std::string_view>& letters) {
        letters.clear();
        while (!text.empty()) {
            letters.push_back(first_letter(text));
            text.remove_prefix(letters.back().size());
        }
    }

    std::vector<std::string_view> first_, second_;
    std::array<std::array<unsigned, LONGEST_COMPARED + 2>, LONGEST_COMPARED + 2> rows_{};
};

}  // namespace syntacticdiff
