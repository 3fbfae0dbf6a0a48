// Rows of numbers, kept for a while under what they were computed from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model.hpp"

namespace syntacticdiff {

// `Key` is an array of numbers. One in which all are ABSENT stands for a row not yet used.
template <class Key>
class KeptRows {
public:
    // Enough rows for the hypotheses of a beam, and so few that they stay in the processor's cache.
    explicit KeptRows(std::size_t width) : width_(width) {
        std::size_t rows = 256;
        while (rows > 1 && rows * width > 32 * 1024) rows /= 2;
        Key nothing;
        nothing.fill(ABSENT);
        keys_.assign(rows, nothing);
        numbers_.resize(rows * width);
    }

    // The row of a key, and whether it is known; if not, whoever asks fills it. Another key may get
    // the same row later.
    std::pair<std::int64_t*, bool> row(const Key& key) {
        std::uint64_t hash = 0;
        for (const std::uint32_t part : key) {
            hash = (hash ^ part) * 0x9E3779B97F4A7C15;
            hash ^= hash >> 32;
        }
        const std::size_t place = hash & (keys_.size() - 1);
        const bool known = keys_[place] == key;
        keys_[place] = key;
        return {numbers_.data() + place * width_, known};
    }

private:
    std::size_t width_;
    std::vector<Key> keys_;  // direct mapped
    std::vector<std::int64_t> numbers_;
};

}  // namespace syntacticdiff
