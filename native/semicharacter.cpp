#include "semicharacter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace syntacticdiff {

namespace {

// Ascending, each once.
template <class T>
void order(std::vector<T>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

// The first letter of a word, one inside, or the last.
std::size_t role(std::size_t place, std::size_t length) {
    if (place == 0) return 0;
    return place + 1 == length ? 2 : 1;
}

}  // namespace

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
    const std::uint64_t own = hash(word);
    look_up(own, found[0]);
    if (word.size() > 1) {
        for (const std::uint64_t letter : letters_) look_up(own + letter, found[1]);
    }
    for (const std::uint64_t letter : inside(word)) look_up(own - letter, found[2]);
    for (Numbers& numbers : found) order(numbers);
    return found;
}

SemicharacterIndex::Numbers SemicharacterIndex::replaced(const std::u32string& word) const {
    Numbers found;
    const std::uint64_t own = hash(word);
    for (const std::uint64_t gone : inside(word)) {
        for (const std::uint64_t letter : letters_) {
            if (letter != gone) look_up(own - gone + letter, found);
        }
    }
    order(found);
    return found;
}

std::uint64_t SemicharacterIndex::hash(const std::u32string& word) const {
    std::uint64_t sum = 0;
    for (std::size_t place = 0; place < word.size(); ++place) {
        sum += mixed(word[place], parts_[role(place, word.size())]);
    }
    return sum;
}

std::vector<std::uint64_t> SemicharacterIndex::inside(const std::u32string& word) const {
    std::vector<std::uint64_t> letters;
    for (std::size_t place = 0; word.size() > 2 && place < word.size(); ++place) {
        const std::uint64_t part = parts_[role(place, word.size())];
        if (part == parts_[1]) letters.push_back(mixed(word[place], part));
    }
    order(letters);
    return letters;
}

// The finaliser of SplitMix64.
std::uint64_t SemicharacterIndex::mixed(char32_t letter, std::uint64_t part) {
    std::uint64_t x = (static_cast<std::uint64_t>(letter) * 4 + part + 1) * 0x9E3779B97F4A7C15ULL;
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
