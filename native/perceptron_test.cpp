#include "perceptron.hpp"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "hashing.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Scores = std::vector<std::int32_t>;

TEST_CASE("a feature counts from its second update on, and averages are over all decisions") {
    GrowingWeights weights(2, 2);
    Scores scores(2);
    weights.move({7}, 0, 1);
    weights.add({7}, scores.data());
    CHECK_EQ(scores, (Scores{0, 0}));
    CHECK(weights.averaged().hashes.empty());
    weights.step();
    weights.update({7}, 1, 1);
    weights.step();
    weights.add({7, 8}, scores.data());
    CHECK_EQ(scores, (Scores{-1, 2}));
    const LearnedWeights learned = weights.averaged();
    CHECK_EQ(learned.hashes, (std::vector<std::uint64_t>{7}));
    // Steps 1 to 3: the first class lost 1 at step 1, the second gained 1 at steps 1 and 2.
    CHECK_EQ(learned.values, (std::vector<double>{-2.0 / 3, 1.0}));
}

TEST_CASE("weights are found however many there are") {
    GrowingWeights weights(1, 1);
    constexpr std::uint64_t MANY = 200000;
    for (std::uint64_t i = 0; i < MANY; ++i) weights.update({feature(1, i)}, 0, 1);
    Scores scores(1);
    for (std::uint64_t i = 0; i < MANY; ++i) weights.add({feature(1, i)}, scores.data());
    CHECK_EQ(scores[0], static_cast<std::int32_t>(MANY));
}

struct Packed {
    std::vector<std::uint32_t> bases{0};
    std::vector<std::uint16_t> offsets{0, 5, 10};
    // Two buckets: fingerprint 0x0201 with class 1 alone, and 0x0403 with every class.
    std::vector<std::uint8_t> records{1, 2, 1, 1, 9, 3, 4, 2, 9, 8};
    std::vector<std::int32_t> codes = std::vector<std::int32_t>(256);

    PackedWeights weights(std::size_t classes = 2) const {
        return {classes,
                {bases.data(), bases.size()},
                {offsets.data(), offsets.size()},
                {records.data(), records.size()},
                {codes.data(), codes.size()}};
    }
};

TEST_CASE("records name their classes unless they have all of them") {
    Packed packed;
    packed.codes[9] = 50;
    packed.codes[8] = -3;
    Scores scores(2);
    packed.weights().add({0x0201}, scores.data());
    CHECK_EQ(scores, (Scores{0, 50}));
    packed.weights().add({(std::uint64_t{1} << 63) | 0x0403}, scores.data());
    CHECK_EQ(scores, (Scores{50, 47}));
    packed.weights().add({0x0403, 0x0202}, scores.data());  // another bucket, another fingerprint
    CHECK_EQ(scores, (Scores{50, 47}));
}

TEST_CASE("a damaged file is not read beyond its end") {
    Packed packed;
    packed.offsets = {65535, 3, 65535};
    packed.records[2] = 255;
    packed.bases[0] = ABSENT;
    Scores scores(2);
    packed.weights().add({0x0201, ~std::uint64_t{0}}, scores.data());
    packed.bases[0] = 0;
    packed.offsets = {0, 65535, 65535};
    packed.weights().add({0x0201}, scores.data());
    CHECK_EQ(scores, (Scores{0, 0}));
}

TEST_CASE("arrays that do not fit together are refused") {
    Packed packed;
    CHECK_THROWS_AS(packed.weights(0), std::invalid_argument);
    packed.bases.push_back(0);
    CHECK_THROWS_AS(packed.weights(), std::invalid_argument);
    packed.bases.pop_back();
    packed.codes[3] = 1 << 16;
    packed.weights();
    packed.codes[3] = -(1 << 16) - 1;  // sums of such could overflow
    CHECK_THROWS_AS(packed.weights(), std::invalid_argument);
}

}  // namespace
}  // namespace syntacticdiff::testing
