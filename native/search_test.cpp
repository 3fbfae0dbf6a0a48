#include "search.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine.hpp"
#include "hypothesis.hpp"
#include "model.hpp"
#include "settings.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

Settings settings_for(Search search, std::uint32_t max_edits = 2) {
    Settings settings;
    settings.search = search;
    settings.max_edits = max_edits;
    settings.positions = Positions::all;
    settings.mean = false;
    return settings;
}

// An engine with the cat model and V_INS a, the.
struct Fixture {
    SmallModel small = cat_model();
    Engine engine;
    SmallTable words;
    Stop stop;
    Interrupt interrupt{stop, [] {}};

    explicit Fixture(const Settings& settings)
        : engine(small.levels(), true, settings, {A, THE}), words(cat_table(engine.model)) {
        words.set_insertions({{"a", 0}, {"the", 0}});
    }

    Results search(const std::vector<const Token*>& sentence) {
        Results results;
        Searcher(engine, words.table, interrupt).search(sentence, nullptr, 0, results);
        return results;
    }
    double bits(const SmallModel::Words& sentence) const {
        return bits_per_token(small.bits(sentence), sentence.size() + 1);
    }
};

// The steps of a batch's only sentence as a reader writes them: "0+the 1-".
std::string written(const Results& results, const WordTable& table) {
    std::string steps;
    for (std::size_t i = 0; i < results.positions.size(); ++i) {
        if (!steps.empty()) steps += ' ';
        steps += std::to_string(results.positions[i]) + "+-="[results.ranks[i]];
        if (results.targets[i] != ABSENT) steps += table.word(results.targets[i]).text;
    }
    return steps;
}

TEST_CASE("the missing article is put in, and each edit's gain is the drop of H at its step") {
    for (const Search search : {Search::recursive, Search::beam}) {
        Fixture given(settings_for(search));
        const Results results = given.search(given.words.sentence("cat a sat"));
        CHECK_EQ(written(results, given.words.table), "0+the 1-");
        const double before = given.bits({CAT, A, SAT}), between = given.bits({THE, CAT, A, SAT});
        const double after = given.bits({THE, CAT, SAT});
        CHECK_EQ(results.before, std::vector<double>({before}));
        CHECK_EQ(results.after, std::vector<double>({after}));
        CHECK_EQ(results.gains, std::vector<double>({before - between, between - after}));
    }
}

TEST_CASE("an edit that costs more than it saves is not made") {
    Fixture given(settings_for(Search::recursive));
    given.words.set_insertions({{"a", std::int64_t{1} << 30}, {"the", std::int64_t{1} << 30}});
    CHECK_EQ(written(given.search(given.words.sentence("cat sat")), given.words.table), "");
}

TEST_CASE("a removal never leaves a sentence without a token") {
    for (const Search search : {Search::recursive, Search::beam, Search::sweep}) {
        Fixture given(settings_for(search));
        given.words.set_insertions({});
        for (const char* text : {"unlikely", "sat"}) {
            CHECK_EQ(written(given.search(given.words.sentence(text)), given.words.table), "");
        }
        CHECK(!written(given.search(given.words.sentence("cat unlikely")), given.words.table)
                   .empty());
    }
}

TEST_CASE("a token that may not be removed stays") {
    Fixture given(settings_for(Search::recursive, 1));
    given.words.set_insertions({});
    const Token* fixed = given.words.token("unlikely", {}, false);
    const Token* cat = given.words.token("cat");
    CHECK_EQ(written(given.search({cat, fixed}), given.words.table), "0-");
    CHECK_EQ(written(given.search({fixed, fixed}), given.words.table), "");
}

TEST_CASE("without edits the sentence stays as it is") {
    for (const Search search : {Search::recursive, Search::beam}) {
        Fixture given(settings_for(search, 0));
        const Results results = given.search(given.words.sentence("cat a sat"));
        CHECK_EQ(results.counts, std::vector<std::uint32_t>({0}));
        CHECK_EQ(results.before, results.after);
    }
}

TEST_CASE("a beam stops where H is low enough, a recursive search does not") {
    Settings settings = settings_for(Search::beam);
    settings.stop_at = 1000.0;
    CHECK_EQ(Fixture(settings).search({}).counts[0], 0U);
    Fixture beam(settings);
    CHECK_EQ(beam.search(beam.words.sentence("cat a sat")).counts[0], 0U);
    settings.search = Search::recursive;
    Fixture recursive(settings);
    CHECK_EQ(recursive.search(recursive.words.sentence("cat a sat")).counts[0], 2U);
}

TEST_CASE("a sweep judges every edit alone, and gives no sentence afterwards") {
    Fixture given(settings_for(Search::sweep));
    const std::vector<const Token*> sentence{given.words.token("cat", {{"the", 0}}),
                                             given.words.token("sat")};
    const Results results = given.search(sentence);
    CHECK(std::isnan(results.after[0]));
    const double before = given.bits({CAT, SAT});
    for (std::size_t i = 0; i < results.positions.size(); ++i) {
        SmallModel::Words words{CAT, SAT};
        const auto at = words.begin() + results.positions[i];
        const std::uint32_t target =
            results.targets[i] == ABSENT ? 0 : given.words.table.word(results.targets[i]).id;
        switch (static_cast<Rank>(results.ranks[i])) {
            case Rank::insert:
                words.insert(at, target);
                break;
            case Rank::remove:
                words.erase(at);
                break;
            case Rank::substitute:
                *at = target;
                break;
        }
        CHECK_EQ(results.gains[i], before - given.bits(words));
        CHECK(results.gains[i] > 0.0);
    }
    CHECK(written(results, given.words.table).find("0+the") == 0);
    Settings strict = settings_for(Search::sweep);
    strict.min_gain = results.gains[0];  // the gain must be larger
    Fixture other(strict);
    const std::string steps =
        written(other.search(other.words.sentence("cat sat")), other.words.table);
    CHECK(steps.find("0+the") == std::string::npos);
}

TEST_CASE("a beam that drops nothing finds what the recursive search finds") {
    std::mt19937 generator(1);
    std::size_t edited = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        const SmallModel small = SmallModel::random(seed, 1 + seed % 4, 6, seed % 2 == 0);
        std::string text;
        for (std::size_t i = 1 + generator() % 4; i > 0; --i)
            text += std::string(" x y z").substr(2 * (generator() % 3), 2);
        const auto found = [&](Search search, std::optional<std::uint32_t> beam) {
            Settings settings = settings_for(search);
            settings.beam = beam;
            const Engine engine(small.levels(), seed % 2 == 0, settings, {3, 4});
            SmallTable words(engine.model, {{"x", 3}, {"y", 4}, {"z", 5}});
            words.set_insertions({{"x", 1000}, {"y", 5000}});
            const Stop stop;
            Interrupt interrupt(stop, [] {});
            Results results;
            Searcher searcher(engine, words.table, interrupt);
            searcher.search(words.sentence(text), nullptr, 0, results);
            return written(results, words.table);
        };
        const std::string expected = found(Search::recursive, 1);
        CHECK_EQ(found(Search::beam, std::nullopt), expected);
        if (!expected.empty()) ++edited;
    }
    CHECK(edited > 20);
}

TEST_CASE("prices decide between edits") {
    Fixture given(settings_for(Search::recursive, 1));
    const std::vector<const Token*> sentence = given.words.sentence("cat sat");
    const auto with_prices = [&](std::vector<std::int64_t> prices) {
        Results results;
        Searcher searcher(given.engine, given.words.table, given.interrupt);
        searcher.search(sentence, prices.data(), prices.size(), results);
        return written(results, given.words.table);
    };
    // a, the, removal; a, the, removal; a, the
    CHECK_EQ(with_prices({0, 0, 0, 0, 0, 0, 0, 0}), "0+the");
    const std::int64_t much = std::int64_t{1} << 30;
    CHECK_EQ(with_prices({0, much, much, much, much, much, much, much}), "0+a");
    CHECK_EQ(with_prices({much, much, much, much, much, -much, much, much}), "1-");
}

TEST_CASE("work is counted over all sentences, and not in their results") {
    Fixture given(settings_for(Search::sweep));
    Searcher searcher(given.engine, given.words.table, given.interrupt);
    Results results;
    CHECK_EQ(searcher.work().candidates, 0U);
    searcher.search(given.words.sentence("cat sat"), nullptr, 0, results);
    // Two insertions at each of three gaps and two removals. A trigram model looks up an inserted
    // word and two behind it, as far as there are any.
    CHECK_EQ(searcher.work().candidates, 8U);
    CHECK_EQ(searcher.work().queries, 2U * (3 + 3 + 2) + (2 + 1));
    searcher.search(given.words.sentence("cat sat"), nullptr, 0, results);
    CHECK_EQ(searcher.work().candidates, 16U);
}

TEST_CASE("a search that is called off gives up") {
    Fixture given(settings_for(Search::sweep));
    given.stop.set();
    CHECK_THROWS_AS(given.search(given.words.sentence(
                        "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a")),
                    Cancelled);
}

}  // namespace
}  // namespace syntacticdiff::testing
