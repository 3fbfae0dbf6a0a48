#include "semicharacter.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Numbers = SemicharacterIndex::Numbers;

// What recognition/index.py gives for the word `a`.
constexpr std::uint64_t ONLY_A = 0x8DA4658F613BA6A7ULL;

TEST_CASE("a word of one letter is found by its hash alone") {
    const std::vector<std::uint64_t> hashes{1, ONLY_A, ONLY_A};
    const SemicharacterIndex index(hashes.data(), hashes.size(), U"ab", {0, 1, 2});
    CHECK_EQ(index.behind(U"a")[0], (Numbers{1, 2}));
    CHECK_EQ(index.behind(U"b")[0], Numbers{});
    CHECK_EQ(index.behind(U"a")[1], Numbers{});
    CHECK_EQ(index.behind(U"a")[2], Numbers{});
}

TEST_CASE("no words, no letters and long words are no trouble") {
    const SemicharacterIndex nothing(nullptr, 0, U"", {0, 1, 2});
    CHECK_EQ(nothing.behind(U"")[0], Numbers{});
    CHECK_EQ(nothing.behind(std::u32string(10000, U'a'))[2], Numbers{});
    CHECK_EQ(nothing.replaced(std::u32string(10000, U'a')), Numbers{});
}

TEST_CASE("hashes that all fall on one slot are told apart") {
    const std::vector<std::uint64_t> hashes{0, 1ULL << 32, 2ULL << 32, 0};
    const SemicharacterIndex index(hashes.data(), hashes.size(), U"", {0, 1, 2});
    CHECK_EQ(index.behind(U"")[0], (Numbers{0, 3}));
}

}  // namespace
}  // namespace syntacticdiff::testing
