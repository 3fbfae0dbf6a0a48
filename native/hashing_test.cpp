#include "hashing.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("texts are hashed by FNV-1a, bytes beyond ASCII included") {
    CHECK_EQ(text_hash(""), 0xcbf29ce484222325U);
    CHECK_EQ(text_hash("a"), 0xaf63dc4c8601ec8cU);
    CHECK_EQ(text_hash("foobar"), 0x85944171f73967e8U);
    CHECK_EQ(text_hash("\xc3\xa9"), 0xac21707b7181e01U);  // as hashing.py computes it
}

TEST_CASE("a feature depends on its template, its values and their order") {
    CHECK_EQ(feature(3, 1U, 2U), 0x1ed45a7bd9468c0eU);  // as hashing.py computes it
    CHECK_EQ(feature(3, 1U, 2U), feature(3, 1U, 2U));
    CHECK(feature(3, 1U, 2U) != feature(3, 2U, 1U));
    CHECK(feature(3, 1U, 2U) != feature(4, 1U, 2U));
    CHECK(feature(3, 1U) != feature(3, 1U, 0U));
    CHECK(feature(0) != 0);  // template 0 is one like the others
}

TEST_CASE("random numbers are those of SplitMix64") {
    Random random(1234567);
    CHECK_EQ(random.next(), 6457827717110365317U);
    CHECK_EQ(random.next(), 3203168211198807973U);
    CHECK_EQ(random.next(), 9817491932198370423U);
}

TEST_CASE("numbers below a limit are all drawn, and a certain chance is certain") {
    Random random(1);
    std::vector<int> drawn(5);
    for (int i = 0; i < 200; ++i) {
        const std::uint64_t number = random.below(drawn.size());
        CHECK(number < drawn.size());
        if (number < drawn.size()) ++drawn[number];
        CHECK(random.chance(1.0));
        CHECK(!random.chance(0.0));
    }
    CHECK(*std::min_element(drawn.begin(), drawn.end()) > 0);
}

TEST_CASE("shuffling loses nothing, and the same seed gives the same order") {
    std::vector<int> sorted(20);
    for (int i = 0; i < 20; ++i) sorted[static_cast<std::size_t>(i)] = i;
    std::vector<int> first = sorted, second = sorted, other = sorted;
    Random(7).shuffle(first);
    Random(7).shuffle(second);
    Random(8).shuffle(other);
    CHECK_EQ(first, second);
    CHECK(first != other);
    CHECK(first != sorted);
    std::sort(first.begin(), first.end());
    CHECK_EQ(first, sorted);
}

}  // namespace
}  // namespace syntacticdiff::testing
