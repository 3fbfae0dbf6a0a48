#include "compact.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "model.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("word ids of two and of four bytes are the same ids") {
    const std::vector<std::uint16_t> narrow{0, 3, 65535};
    const std::vector<std::uint32_t> wide{0, 3, 65535};
    const Words two(narrow.data(), narrow.size()), four(wide.data(), wide.size());
    for (std::size_t i = 0; i < wide.size(); ++i) {
        CHECK_EQ(two[i], wide[i]);
        CHECK_EQ(four[i], wide[i]);
    }
    const auto found = [](const Words& words, std::uint32_t word) {
        return words.visit([&](const auto* ids) { return Model::find(ids, {0, 3}, word); });
    };
    for (const std::uint32_t word : {0U, 1U, 3U, 65535U, 65536U, 65539U}) {
        CHECK_EQ(found(two, word), found(four, word));
    }
    CHECK_EQ(found(two, 65539U), ABSENT);  // which is 3 in two bytes
}

TEST_CASE("a code stands for the level of its number") {
    std::vector<float> table(256, -9.0F);
    table[0] = -0.5F;
    table[255] = PREFIX_ONLY;
    const std::vector<std::uint8_t> bytes{255, 0, 7};
    const Values values(bytes.data(), bytes.size(), table.data(), table.size());
    CHECK_EQ(values.size(), std::size_t{3});
    CHECK_EQ(values[0], PREFIX_ONLY);
    CHECK_EQ(values[1], -0.5F);
    CHECK_EQ(values[2], -9.0F);

    std::vector<float> large(65536, 0.0F);
    large[300] = -3.0F;
    const std::vector<std::uint16_t> pairs{300, 65535};
    const Values others(pairs.data(), pairs.size(), large.data(), large.size());
    CHECK_EQ(others[0], -3.0F);
    CHECK_EQ(others[1], 0.0F);
}

TEST_CASE("a table without a level for every code is refused") {
    const std::vector<float> table(65536, 0.0F);
    const std::vector<std::uint8_t> bytes{1};
    const std::vector<std::uint16_t> pairs{1};
    CHECK_THROWS_AS(Values(bytes.data(), 1, table.data(), 255), std::invalid_argument);
    CHECK_THROWS_AS(Values(pairs.data(), 1, table.data(), 256), std::invalid_argument);
}

TEST_CASE("offsets count from the base of their block") {
    const std::vector<std::uint32_t> bases{10, 100000, 100007};
    const std::vector<std::uint16_t> pairs{0, 9, 0, 5, 0};
    const std::vector<std::uint8_t> bytes{0, 9, 0, 5, 0};
    const Offsets two(pairs.data(), pairs.size(), bases.data(), bases.size(), 1);
    const Offsets one(bytes.data(), bytes.size(), bases.data(), bases.size(), 1);
    const std::vector<std::uint32_t> expected{10, 19, 100000, 100005, 100007};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK_EQ(two[i], expected[i]);
        CHECK_EQ(one[i], expected[i]);
    }
}

TEST_CASE("offsets without a base for every block are refused") {
    const std::vector<std::uint32_t> bases{0, 0, 0};
    const std::vector<std::uint16_t> items(5, 0);
    const auto made = [&](std::size_t size, std::size_t blocks, unsigned shift) {
        return Offsets(items.data(), size, bases.data(), blocks, shift);
    };
    CHECK_EQ(made(5, 3, 1).size(), std::size_t{5});
    CHECK_THROWS_AS(made(5, 2, 1), std::invalid_argument);
    CHECK_THROWS_AS(made(5, 3, 2), std::invalid_argument);
    CHECK_THROWS_AS(made(0, 0, 1), std::invalid_argument);
    CHECK_THROWS_AS(made(5, 1, 64), std::invalid_argument);
}

}  // namespace
}  // namespace syntacticdiff::testing
