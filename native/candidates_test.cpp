#include "candidates.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine.hpp"
#include "model.hpp"
#include "settings.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

// "sat cat": `sat` may be replaced by `the` or `a` and not removed, `cat` may be removed.
std::vector<const Token*> sat_cat(SmallTable& words) {
    return {words.token("sat", {{"the", 0}, {"a", 0}}, false), words.token("cat")};
}

TEST_CASE("candidates are listed by position: insertions, the removal, substitutions") {
    const SmallModel small = cat_model();
    const Model model(small.levels(), true);
    SmallTable words = cat_table(model);
    words.set_insertions({{"the", 0}, {"a", 0}});
    CandidateColumns columns;
    columns.add_sentence(sat_cat(words), words.table.insertions());
    columns.add_sentence({}, words.table.insertions());
    const std::uint32_t a = words.word("a")->handle, the = words.word("the")->handle;
    CHECK_EQ(columns.counts, std::vector<std::uint32_t>({9, 2}));
    CHECK_EQ(columns.positions, std::vector<std::int32_t>({0, 0, 0, 0, 1, 1, 1, 2, 2, 0, 0}));
    CHECK_EQ(columns.ranks, std::vector<std::uint8_t>({0, 0, 2, 2, 0, 0, 1, 0, 0, 0, 0}));
    CHECK_EQ(columns.targets,
             std::vector<std::uint32_t>({a, the, a, the, a, the, ABSENT, a, the, a, the}));
    CHECK_EQ(columns.target_ids,
             std::vector<std::int32_t>({A, THE, A, THE, A, THE, -1, A, THE, A, THE}));
}

TEST_CASE("a candidate's gain is the bits that the sentence saves by it") {
    const SmallModel small = cat_model();
    const Engine engine(small.levels(), true, Settings(), {A, THE});
    SmallTable words = cat_table(engine.model);
    words.set_insertions({{"the", 0}, {"a", 0}});
    const Stop stop;
    Interrupt interrupt(stop, [] {});
    CandidateGains scorer(engine, words.table, interrupt);
    std::vector<std::int64_t> gains;
    scorer.add_sentence(sat_cat(words), gains);
    const std::vector<SmallModel::Words> edited{{A, SAT, CAT}, {THE, SAT, CAT}, {A, CAT},
                                                {THE, CAT},    {SAT, A, CAT},   {SAT, THE, CAT},
                                                {SAT},         {SAT, CAT, A},   {SAT, CAT, THE}};
    std::vector<std::int64_t> expected;
    for (const SmallModel::Words& sentence : edited) {
        expected.push_back(small.bits({SAT, CAT}) - small.bits(sentence));
    }
    CHECK_EQ(gains, expected);
}

TEST_CASE("without insertable words there are removals and substitutions alone") {
    const SmallModel small = cat_model();
    const Engine engine(small.levels(), true, Settings(), {});
    SmallTable words = cat_table(engine.model);
    const Stop stop;
    Interrupt interrupt(stop, [] {});
    CandidateGains scorer(engine, words.table, interrupt);
    std::vector<std::int64_t> gains;
    CandidateColumns columns;
    scorer.add_sentence(sat_cat(words), gains);
    columns.add_sentence(sat_cat(words), words.table.insertions());
    CHECK_EQ(gains.size(), std::size_t{3});
    CHECK_EQ(columns.ranks, std::vector<std::uint8_t>({2, 2, 1}));
}

}  // namespace
}  // namespace syntacticdiff::testing
