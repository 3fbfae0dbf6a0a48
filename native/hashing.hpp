// Features as 64-bit numbers. syntacticdiff/syntax/hashing.py computes the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace syntacticdiff {

// FNV-1a of UTF-8 bytes: words, parts of words and tags enter features as these numbers.
constexpr std::uint64_t text_hash(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

constexpr std::uint64_t NOTHING = text_hash("<nothing>");  // beyond the sentence; no child

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 32);
}

// The feature that a template makes of its values.
template <class... Values>
constexpr std::uint64_t feature(std::uint64_t number, Values... values) {
    std::uint64_t hash = (number + 1) * 0xd6e8feb86659fd93;
    ((hash = mixed(hash, values)), ...);
    return hash;
}

// The generator of Steele, Lea and Flood (SplitMix64): the same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    // Uniform in [0, end); the high half of a product, so that no low bits are thrown away.
    std::uint64_t below(std::uint64_t end) { return ((next() >> 32) * end) >> 32; }
    // True with this probability.
    bool chance(double probability) {
        return static_cast<double>(next() >> 11) * 0x1p-53 < probability;
    }
    template <class Items>
    void shuffle(Items& items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::uint64_t state_;
};

}  // namespace syntacticdiff
