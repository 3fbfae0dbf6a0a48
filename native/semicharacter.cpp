#include "semicharacter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace syntacticdiff {

SemicharacterIndex::SemicharacterIndex(const std::uint64_t* hashes, std::size_t words,
                                       const std::u32string& letters, Parts parts)
    : hashes_(hashes), parts_(parts), mask_(1) {
    for (const char32_t letter : letters) letters_.push_back(mixed(letter, parts_[1]));
    while (mask_ < 2 * words) mask_ *= 2;
    slots_.assign(mask_, 0);
    --mask_;
    for (std::size_t number = 0; number < words; ++number) {
        std::size_t slot = hashes[number] & mask_;
        while (slots_[slot] != 0) slot = (slot + 1) & mask_;
        slots_[slot] = static_cast<std::uint32_t>(number + 1);
    }
}

SemicharacterIndex::Found SemicharacterIndex::behind(const std::u32string& word) const {
    Found found;
    std::uint64_t own = 0;
    for (std::size_t place = 0; place < word.size(); ++place) {
        const std::size_t role = place == 0 ? 0 : place + 1 == word.size() ? 2 : 1;
        own += mixed(word[place], parts_[role]);
    }
    look_up(own, found[0]);
    if (word.size() > 1) {
        for (const std::uint64_t letter : letters_) look_up(own + letter, found[1]);
    }
    if (word.size() > 2) {
        std::u32string inside = word.substr(1, word.size() - 2);
        std::sort(inside.begin(), inside.end());
        inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
        for (const char32_t letter : inside) look_up(own - mixed(letter, parts_[1]), found[2]);
    }
    for (Numbers& numbers : found) {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }
    return found;
}

// The finaliser of SplitMix64.
std::uint64_t SemicharacterIndex::mixed(char32_t letter, std::uint64_t part) {
    std::uint64_t x =
        (static_cast<std::uint64_t>(letter) * 4 + part + 1) * 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

void SemicharacterIndex::look_up(std::uint64_t hash, Numbers& found) const {
    for (std::size_t slot = hash & mask_; slots_[slot] != 0; slot = (slot + 1) & mask_) {
        const std::uint32_t number = slots_[slot] - 1;
        if (hashes_[number] == hash) found.push_back(number);
    }
}

}  // namespace syntacticdiff
