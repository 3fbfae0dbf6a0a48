// Words behind jumbled, missing and superfluous letters: recognition/index.py says which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace syntacticdiff {

class SemicharacterIndex {
public:
    using Numbers = std::vector<std::uint32_t>;
    // Jumbled; a letter missing; a letter too many.
    using Found = std::array<Numbers, 3>;
    // The part in which the first letter of a word, those inside and the last are counted.
    using Parts = std::array<std::uint64_t, 3>;

    // `hashes`: one for each word; they are not copied and must outlive the index.
    // `letters`: those that may be missing in a word.
    SemicharacterIndex(const std::uint64_t* hashes, std::size_t words,
                       const std::u32string& letters, Parts parts);

    // The numbers of the words that may be meant, each list ascending and without repetition.
    Found behind(const std::u32string& word) const;

    // The numbers of the words that have another letter in the place of one inside.
    Numbers replaced(const std::u32string& word) const;

private:
    std::uint64_t hash(const std::u32string& word) const;
    // The distinct letters that may be jumbled, mixed; none of a word of one or two letters.
    std::vector<std::uint64_t> inside(const std::u32string& word) const;
    static std::uint64_t mixed(char32_t letter, std::uint64_t part);
    void look_up(std::uint64_t hash, Numbers& found) const;

    const std::uint64_t* hashes_;
    Parts parts_;
    std::vector<std::uint64_t> letters_;  // mixed, as inside a word
    std::vector<std::uint32_t> slots_;    // open addressing: the number of a word, plus 1
    std::size_t mask_;
};

}  // namespace syntacticdiff
