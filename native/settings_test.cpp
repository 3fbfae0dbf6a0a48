#include "settings.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>

#include "scorer.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

constexpr auto ONE = static_cast<std::int64_t>(ONE_BIT);
constexpr double INFINITE = std::numeric_limits<double>::infinity();

Objective objective(Cost cost, double alpha = 0.5, bool mean = false) {
    Settings settings;
    settings.cost = cost;
    settings.alpha = alpha;
    settings.mean = mean;
    return Objective(settings);
}

TEST_CASE("H is the bits over all windows") {
    CHECK_EQ(bits_per_token(12 * ONE, 4), 3.0);
    CHECK_EQ(bits_per_token(1, 1), 1.0 / 1048576.0);
    CHECK_EQ(bits_per_token(-ONE, 2), -0.5);
}

TEST_CASE("the cost is H, the bits in total or the perplexity") {
    CHECK_EQ(objective(Cost::bits)(12 * ONE, 4, 0, 0), 0.5 * 3.0);
    CHECK_EQ(objective(Cost::window)(12 * ONE, 4, 0, 0), 0.5 * 12.0);
    CHECK_EQ(objective(Cost::perplexity)(12 * ONE, 4, 0, 0), 0.5 * 8.0);
}

TEST_CASE("alpha weighs the cost against the penalties") {
    CHECK_EQ(objective(Cost::bits, 0.25)(12 * ONE, 4, 2 * ONE, 1), 0.25 * 3.0 + 0.75 * 2.0);
    CHECK_EQ(objective(Cost::bits, 1.0)(12 * ONE, 4, 2 * ONE, 1), 3.0);
    CHECK_EQ(objective(Cost::bits, 0.0)(12 * ONE, 4, 2 * ONE, 1), 2.0);
}

TEST_CASE("penalties are summed, or averaged over the edits") {
    CHECK_EQ(objective(Cost::bits, 0.5, false)(0, 4, 6 * ONE, 3), 0.5 * 6.0);
    CHECK_EQ(objective(Cost::bits, 0.5, true)(0, 4, 6 * ONE, 3), 0.5 * 2.0);
    CHECK_EQ(objective(Cost::bits, 0.5, true)(0, 4, 0, 0), 0.0);  // nothing edited: W = 0
    // One unit is 2^-20, and nothing is lost on the way.
    CHECK_EQ(objective(Cost::bits, 0.0, false)(0, 1, 3 * ONE + 1, 2), 3.0 + 1.0 / 1048576.0);
}

TEST_CASE("J is never a NaN, which has no place in an order") {
    // 0 * an infinite perplexity
    CHECK_EQ(objective(Cost::perplexity, 0.0)(4096 * ONE, 1, ONE, 1), INFINITE);
    CHECK_EQ(objective(Cost::perplexity, 0.5)(4096 * ONE, 1, ONE, 1), INFINITE);
}

TEST_CASE("the largest total that is worth a look never leaves out one within the limit") {
    std::mt19937_64 generator(1);
    const auto below = [&](std::int64_t most) {
        return static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(most));
    };
    for (const Cost cost : {Cost::bits, Cost::window, Cost::perplexity}) {
        for (const double alpha : {0.0, 0.1, 0.5, 1.0}) {
            const Objective measure = objective(cost, alpha, generator() % 2 == 0);
            for (int i = 0; i < 500; ++i) {
                const auto windows = static_cast<std::size_t>(1 + below(40));
                const auto edits = static_cast<std::size_t>(1 + below(4));
                const std::int64_t total = below(400 * ONE), penalty = below(20 * ONE) - 5 * ONE;
                const double limit = measure(total, windows, penalty, edits);
                CHECK(total <= measure.most_total(limit, windows, penalty, edits));
            }
        }
    }
}

TEST_CASE("the largest total that is worth a look leaves out what is well beyond the limit") {
    for (const Cost cost : {Cost::bits, Cost::window}) {
        const Objective measure = objective(cost);
        const double limit = measure(100 * ONE, 10, ONE, 1);
        CHECK(measure.most_total(limit, 10, ONE, 1) < 100 * ONE + 100);
        CHECK(measure.most_total(-1e12, 10, ONE, 1) < -(std::int64_t{1} << 60));
    }
    // Without a limit there is room to subtract what is kept.
    const std::int64_t anything = objective(Cost::bits).most_total(INFINITE, 10, 0, 1);
    CHECK_EQ(anything, std::numeric_limits<std::int64_t>::max() / 2);
}

}  // namespace
}  // namespace syntacticdiff::testing
