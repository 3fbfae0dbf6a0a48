#include "labels.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hashing.hpp"
#include "small_weights.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Names = std::vector<std::uint8_t>;

enum : std::uint8_t { ROOT, DETERMINER, SUBJECT, OBJECT };
const LabelSet LABELS = {
    {text_hash("root"), text_hash("det"), text_hash("nsubj"), text_hash("obj")}, ROOT};

// The same noun on both sides of the verb; its label depends on the side.
Tree sentence() {
    const std::uint64_t the = 1, dog = 2, saw = 3, article = 4, noun = 5, verb = 6;
    return {{the, dog, saw, the, dog}, {article, noun, verb, article, noun}, {1, 2, NO_HEAD, 4, 2}};
}
const Names GOLD = {DETERMINER, SUBJECT, ROOT, DETERMINER, OBJECT};

LearnedWeights train(std::size_t iterations, std::uint64_t seed, std::uint32_t min_updates) {
    return train_labels({sentence()}, {GOLD}, LABELS, iterations, seed, min_updates);
}

Names labelled(const LearnedWeights& learned, const Tree& tree) {
    const SmallWeights weights(learned, LABELS.hashes.size());
    return label_tree(weights.packed(), LABELS, tree);
}

TEST_CASE("the arcs of the training tree get the labels that they have there") {
    CHECK_EQ(labelled(train(10, 1, 1), sentence()), GOLD);
}

TEST_CASE("a part of the tree keeps its labels") {
    const Tree part = {{1, 2, 3}, {4, 5, 6}, {1, 2, NO_HEAD}};
    CHECK_EQ(labelled(train(10, 1, 1), part), (Names{DETERMINER, SUBJECT, ROOT}));
}

TEST_CASE("only a root has the root's label, though it is the first of equal scores") {
    CHECK_EQ(labelled({}, sentence()),
             (Names{DETERMINER, DETERMINER, ROOT, DETERMINER, DETERMINER}));
    CHECK_EQ(labelled({}, {{1}, {4}, {NO_HEAD}}), (Names{ROOT}));
    CHECK(labelled({}, {}).empty());
}

TEST_CASE("the same seed gives the same labeller, and rare features none") {
    const LearnedWeights first = train(5, 3, 1), second = train(5, 3, 1);
    CHECK(!first.hashes.empty());
    CHECK_EQ(first.hashes, second.hashes);
    CHECK_EQ(first.classes, second.classes);
    CHECK_EQ(first.values, second.values);
    CHECK(train(1, 3, 100).hashes.empty());
}

}  // namespace
}  // namespace syntacticdiff::testing
