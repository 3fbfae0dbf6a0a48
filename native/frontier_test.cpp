#include "frontier.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "hypothesis.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

const Word A_WORD{"a", 3, 0}, B_WORD{"b", 4, 1}, C_WORD{"c", 5, 2};
constexpr double INFINITE = std::numeric_limits<double>::infinity();

// The original sentence "a b a b ..." and candidates with one edit of it.
struct Fixture {
    std::vector<const Word*> source;
    SameSentence sentences;
    Hypothesis original;

    explicit Fixture(std::size_t length = 6) {
        for (std::size_t i = 0; i < length; ++i) source.push_back(i % 2 == 0 ? &A_WORD : &B_WORD);
        sentences.reset(source);
        original.objective = 10.0;
    }

    Candidate candidate(double objective, std::uint32_t position, Rank rank,
                        const Word* target = nullptr, std::int64_t penalty = 0) const {
        return {&original, {position, 0, true}, rank, target, objective, 0, penalty, 0};
    }
};

TEST_CASE("a candidate is written out as its parent and one edit more") {
    Fixture given;
    given.original.steps = {{1, Rank::insert, &C_WORD}};
    Candidate candidate = given.candidate(3.0, 0, Rank::remove, nullptr, 7);
    candidate.total = 5;
    candidate.windows = 6;
    Hypothesis written;
    written.steps.assign(9, {0, Rank::remove, nullptr});  // of another one, before
    candidate.write(written);
    CHECK_EQ(written.objective, 3.0);
    CHECK_EQ(written.total, 5);
    CHECK_EQ(written.penalty, 7);
    CHECK_EQ(written.windows, std::size_t{6});
    CHECK_EQ(compare(written.steps, {{0, Rank::insert, &C_WORD}, {0, Rank::remove, nullptr}}), 0);
}

TEST_CASE("the best is the first in the order, in whichever order they come") {
    Fixture given;
    std::vector<Candidate> candidates{given.candidate(9.0, 0, Rank::remove),
                                      given.candidate(8.0, 1, Rank::insert, &B_WORD),
                                      given.candidate(8.0, 0, Rank::substitute, &C_WORD),
                                      given.candidate(8.0, 0, Rank::substitute, &B_WORD)};
    std::vector<std::size_t> order{0, 1, 2, 3};
    do {
        Hypothesis found = given.original;
        Best best(found);
        CHECK_EQ(best.limit(), 10.0);
        for (const std::size_t i : order) best.offer(candidates[i]);
        CHECK_EQ(best.limit(), 8.0);
        CHECK_EQ(compare(found.steps, {{0, Rank::substitute, &B_WORD}}), 0);
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("the original is better than an edit that changes nothing about J") {
    Fixture given;
    Hypothesis found = given.original;
    Best best(found);
    best.offer(given.candidate(10.0, 0, Rank::remove));
    CHECK(found.steps.empty());
}

// Everything that a beam of this width should keep of some candidates: sorted, no sentence twice.
std::vector<Hypothesis> kept_of(const Fixture& given, const std::vector<Candidate>& candidates,
                                std::size_t width) {
    std::vector<Hypothesis> all(candidates.size()), kept;
    for (std::size_t i = 0; i < all.size(); ++i) candidates[i].write(all[i]);
    std::sort(all.begin(), all.end(),
              [](const Hypothesis& x, const Hypothesis& y) { return x.before(y); });
    for (const Hypothesis& next : all) {
        const bool known = std::any_of(kept.begin(), kept.end(), [&](const Hypothesis& other) {
            return given.sentences.same(next.steps, other.steps);
        });
        if (!known && kept.size() < width) kept.push_back(next);
    }
    return kept;
}

TEST_CASE("a beam keeps the best few in their order, of equal sentences the first") {
    const Fixture given(60);
    std::mt19937 generator(1);
    const auto objective = [&] { return static_cast<double>(generator() % 16); };  // many ties
    std::vector<Candidate> candidates;
    for (std::uint32_t position = 0; position < 60; ++position) {
        for (const Word* word : {&A_WORD, &B_WORD, &C_WORD}) {
            for (const Rank rank : {Rank::insert, Rank::substitute}) {
                candidates.push_back(given.candidate(objective(), position, rank, word));
            }
        }
        candidates.push_back(given.candidate(objective(), position, Rank::remove));
    }
    for (const std::size_t width : std::vector<std::size_t>{1, 2, 3, 8, 50, 4000}) {
        Beam beam(width, given.sentences);
        for (int round = 0; round < 3; ++round) {  // its memory is used again
            std::shuffle(candidates.begin(), candidates.end(), generator);
            beam.clear();
            CHECK_EQ(beam.limit(), INFINITE);
            for (const Candidate& candidate : candidates) {
                if (candidate.objective <= beam.limit()) beam.offer(candidate);
            }
            beam.sort_out();
            const std::vector<Hypothesis> expected = kept_of(given, candidates, width);
            CHECK_EQ(beam.size(), expected.size());
            for (std::size_t i = 0; i < std::min(beam.size(), expected.size()); ++i) {
                CHECK_EQ(beam[i].objective, expected[i].objective);
                CHECK_EQ(compare(beam[i].steps, expected[i].steps), 0);
            }
            // Until it is full, everything has a chance.
            const bool full = beam.size() == width;
            CHECK_EQ(beam.limit(), full ? expected.back().objective : INFINITE);
        }
    }
}

TEST_CASE("every hypothesis is kept once, with its penalty, and the best of them") {
    Fixture given;
    Hypothesis found = given.original;
    Best best(found);
    All all(best);
    CHECK_EQ(all.limit(), INFINITE);
    all.offer(given.candidate(12.0, 0, Rank::remove, nullptr, 1));
    all.offer(given.candidate(9.0, 1, Rank::remove, nullptr, 2));
    all.offer(given.candidate(12.0, 0, Rank::remove, nullptr, 1));
    all.offer(given.candidate(11.0, 1, Rank::substitute, &C_WORD, 3));
    CHECK_EQ(all.reached().size(), std::size_t{3});
    CHECK_EQ(all.reached().at({{0, Rank::remove, nullptr}}), 1);
    CHECK_EQ(all.reached().at({{1, Rank::substitute, &C_WORD}}), 3);
    CHECK_EQ(compare(found.steps, {{1, Rank::remove, nullptr}}), 0);
}

}  // namespace
}  // namespace syntacticdiff::testing
