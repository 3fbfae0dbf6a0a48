#include "spelling.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("the distance counts insertions, removals, replacements and swaps") {
    CHECK_EQ(damerau_levenshtein(U"", U""), 0U);
    CHECK_EQ(damerau_levenshtein(U"", U"abc"), 3U);
    CHECK_EQ(damerau_levenshtein(U"recieve", U"receive"), 1U);
    CHECK_EQ(damerau_levenshtein(U"ca", U"abc"), 2U);  // a swap that is edited again
    CHECK_EQ(damerau_levenshtein(U"\u00e9t\u00e9", U"et\u00e9"), 1U);
}

TEST_CASE("the nearest words come first, then those that are preferred") {
    const SpellingIndex index({U"believe", U"receive", U"a", U"received"});
    CHECK_EQ(index.nearest(U"recieve", 2, 5), (Numbers{1, 0, 3}));
    CHECK_EQ(index.nearest(U"recieve", 2, 1), (Numbers{1}));
    CHECK_EQ(index.nearest(U"recieve", 1, 5), (Numbers{1}));
    CHECK_EQ(index.nearest(U"", 1, 5), (Numbers{2}));
    CHECK_EQ(index.nearest(U"receive", 0, 5), (Numbers{1}));
}

TEST_CASE("no words, and words much longer than all, are no trouble") {
    CHECK_EQ(SpellingIndex({}).nearest(U"a", 2, 5), Numbers{});
    const SpellingIndex index({U"a", std::u32string(300, U'a')});
    CHECK_EQ(index.nearest(std::u32string(100000, U'a'), 2, 5), Numbers{});
    CHECK_EQ(index.nearest(std::u32string(301, U'a'), 1, 5), (Numbers{1}));
    const SpellingIndex overflowing({std::u32string(255, U'a')});
    CHECK_EQ(overflowing.nearest(std::u32string(256, U'a'), 1, 5), (Numbers{0}));
}

}  // namespace
}  // namespace syntacticdiff::testing
