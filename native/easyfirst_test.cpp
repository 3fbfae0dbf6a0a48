#include "easyfirst.hpp"

#include <cstdint>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("an attachment changes the parent's outermost child and its span") {
    ParseState state;
    state.begin({1, 2, 3}, {4, 5, 6});
    state.attach_left(0);  // the first token becomes a child of the second
    CHECK_EQ(state.pending, (std::vector<std::uint32_t>{1, 2}));
    CHECK_EQ(state.nodes[0].head, 1);
    CHECK_EQ(state.nodes[1].left_tag, 4U);
    CHECK_EQ(state.nodes[1].first, 0U);
    state.attach_right(0);
    CHECK_EQ(state.pending, (std::vector<std::uint32_t>{1}));
    CHECK_EQ(state.nodes[1].right_word, 3U);
    CHECK_EQ(state.nodes[1].last, 2U);
    CHECK_EQ(state.nodes[1].head, NO_HEAD);
}

TEST_CASE("what looks at two items is not changed by what stands beside them") {
    ParseState state, other;
    state.begin({1, 2, 3, 4}, {5, 6, 7, 8});
    other.begin({1, 2, 3, 9}, {5, 6, 7, 9});
    Features pair, neighbours, other_pair, other_neighbours;
    pair_features(state, 1, pair);
    pair_features(other, 1, other_pair);
    neighbour_features(state, 1, neighbours);
    neighbour_features(other, 1, other_neighbours);
    CHECK_EQ(pair, other_pair);
    CHECK(neighbours != other_neighbours);
}

TEST_CASE("training on no trees gives no weights, and the same seed the same ones") {
    CHECK(train_arcs({}, {}).hashes.empty());
    const std::vector<Tree> trees = {{{1, 2, 3}, {4, 5, 6}, {1, NO_HEAD, 1}},
                                     {{3, 2}, {6, 5}, {NO_HEAD, 0}}};
    const LearnedWeights first = train_arcs(trees, {}), second = train_arcs(trees, {});
    CHECK(!first.hashes.empty());
    CHECK_EQ(first.hashes, second.hashes);
    CHECK_EQ(first.values, second.values);
}

}  // namespace
}  // namespace syntacticdiff::testing
