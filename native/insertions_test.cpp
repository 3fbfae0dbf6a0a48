#include "insertions.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "model.hpp"
#include "scorer.hpp"
#include "sentence.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("slots are the distinct insertable words in the order of their ids") {
    const SmallModel small = cat_model();
    const Model model(small.levels(), true);
    const InsertionIndex index(Scorer(model), {THE, A, THE, UNKNOWN});
    CHECK_EQ(index.ids(), std::vector<std::uint32_t>({UNKNOWN, A, THE}));
    CHECK_EQ(index.slot(A), 1U);
    CHECK_EQ(index.slot(THE), 2U);
    CHECK_EQ(index.unigrams(), std::vector<double>({-3.0, -1.5, -1.25}));
    CHECK_EQ(index.backoffs(), std::vector<double>({0.0, -0.25, -0.75}));
    CHECK_THROWS_AS(index.slot(CAT), std::invalid_argument);
    CHECK_THROWS_AS(index.slot(1'000'000), std::invalid_argument);
    const InsertionIndex nothing(Scorer(model), {});
    CHECK_EQ(nothing.size(), std::size_t{0});
    CHECK_THROWS_AS(nothing.slot(UNKNOWN), std::invalid_argument);
}

TEST_CASE("the bigrams of insertable words are found by their second word") {
    const SmallModel small = cat_model();
    const Model model(small.levels(), true);
    const InsertionIndex index(Scorer(model), {A, CAT, THE});
    std::vector<std::uint32_t> slots, bigrams;
    const View<Seen> before = index.before(CAT);
    for (std::size_t i = 0; i < before.size; ++i) {
        slots.push_back(before.data[i].slot);
        bigrams.push_back(before.data[i].ngram);
    }
    CHECK_EQ(slots, std::vector<std::uint32_t>({0, 2}));  // a cat, the cat
    CHECK_EQ(bigrams,
             std::vector<std::uint32_t>({model.child(1, A, CAT), model.child(1, THE, CAT)}));
    CHECK_EQ(index.before(END).size, std::size_t{0});  // sat </s>: not sat
}

TEST_CASE("the insertable words that continue a context are found in short and long lists") {
    // Word 3 is followed by every word but the markers; few and many of them are insertable.
    SmallModel::Ngrams ngrams;
    for (std::uint32_t word = 0; word < 60; ++word) ngrams[{word}] = {-1.0F, -0.5F};
    for (std::uint32_t word = 3; word < 60; ++word) ngrams[{3, word}] = {-0.5F, 0.0F};
    const SmallModel small(ngrams);
    const Model model(small.levels(), true);
    const std::vector<std::vector<std::uint32_t>> sets{
        {59}, {3}, {0, 5, 58}, {4, 9, 10, 30, 31, 59}, {2}, {0, 1, 2}};
    for (const std::vector<std::uint32_t>& ids : sets) {
        const InsertionIndex index(Scorer(model), ids);
        std::vector<std::uint32_t> found, expected;
        index.continuations(1, 3, [&](std::uint32_t slot, std::uint32_t ngram) {
            found.push_back(index.ids()[slot]);
            CHECK_EQ(ngram, model.child(1, 3, index.ids()[slot]));
        });
        for (const std::uint32_t id : ids) {
            if (id >= 3) expected.push_back(id);
        }
        CHECK_EQ(found, expected);
        index.continuations(1, 4, [&](std::uint32_t, std::uint32_t) { CHECK(false); });
    }
}

TEST_CASE("all insertable words cost at once what each costs by itself") {
    std::mt19937 generator(1);
    const std::vector<std::string> texts{"v", "w", "x", "y", "z", "unknown"};
    for (unsigned seed = 0; seed < 120; ++seed) {
        const bool closed = seed % 2 == 0;
        const SmallModel small = SmallModel::random(seed, 1 + seed % MAX_ORDER, 8, closed);
        const Model model(small.levels(), closed);
        const Scorer scorer(model);
        SmallTable words(model, {{"v", 3}, {"w", 4}, {"x", 5}, {"y", 6}, {"z", 7}});
        const InsertionIndex index(scorer, {UNKNOWN, 3, 5, 7});
        InsertionScores scores(scorer, index);
        for (int sentences = 0; sentences < 6; ++sentences) {
            std::vector<const Token*> tokens;
            for (std::size_t i = generator() % 8; i > 0; --i) {
                tokens.push_back(words.token(texts[generator() % texts.size()]));
            }
            ScoredSentence sentence;
            sentence.score(scorer, tokens);
            // Twice: the second time, costs are those that were kept.
            for (std::size_t turn = 0; turn < 2 * sentence.windows(); ++turn) {
                const std::size_t position = turn % sentence.windows();
                const std::int64_t* costs = scores.score(sentence, position);
                const std::int64_t kept =
                    sentence.total - sentence.replaced(scorer, position, position);
                for (std::size_t slot = 0; slot < index.size(); ++slot) {
                    const Word word{"", index.ids()[slot], 0};
                    CHECK_EQ(kept + costs[slot],
                             sentence.total_with(scorer, position, position, &word));
                }
            }
        }
    }
}

}  // namespace
}  // namespace syntacticdiff::testing
