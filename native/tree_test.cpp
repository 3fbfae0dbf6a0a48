#include "tree.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "easyfirst.hpp"
#include "small_weights.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

// How many arcs lead from a token up to the root; more than there are tokens for a cycle.
std::size_t depth(const Tree& tree, std::size_t token) {
    std::size_t steps = 0;
    while (tree.heads[token] != NO_HEAD && steps <= tree.heads.size()) {
        token = static_cast<std::size_t>(tree.heads[token]);
        ++steps;
    }
    return steps;
}

TEST_CASE("heads are places in the sentence, and the root's is none of them") {
    const Tree tree{{1, 2, 3}, {4, 5, 6}, {1, NO_HEAD, 1}};
    CHECK(NO_HEAD < 0);
    CHECK_EQ(tree.words[0], 1U);
    CHECK_EQ(tree.tags[0], 4U);
    CHECK_EQ(depth(tree, 0), std::size_t{1});
    CHECK_EQ(depth(tree, 1), std::size_t{0});
}

TEST_CASE("a parsed sentence is a tree: one root, and every token below it") {
    const SmallWeights nothing({}, ARC_ACTIONS);
    for (std::size_t length = 1; length <= 6; ++length) {
        Tree tree{std::vector<std::uint64_t>(length, 1), std::vector<std::uint64_t>(length, 2), {}};
        tree.heads = parse_sentence(nothing.packed(), tree.words, tree.tags);
        CHECK_EQ(tree.heads.size(), length);
        std::size_t roots = 0;
        for (std::size_t token = 0; token < tree.heads.size(); ++token) {
            CHECK(tree.heads[token] >= NO_HEAD);
            CHECK(tree.heads[token] < static_cast<std::int32_t>(length));
            CHECK(depth(tree, token) < length);
            if (tree.heads[token] == NO_HEAD) ++roots;
        }
        CHECK_EQ(roots, std::size_t{1});
    }
}

}  // namespace
}  // namespace syntacticdiff::testing
