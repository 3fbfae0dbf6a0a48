#include "model.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "small_model.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("a word is found in a sorted range, whatever its length, and no other is") {
    std::vector<std::uint32_t> words;
    for (std::uint32_t i = 0; i < 40; ++i) words.push_back(2 * i + 1);
    for (std::uint32_t begin = 0; begin < words.size(); ++begin) {
        for (std::uint32_t end = begin; end <= words.size(); ++end) {
            for (std::uint32_t word = 0; word <= 80; ++word) {
                const std::uint32_t index = word / 2;
                const bool there = word % 2 == 1 && begin <= index && index < end;
                const std::uint32_t found = Model::find(words.data(), {begin, end}, word);
                if (found != (there ? index : ABSENT)) CHECK_EQ(found, there ? index : ABSENT);
            }
        }
    }
}

TEST_CASE("an n-gram is the child of its context") {
    const SmallModel small = cat_model();
    const Model model(small.levels(), true);
    CHECK_EQ(model.order(), std::size_t{3});
    CHECK_EQ(model.vocabulary(), std::size_t{7});
    const std::uint32_t the_cat = model.child(1, THE, CAT);
    CHECK_EQ(model.log10(1, the_cat), -0.75F);
    CHECK_EQ(model.backoff(2, the_cat), -0.375F);
    CHECK_EQ(model.log10(2, model.child(2, the_cat, SAT)), -0.0625F);
    CHECK_EQ(model.child(1, THE, SAT), ABSENT);
    CHECK_EQ(model.child(2, the_cat, CAT), ABSENT);
    const Range of_sat = model.children(1, SAT);
    CHECK_EQ(of_sat.end - of_sat.begin, 1U);
    const Range of_end = model.children(1, END);
    CHECK_EQ(of_end.begin, of_end.end);
}

// A bigram model of the markers whose arrays a test may damage.
struct Bigrams {
    std::vector<float> unigrams{-1.0F, -99.0F, -1.0F}, backoff{0.0F, 0.0F, 0.0F};
    std::vector<std::uint32_t> children{0, 1, 2, 2};
    std::vector<std::uint32_t> words{0, 2};
    std::vector<float> bigrams{-0.5F, -0.5F};

    std::vector<Level> levels() const {
        return {{{},
                 {unigrams.data(), unigrams.size()},
                 {backoff.data(), backoff.size()},
                 {children.data(), children.size()}},
                {{words.data(), words.size()}, {bigrams.data(), bigrams.size()}, {}, {}}};
    }
    Model model() const { return {levels(), false}; }
};

TEST_CASE("ranges out of a damaged file stay within the arrays") {
    Bigrams damaged;
    damaged.children = {7, 1, 4'000'000'000, 0};
    const Model model = damaged.model();
    for (std::uint32_t context = 0; context < 3; ++context) {
        const Range range = model.children(1, context);
        CHECK(range.begin <= range.end);
        CHECK(range.end <= 2);
    }
    CHECK_EQ(model.child(1, 1, 2), 1U);  // the one that can still be found
}

TEST_CASE("arrays that do not fit together are refused") {
    CHECK_EQ(Bigrams().model().order(), std::size_t{2});
    Bigrams bad;
    bad.backoff.pop_back();
    CHECK_THROWS_AS(bad.model(), std::invalid_argument);
    bad = Bigrams();
    bad.children.pop_back();
    CHECK_THROWS_AS(bad.model(), std::invalid_argument);
    bad = Bigrams();
    bad.words.pop_back();
    CHECK_THROWS_AS(bad.model(), std::invalid_argument);
}

TEST_CASE("a model has one to five orders and the three markers") {
    const std::vector<float> logs{-1.0F, -1.0F, -1.0F};
    const std::vector<std::uint32_t> words{0, 1, 2}, children{0, 0, 0, 0};
    const Level level{{words.data(), 3}, {logs.data(), 3}, {logs.data(), 3}, {children.data(), 4}};
    CHECK_THROWS_AS(Model({}, true), std::invalid_argument);
    CHECK_EQ(Model(std::vector<Level>(5, level), true).order(), std::size_t{5});
    CHECK_THROWS_AS(Model(std::vector<Level>(6, level), true), std::invalid_argument);
    const Level no_end{{}, {logs.data(), 2}, {}, {}};
    CHECK_THROWS_AS(Model({no_end}, true), std::invalid_argument);
}

}  // namespace
}  // namespace syntacticdiff::testing
