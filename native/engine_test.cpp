#include "engine.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "hypothesis.hpp"
#include "insertions.hpp"
#include "model.hpp"
#include "search.hpp"
#include "settings.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("an insertable id that the model does not have is an unknown word") {
    const SmallModel small = cat_model();
    const Engine engine(small.levels(), true, Settings(), {THE, 7, ABSENT});
    CHECK_EQ(engine.insertions.ids(), std::vector<std::uint32_t>({UNKNOWN, THE}));
}

// Takes the memory that would have been set free, so that a new one cannot have the same address.
std::unique_ptr<InsertionScores> another(const Engine& engine) {
    return std::make_unique<InsertionScores>(engine.scorer, engine.insertions);
}

TEST_CASE("what a batch borrowed is lent to the next one") {
    const SmallModel small = cat_model();
    const Engine engine(small.levels(), true, Settings(), {THE});
    const InsertionScores* first = nullptr;
    {
        const Engine::BorrowedScores one = engine.borrow_scores();
        const Engine::BorrowedScores other = engine.borrow_scores();
        CHECK(one.get() != other.get());  // two threads never share
        first = one.get();
    }
    const auto other = another(engine);
    CHECK_EQ(engine.borrow_scores().get(), first);  // the last that came back
}

TEST_CASE("what a batch borrowed comes back if it fails") {
    const SmallModel small = cat_model();
    const Engine engine(small.levels(), true, Settings(), {THE});
    const InsertionScores* borrowed = nullptr;
    {
        const Engine::BorrowedScores scores = engine.borrow_scores();
        borrowed = scores.get();
    }
    SmallTable words = cat_table(engine.model);
    words.set_insertions({{"cat", 0}});  // not one that the engine knows as insertable
    const Stop stop;
    Interrupt interrupt(stop, [] {});
    CHECK_THROWS_AS(Searcher(engine, words.table, interrupt), std::invalid_argument);
    const auto other = another(engine);
    CHECK_EQ(engine.borrow_scores().get(), borrowed);
}

TEST_CASE("a search that is called off notices soon") {
    Stop stop;
    Interrupt interrupt(stop, [] {});
    for (int i = 0; i < 100; ++i) interrupt.poll();
    stop.set();
    const auto some = [&] {
        for (int i = 0; i < 16; ++i) interrupt.poll();
    };
    CHECK_THROWS_AS(some(), Cancelled);
}

TEST_CASE("signals are asked for now and then, and what that throws ends the search") {
    struct Interrupted {};
    const Stop stop;
    int asked = 0;
    Interrupt interrupt(stop, [&] {
        if (++asked == 2) throw Interrupted();
    });
    const auto until_interrupted = [&] {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (std::chrono::steady_clock::now() < end) interrupt.poll();
    };
    CHECK_THROWS_AS(until_interrupted(), Interrupted);
    CHECK_EQ(asked, 2);
}

TEST_CASE("the answers of a batch are columns") {
    Results results;
    const Word word{"w", 3, 17};
    results.add_step({2, Rank::insert, &word}, 0.5);
    results.add_step({4, Rank::remove, nullptr}, -0.25);
    results.end_sentence(2, 8.0, 7.75);
    results.end_sentence(0, 3.0, 3.0);
    CHECK_EQ(results.counts, std::vector<std::uint32_t>({2, 0}));
    CHECK_EQ(results.before, std::vector<double>({8.0, 3.0}));
    CHECK_EQ(results.after, std::vector<double>({7.75, 3.0}));
    CHECK_EQ(results.positions, std::vector<std::uint32_t>({2, 4}));
    CHECK_EQ(results.ranks, std::vector<std::uint8_t>({0, 1}));
    CHECK_EQ(results.targets, std::vector<std::uint32_t>({17, ABSENT}));
    CHECK_EQ(results.gains, std::vector<double>({0.5, -0.25}));
}

}  // namespace
}  // namespace syntacticdiff::testing
