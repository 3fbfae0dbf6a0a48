#include "lattice.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine.hpp"
#include "search.hpp"
#include "settings.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

Settings lattice_settings() {
    Settings settings;
    settings.search = Search::lattice;
    settings.max_edits = NO_LIMIT;
    settings.mean = false;
    settings.cost = Cost::window;
    settings.min_probability = 0.0;
    return settings;
}

// The cat model, V_INS a and the, and edits that cost a bit.
struct Fixture {
    SmallModel small = cat_model();
    Engine engine;
    SmallTable words;
    Stop stop;
    Interrupt interrupt{stop, [] {}};

    explicit Fixture(const Settings& settings)
        : engine(small.levels(), true, settings, {A, THE}), words(cat_table(engine.model)) {
        const auto bit = static_cast<std::int64_t>(ONE_BIT);
        words.set_insertions({{"a", bit}, {"the", bit}});
    }

    Results search(const std::vector<const Token*>& sentence) {
        Results results;
        Searcher(engine, words.table, interrupt).search(sentence, nullptr, 0, results);
        return results;
    }
    std::vector<RankedHypothesis> n_best(const std::vector<const Token*>& sentence,
                                         std::size_t number) {
        Results results;
        return Searcher(engine, words.table, interrupt)
            .n_best(sentence, nullptr, 0, number, results);
    }
};

bool close(double a, double b) { return std::fabs(a - b) < 1e-12; }

TEST_CASE("the best hypothesis is that of an exhaustive search") {
    for (const char* text : {"cat a sat", "sat", "the the cat", "a unlikely cat sat"}) {
        Settings settings = lattice_settings();
        settings.max_edits = 2;
        settings.max_inserted = 2;
        Fixture lattice(settings);
        settings.search = Search::recursive;
        settings.positions = Positions::all;
        Fixture recursive(settings);
        const Results ours = lattice.search(lattice.words.sentence(text));
        const Results theirs = recursive.search(recursive.words.sentence(text));
        CHECK_EQ(ours.positions, theirs.positions);
        CHECK_EQ(ours.ranks, theirs.ranks);
        CHECK_EQ(ours.gains, theirs.gains);
        CHECK_EQ(ours.after, theirs.after);
    }
}

TEST_CASE("the shares of all hypotheses sum to one, and an edit's share is its probability") {
    Fixture given(lattice_settings());
    const std::vector<const Token*> sentence = given.words.sentence("cat sat");
    const Results results = given.search(sentence);
    double total = 0.0;
    std::vector<double> shares(results.edit_counts[0], 0.0);
    for (const RankedHypothesis& hypothesis : given.n_best(sentence, 100000)) {
        total += hypothesis.probability;
        for (const Step& step : hypothesis.steps) {
            for (std::size_t i = 0; i < shares.size(); ++i) {
                const std::uint32_t target = step.target == nullptr ? ABSENT : step.target->handle;
                if (results.edit_positions[i] == step.position &&
                    results.edit_ranks[i] == static_cast<std::uint8_t>(step.rank) &&
                    results.edit_targets[i] == target) {
                    shares[i] += hypothesis.probability;
                }
            }
        }
    }
    CHECK(close(total, 1.0));
    for (std::size_t i = 0; i < shares.size(); ++i) {
        CHECK(close(shares[i], results.edit_probabilities[i]));
    }
}

TEST_CASE("hypotheses are ranked by their cost, and a removal leaves a word") {
    Fixture given(lattice_settings());
    const std::vector<RankedHypothesis> ranked = given.n_best(given.words.sentence("sat"), 50);
    for (std::size_t i = 1; i < ranked.size(); ++i) CHECK(ranked[i - 1].cost <= ranked[i].cost);
    for (const RankedHypothesis& hypothesis : ranked) {
        const bool empty = hypothesis.steps.size() == 1 && hypothesis.steps[0].rank == Rank::remove;
        CHECK(!empty);
    }
}

TEST_CASE("a long sentence is settled in parts without another answer") {
    Settings settings = lattice_settings();
    settings.prune = 3.0;
    Fixture given(settings);
    std::string text;
    for (int i = 0; i < 3000; ++i) text += i == 0 ? "cat sat" : " the cat sat a";
    const std::vector<const Token*> sentence = given.words.sentence(text);
    const Results results = given.search(sentence);
    const std::vector<RankedHypothesis> whole = given.n_best(sentence, 1);  // never settles
    CHECK_EQ(results.positions.size(), whole[0].steps.size());
    for (std::size_t i = 0; i < results.positions.size(); ++i) {
        CHECK_EQ(results.positions[i], whole[0].steps[i].position);
        CHECK_EQ(results.ranks[i], static_cast<std::uint8_t>(whole[0].steps[i].rank));
    }
}

}  // namespace
}  // namespace syntacticdiff::testing
