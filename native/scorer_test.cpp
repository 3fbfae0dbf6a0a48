#include "scorer.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "model.hpp"
#include "small_model.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

constexpr auto MOST = static_cast<std::int64_t>(MOST_BITS * ONE_BIT);

TEST_CASE("bits are rounded to the nearest unit, halves up") {
    CHECK_EQ(LOG2_10, std::log2(10.0));
    const auto units = [](double wanted) { return word_bits(-wanted / ONE_BIT / LOG2_10); };
    CHECK_EQ(units(0.0), 0);
    CHECK_EQ(units(ONE_BIT), std::int64_t{1} << 20);
    CHECK_EQ(units(0.4), 0);
    CHECK_EQ(units(0.6), 1);
    // A probability beyond 1, which only an imported model has: down, not towards zero.
    CHECK_EQ(units(-0.4), 0);
    CHECK_EQ(units(-0.6), -1);
    CHECK_EQ(units(-7.25), -7);
    CHECK_EQ(word_bits(-0.5 / ONE_BIT / LOG2_10), 1);
}

TEST_CASE("numbers that only a damaged file has count as very unlikely") {
    CHECK_EQ(word_bits(std::numeric_limits<double>::quiet_NaN()), MOST);
    CHECK_EQ(word_bits(std::numeric_limits<double>::infinity()), MOST);
    CHECK_EQ(word_bits(-std::numeric_limits<double>::infinity()), MOST);
    CHECK_EQ(word_bits(-1e300), MOST);
}

TEST_CASE("many words at once get the same bits as each by itself") {
    std::mt19937_64 generator(1);
    std::vector<double> log10{0.0,
                              -0.0,
                              std::numeric_limits<double>::quiet_NaN(),
                              -std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::denorm_min(),
                              std::numeric_limits<double>::max(),
                              std::numeric_limits<double>::lowest()};
    for (const double wanted : {0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 1e6 + 0.5, MOST_BITS * ONE_BIT}) {
        for (const double sign : {1.0, -1.0}) {
            const double near = sign * wanted / ONE_BIT / LOG2_10;
            log10.push_back(near);
            log10.push_back(std::nextafter(near, 100.0));  // the numbers beside it
            log10.push_back(std::nextafter(near, -100.0));
        }
    }
    std::uniform_real_distribution<double> probable(-12.0, 1.0), any(-4e5, 4e5);
    for (int i = 0; i < 10'000; ++i)
        log10.push_back(i % 2 == 0 ? probable(generator) : any(generator));
    for (int i = 0; i < 10'000; ++i) log10.push_back(number_of(generator()));
    std::vector<std::int64_t> units(log10.size(), 7), expected;
    for (const double number : log10) expected.push_back(7 + word_bits(number));
    add_word_bits(log10.data(), log10.size(), units.data());
    CHECK_EQ(units, expected);
}

// The bits of the last of some words that stand at the beginning of a sentence.
std::int64_t last_bits(const Scorer& scorer, const std::vector<std::uint32_t>& words) {
    State state = scorer.begin();
    std::int64_t bits = 0;
    for (const std::uint32_t word : words) bits = scorer.advance(state, word);
    return bits;
}

TEST_CASE("a look-up adds back-offs from the longest context down to what is stored") {
    const SmallModel small = cat_model();
    const Model model(small.levels(), true);
    const Scorer scorer(model);
    CHECK_EQ(last_bits(scorer, {THE}), word_bits(-0.5));         // <s> the
    CHECK_EQ(last_bits(scorer, {THE, CAT}), word_bits(-0.125));  // <s> the cat
    // back-off of `<s> a`, then `a cat`
    CHECK_EQ(last_bits(scorer, {A, CAT}), word_bits(-0.125 - 0.625));
    // back-offs of `the cat` and `cat`, then `the`
    CHECK_EQ(last_bits(scorer, {THE, CAT, THE}), word_bits(-0.375 - 0.5 - 1.25));
    // `a sat` is not stored and costs nothing; the back-off of `sat`, then `the`
    CHECK_EQ(last_bits(scorer, {A, SAT, THE}), word_bits(-0.125 - 1.25));
    // an unknown word, and what comes after it
    CHECK_EQ(last_bits(scorer, {UNKNOWN}), word_bits(-0.5 - 3.0));
    CHECK_EQ(last_bits(scorer, {UNKNOWN, CAT}), word_bits(-2.0));
}

TEST_CASE("an n-gram that is only a prefix of others has no probability of its own") {
    const SmallModel small({{{UNKNOWN}, {-3.0F, 0.0F}},
                            {{BEGIN}, {-99.0F, -0.5F}},
                            {{END}, {-1.0F, 0.0F}},
                            {{3}, {PREFIX_ONLY, -0.25F}},
                            {{BEGIN, 3}, {PREFIX_ONLY, -0.125F}},
                            {{BEGIN, 3, END}, {-0.75F, 0.0F}}});
    const Model model(small.levels(), false);
    const Scorer scorer(model);
    CHECK_EQ(last_bits(scorer, {3}), word_bits(-0.5));  // a back-off, and then nothing
    CHECK_EQ(last_bits(scorer, {3, END}), word_bits(-0.75));
    CHECK_EQ(scorer.unigram(3), 0.0);
}

TEST_CASE("sentences cost what the definition says, in models of every order") {
    const std::vector<std::uint32_t> some{UNKNOWN, 3, 4, 5};
    std::mt19937 generator(1);
    for (std::size_t order = 1; order <= MAX_ORDER; ++order) {
        for (const bool closed : {false, true}) {
            for (unsigned seed = 0; seed < 10; ++seed) {
                const SmallModel small = SmallModel::random(seed, order, 6, closed);
                const Model model(small.levels(), closed);
                const Scorer scorer(model);
                std::vector<std::uint32_t> words(generator() % 8);
                for (std::uint32_t& word : words) word = some[generator() % some.size()];
                State state = scorer.begin();
                std::int64_t total = 0;
                for (const std::uint32_t word : words) total += scorer.advance(state, word);
                total += scorer.advance(state, END);
                CHECK_EQ(total, small.bits(words));
            }
        }
    }
}

}  // namespace
}  // namespace syntacticdiff::testing
