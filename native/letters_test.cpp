#include "letters.hpp"

#include <string>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("a common prefix ends with a whole letter") {
    CHECK_EQ(common_prefix("city", "cities"), 3U);
    CHECK_EQ(common_prefix("caf\xc3\xa9", "caf\xc3\xa8"), 3U);
    CHECK_EQ(common_prefix("caf\xc3\xa9", "caf"), 3U);
    CHECK_EQ(common_prefix("", "a"), 0U);
    CHECK_EQ(count_letters("caf\xc3\xa9"), 4U);
    CHECK_EQ(first_letter("\xc3\xa9t\xc3\xa9").size(), 2U);
    CHECK_EQ(first_letter("").size(), 0U);
}

TEST_CASE("the distance counts insertions, removals, replacements and swaps up to three") {
    LetterDistance distance;
    CHECK_EQ(distance("recieve", "receive"), 1U);
    CHECK_EQ(distance("ca", "abc"), 2U);
    CHECK_EQ(distance("cat", "cat"), 0U);
    CHECK_EQ(distance("caf\xc3\xa9", "cafe"), 1U);
    CHECK_EQ(distance("cat", "elephant"), 3U);
    CHECK_EQ(distance("kitten", "sitting"), 3U);
    CHECK_EQ(distance("", "ab"), 2U);
    CHECK_EQ(distance(std::string(41, 'a'), std::string(41, 'a')), 3U);
}

}  // namespace
}  // namespace syntacticdiff::testing
