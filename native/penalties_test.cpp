#include "penalties.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "hypothesis.hpp"
#include "model.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

// "cat sat" with V_INS a (1), the (2); `cat` may be replaced by a (30) or the (40) and removed (5);
// `sat` may not be removed.
struct Fixture {
    SmallModel small = cat_model();
    Model model{small.levels(), true};
    SmallTable words = cat_table(model);
    std::vector<const Token*> tokens;
    // One for each candidate: position 0 has five, position 1 two, the end two.
    std::vector<std::int64_t> prices{100, 200, 300, 400, 500, 600, 700, 800, 900};

    Fixture() {
        words.set_insertions({{"a", 1}, {"the", 2}});
        tokens = {words.token("cat", {{"a", 30}, {"the", 40}}, true, 5),
                  words.token("sat", {}, false)};
    }
    const std::vector<Choice>& insertions() const { return words.table.insertions(); }
    const Word* a() { return words.word("a"); }
    const Word* the() { return words.word("the"); }
};

TEST_CASE("without prices an edit costs its words' penalty, wherever it is") {
    Fixture given;
    SentencePenalties penalties(given.insertions());
    penalties.reset(given.tokens, nullptr, 0);
    for (std::size_t gap = 0; gap <= 2; ++gap) {
        CHECK_EQ(penalties.insertions(gap)[0], 1);
        CHECK_EQ(penalties.insertions(gap)[1], 2);
        CHECK_EQ(penalties.least_insertion(gap), 1);
    }
    CHECK_EQ(penalties.removal({}, 0), 5);
    CHECK_EQ(penalties.substitution(0, 0), 30);
    CHECK_EQ(penalties.substitution(0, 1), 40);
}

TEST_CASE("prices are added to the penalties, each at its place") {
    Fixture given;
    given.prices[6] = -700;
    SentencePenalties penalties(given.insertions());
    penalties.reset(given.tokens, given.prices.data(), given.prices.size());
    CHECK_EQ(penalties.insertions(0)[0], 101);
    CHECK_EQ(penalties.insertions(0)[1], 202);
    CHECK_EQ(penalties.removal({}, 0), 305);
    CHECK_EQ(penalties.substitution(0, 0), 430);
    CHECK_EQ(penalties.substitution(0, 1), 540);
    CHECK_EQ(penalties.insertions(1)[0], 601);
    CHECK_EQ(penalties.insertions(1)[1], -698);
    CHECK_EQ(penalties.insertions(2)[1], 902);
    CHECK_EQ(penalties.least_insertion(0), 101);
    CHECK_EQ(penalties.least_insertion(1), -698);
    // The next sentence has none.
    penalties.reset(given.tokens, nullptr, 0);
    CHECK_EQ(penalties.insertions(0)[0], 1);
}

TEST_CASE("a removal that moves insertions pays for them where they go") {
    Fixture given;
    SentencePenalties penalties(given.insertions());
    penalties.reset(given.tokens, given.prices.data(), given.prices.size());
    const Steps behind{{1, Rank::insert, given.a()}, {1, Rank::insert, given.the()}};
    CHECK_EQ(penalties.removal(behind, 0), 305 + (101 - 601) + (202 - 702));
    const Steps before{{0, Rank::insert, given.a()}};
    CHECK_EQ(penalties.removal(before, 0), 305);
    // An insertion behind the removed token is paid for before it.
    const Steps removed{{0, Rank::remove, nullptr}};
    CHECK_EQ(penalties.gap_paid(removed, 1), std::size_t{0});
    CHECK_EQ(penalties.gap_paid({}, 1), std::size_t{1});
}

TEST_CASE("there is one price for each candidate") {
    Fixture given;
    SentencePenalties penalties(given.insertions());
    CHECK_EQ(candidates_at(given.insertions(), *given.tokens[0]), std::size_t{5});
    CHECK_EQ(candidates_at(given.insertions(), *given.tokens[1]), std::size_t{2});
    for (std::size_t count = 1; count < given.prices.size(); ++count) {
        CHECK_THROWS_AS(penalties.reset(given.tokens, given.prices.data(), count),
                        std::invalid_argument);
    }
    given.prices.push_back(0);
    CHECK_THROWS_AS(penalties.reset(given.tokens, given.prices.data(), given.prices.size()),
                    std::invalid_argument);
}

TEST_CASE("nothing is the cheapest insertion if there is none") {
    const std::vector<Choice> none;
    const std::vector<const Token*> tokens;
    SentencePenalties penalties(none);
    penalties.reset(tokens, nullptr, 0);
    CHECK_EQ(penalties.least_insertion(0), std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("gains are found beside the prices of their candidates, and only there") {
    Fixture given;
    SentencePenalties penalties(given.insertions());
    const std::vector<std::int64_t> gains{1, 2, 3, 4, 5, 6, 7, 8, 9};
    penalties.reset(given.tokens, given.prices.data(), given.prices.size(), gains.data());
    CHECK_EQ(penalties.gains(0)[2], 3);
    CHECK_EQ(penalties.gains(1)[0], 6);
    CHECK_EQ(penalties.gains(2)[1], 9);
    penalties.reset(given.tokens, given.prices.data(), given.prices.size());
    CHECK(penalties.gains(0) == nullptr);
    penalties.reset(given.tokens, nullptr, 0, gains.data());
    CHECK(penalties.gains(0) == nullptr);
}

}  // namespace
}  // namespace syntacticdiff::testing
