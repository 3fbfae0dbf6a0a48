// Learned weights for the tests of the units, packed as a file would hold them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "perceptron.hpp"

namespace syntacticdiff::testing {

// All records are in one bucket, and the codes are linear: enough for some hundred features.
class SmallWeights {
public:
    SmallWeights(const LearnedWeights& learned, std::size_t classes) : classes_(classes) {
        for (std::int32_t code = 0; code < 256; ++code) codes_.push_back(code - ZERO);
        double largest = 1e-9;
        for (const double value : learned.values) largest = std::max(largest, std::abs(value));
        std::size_t next = 0;
        for (std::size_t f = 0; f < learned.hashes.size(); ++f) {
            const std::uint64_t hash = learned.hashes[f];
            const std::uint32_t count = learned.counts[f];
            append(hash & 0xff);
            append(hash >> 8 & 0xff);
            append(count);
            for (std::uint32_t i = 0; i < count; ++i, ++next) {
                if (count != classes) append(learned.classes[next]);
                append(static_cast<std::uint64_t>(
                    ZERO + std::lround(learned.values[next] / largest * (ZERO - 1))));
            }
        }
        offsets_ = {0, static_cast<std::uint16_t>(records_.size())};
    }

    // Views that are good as long as this object.
    PackedWeights packed() const {
        return {classes_,
                {bases_.data(), bases_.size()},
                {offsets_.data(), offsets_.size()},
                {records_.data(), records_.size()},
                {codes_.data(), codes_.size()}};
    }

private:
    static constexpr std::int32_t ZERO = 128;

    void append(std::uint64_t byte) { records_.push_back(static_cast<std::uint8_t>(byte)); }

    std::size_t classes_;
    std::vector<std::uint32_t> bases_{0};
    std::vector<std::uint16_t> offsets_;
    std::vector<std::uint8_t> records_;
    std::vector<std::int32_t> codes_;
};

}  // namespace syntacticdiff::testing
