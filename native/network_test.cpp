#include "network.hpp"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

constexpr std::int32_t ONE = 1 << 14;    // of a state
constexpr std::int32_t SCALE = 1 << 22;  // in 2^-28, large enough for states to make a difference
constexpr NetworkSizes SIZES = {3, 2, 2, 2, 2, 3, 3};

struct SmallLayer {
    SmallLayer(std::size_t rows, std::size_t columns, std::int8_t first, std::int32_t scale)
        : scales(rows, scale), bias(rows) {
        for (std::size_t i = 0; i < rows * columns; ++i) {
            weights.push_back(static_cast<std::int8_t>(first + static_cast<int>(i * 7 % 23)));
        }
        for (std::size_t i = 0; i < rows; ++i) bias[i] = static_cast<std::int32_t>(i * 100);
    }
    NetworkLayer layer() const {
        return {{weights.data(), weights.size()},
                {scales.data(), scales.size()},
                {bias.data(), bias.size()}};
    }
    std::vector<std::int8_t> weights;
    std::vector<std::int32_t> scales, bias;
};

// Made-up weights; the tables are straight lines where the functions are steep.
struct SmallNetwork {
    SmallNetwork() : sigmoid(TABLE), tanh(TABLE) {
        for (std::size_t i = 0; i < TABLE; ++i) {
            const auto x = static_cast<std::int32_t>(i) - static_cast<std::int32_t>(TABLE / 2);
            sigmoid[i] = static_cast<std::int16_t>(x + ONE / 2);
            tanh[i] = static_cast<std::int16_t>(2 * x);
        }
    }
    NetworkArrays arrays() const {
        return {{vectors.data(), vectors.size()},
                {vector_scales.data(), vector_scales.size()},
                {words_forward.layer(), words_backward.layer()},
                {states_forward.layer(), states_backward.layer()},
                word_hidden.layer(),
                word_out.layer(),
                gap_hidden.layer(),
                gap_out.layer(),
                {sigmoid.data(), sigmoid.size()},
                {tanh.data(), tanh.size()}};
    }
    std::vector<std::int8_t> vectors = {10, -20, 127, 5, -128, 60};
    std::vector<std::uint16_t> vector_scales = {60000, 20000, 65535};
    SmallLayer words_forward{6, 2, -11, 1 << 22}, words_backward{6, 2, -9, 1 << 22};
    SmallLayer states_forward{6, 2, -8, SCALE}, states_backward{6, 2, -13, SCALE};
    SmallLayer word_hidden{2, 4, -10, SCALE}, word_out{3, 2, -3, SCALE};
    SmallLayer gap_hidden{2, 4, -12, SCALE}, gap_out{3, 2, -5, SCALE};
    std::vector<std::int16_t> sigmoid, tanh;
};

using Ids = std::vector<std::uint32_t>;

Opinions read(const Network& network, const Ids& ids) { return {network, ids.data(), ids.size()}; }

TEST_CASE("a word against itself is as likely, and log-odds add up") {
    const SmallNetwork small;
    const Network network(SIZES, small.arrays());
    Opinions opinions = read(network, {2, 0, 1, 1});
    for (std::size_t place = 0; place < 4; ++place) {
        CHECK_EQ(opinions.sub(place, 1, 1), 0);
        const std::int32_t whole = opinions.sub(place, 0, 2);
        CHECK_EQ(opinions.sub(place, 0, 1) + opinions.sub(place, 1, 2), whole);
        CHECK_EQ(opinions.sub(place, 2, 0), -whole);
    }
}

TEST_CASE("a token has no say at its own place, and the others have") {
    const SmallNetwork small;
    const Network network(SIZES, small.arrays());
    Opinions one = read(network, {2, 0, 1}), other = read(network, {2, 1, 1});
    CHECK_EQ(one.sub(1, 0, 2), other.sub(1, 0, 2));
    CHECK_EQ(one.remove(1, 1), other.remove(1, 1));
    CHECK(one.sub(0, 0, 2) != other.sub(0, 0, 2));
    CHECK(one.sub(2, 0, 2) != other.sub(2, 0, 2));
}

TEST_CASE("taking a token out leaves the gap of the sentence without it") {
    const SmallNetwork small;
    const Network network(SIZES, small.arrays());
    Opinions whole = read(network, {2, 0, 1}), without = read(network, {2, 1});
    CHECK_EQ(whole.remove(1, 2), -without.insert(1, 2));
    CHECK_EQ(whole.remove(1, NO_WORD), 0);
}

TEST_CASE("a sentence without tokens has one gap, of which only the biases know") {
    const SmallNetwork small;
    const Network network(SIZES, small.arrays());
    Opinions empty = read(network, {});
    CHECK_EQ(empty.size(), std::size_t{0});
    // The hidden layer is its bias alone, {0, 100}, doubled by this tanh.
    const auto logit = [&](std::size_t row) {
        const std::int32_t sum = small.gap_out.weights[2 * row + 1] * 200;
        return static_cast<std::int32_t>((std::int64_t{sum} * SCALE + (1 << 27)) >> 28) +
               small.gap_out.bias[row];
    };
    CHECK_EQ(empty.insert(0, 2), logit(2) - logit(0));
}

TEST_CASE("arrays that do not fit, and numbers that could overflow, are refused") {
    const auto refused = [](SmallNetwork small) {
        CHECK_THROWS_AS(Network(SIZES, small.arrays()), std::invalid_argument);
    };
    SmallNetwork scale, bias, table, vectors, layer;
    scale.word_out.scales[1] = -1;
    bias.gap_hidden.bias[0] = (1 << 26) + 1;
    table.sigmoid[5] = -1;
    vectors.vectors.pop_back();
    layer.states_backward.weights.pop_back();
    for (const SmallNetwork* small : {&scale, &bias, &table, &vectors, &layer}) refused(*small);
    const SmallNetwork small;
    CHECK_THROWS_AS(Network({3, 2, 0, 2, 2, 3, 3}, small.arrays()), std::invalid_argument);
    CHECK_THROWS_AS(Network({3, 2, 2, 2, 2, 4, 3}, small.arrays()), std::invalid_argument);
}

}  // namespace
}  // namespace syntacticdiff::testing
