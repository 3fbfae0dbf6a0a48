#include "hypothesis.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

const Word A_WORD{"a", 3, 0}, B_WORD{"b", 4, 1}, C_WORD{"c", 5, 2}, UPPER{"B", 0, 3};
constexpr const Word* a = &A_WORD;
constexpr const Word* b = &B_WORD;
constexpr const Word* c = &C_WORD;

Step insert(std::uint32_t position, const Word* word) { return {position, Rank::insert, word}; }
Step remove(std::uint32_t position) { return {position, Rank::remove, nullptr}; }
Step substitute(std::uint32_t position, const Word* word) {
    return {position, Rank::substitute, word};
}

// Steps as a reader writes them: "0+a 1- 2=b".
std::string written(const Steps& steps) {
    std::string result;
    for (const Step& step : steps) {
        if (!result.empty()) result += ' ';
        result += std::to_string(step.position) + "+-="[static_cast<std::size_t>(step.rank)];
        if (step.target != nullptr) result += step.target->text;
    }
    return result;
}

// An insertion before the item at `index` of the sentence as edited so far.
std::string with_insertion_at(const Steps& steps, std::size_t length, std::size_t index,
                              const Word* word) {
    Steps result;
    with_insertion(steps, locate(steps, length, index), word, result);
    return written(result);
}

std::string with(const Steps& steps, const Step& change) {
    Steps result;
    with_change(steps, change, result);
    return written(result);
}

TEST_CASE("steps are listed by position, then insertions, then the change of the token") {
    CHECK_EQ(with({substitute(1, b)}, remove(0)), "0- 1=b");
    CHECK_EQ(with_insertion_at({substitute(1, b)}, 3, 1, a), "1+a 1=b");
    CHECK_EQ(with_insertion_at({insert(1, a)}, 3, 1, b), "1+b 1+a");
    CHECK_EQ(with_insertion_at({insert(1, a)}, 3, 2, b), "1+a 1+b");
    CHECK_EQ(with_insertion_at({}, 3, 3, a), "3+a");  // before the end marker
}

TEST_CASE("an insertion behind removed tokens stands before the first of them") {
    // Whichever was found first
    CHECK_EQ(with({insert(1, a)}, remove(0)), "0+a 0-");
    CHECK_EQ(with_insertion_at({remove(0)}, 3, 0, a), "0+a 0-");
    // before a run of them
    CHECK_EQ(with({insert(2, a), remove(0)}, remove(1)), "0+a 0- 1-");
    CHECK_EQ(with({insert(2, a), remove(1)}, remove(0)), "0+a 0- 1-");
    // at the end of a gap that has insertions already
    CHECK_EQ(with({insert(0, b), insert(1, a)}, remove(0)), "0+b 0+a 0-");
    // but not past a token that stays or is replaced
    CHECK_EQ(with({insert(2, a)}, remove(0)), "0- 2+a");
    CHECK_EQ(with({substitute(1, c), insert(2, a)}, remove(0)), "0- 1=c 2+a");
    // An insertion that cuts a run in two keeps the second part from moving it.
    CHECK_EQ(with({remove(0), insert(2, a), remove(2)}, remove(1)), "0+a 0- 1- 2-");
}

TEST_CASE("the gap in normal form is where an insertion ends up") {
    const std::vector<Steps> many{{},
                                  {remove(0)},
                                  {remove(0), remove(1)},
                                  {remove(1), substitute(2, a)},
                                  {insert(0, a), remove(0), remove(2), remove(3)}};
    for (const Steps& steps : many) {
        for (std::uint32_t gap = 0; gap <= 4; ++gap) {
            std::uint32_t slots = 0;
            for (const Step& step : steps) {
                slots += step.rank == Rank::insert && step.position == gap ? 1 : 0;
            }
            Steps result;
            with_insertion(steps, {gap, slots, false}, c, result);
            std::uint32_t found = 99;
            for (const Step& step : result) found = step.target == c ? step.position : found;
            CHECK_EQ(gap_in_normal_form(steps, gap), found);
        }
    }
}

TEST_CASE("an item of the edited sentence is traced back to its gap and token") {
    // x y z w, edited: a b x c w </s>; x is kept, y replaced by c, z removed
    const Steps steps{insert(0, a), insert(0, b), substitute(1, c), remove(2)};
    struct Expected {
        std::uint32_t gap, slot;
        bool editable;
    };
    const std::vector<Expected> expected{{0, 0, false}, {0, 1, false}, {0, 2, true},
                                         {1, 0, false}, {3, 0, true},  {4, 0, false}};
    for (std::size_t index = 0; index < expected.size(); ++index) {
        const Place place = locate(steps, 4, index);
        CHECK_EQ(place.gap, expected[index].gap);
        CHECK_EQ(place.slot, expected[index].slot);
        CHECK_EQ(place.editable, expected[index].editable);
    }
}

TEST_CASE("the order for ties: position, insert before remove before sub, bytes of the target") {
    const std::vector<Steps> sorted{{},
                                    {insert(0, &UPPER)},  // "B" < "a"
                                    {insert(0, a)},
                                    {insert(0, a), remove(0)},  // a longer list comes later
                                    {insert(0, b)},
                                    {remove(0)},
                                    {substitute(0, a)},
                                    {substitute(0, b)},
                                    {insert(1, a)}};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            const int order = compare(sorted[i], sorted[j]);
            CHECK_EQ((order > 0) - (order < 0), (i > j) - (i < j));
        }
    }
}

TEST_CASE("hypotheses are ordered by J, then the number of edits, then the edits") {
    const auto hypothesis = [](double objective, Steps steps) {
        Hypothesis result;
        result.objective = objective;
        result.steps = std::move(steps);
        return result;
    };
    const std::vector<Hypothesis> sorted{hypothesis(1.0, {substitute(5, b), substitute(6, b)}),
                                         hypothesis(2.0, {substitute(5, b)}),
                                         hypothesis(2.0, {insert(0, a), insert(0, b)}),
                                         hypothesis(2.0, {insert(0, b), insert(0, a)})};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            CHECK_EQ(sorted[i].before(sorted[j]), i < j);
        }
    }
}

TEST_CASE("sentences are the same if their words are, whichever edits made them") {
    const std::vector<const Word*> source{a, b, a, a, b};
    SameSentence sentences;
    sentences.reset(source);
    // All hypotheses of two edits at most, with their sentences
    std::vector<Steps> all{{}};
    for (std::size_t done = 0, depth = 0; depth < 2; ++depth) {
        for (const std::size_t end = all.size(); done < end; ++done) {
            for (std::size_t index = 0; index <= source.size(); ++index) {
                const Steps steps = all[done];
                Place place = locate(steps, source.size(), index);
                if (place.gap > source.size()) continue;
                for (const Word* word : {a, b}) {
                    all.emplace_back();
                    with_insertion(steps, place, word, all.back());
                    if (!place.editable) continue;
                    all.emplace_back();
                    with_change(steps, substitute(place.gap, word), all.back());
                }
                if (!place.editable) continue;
                all.emplace_back();
                with_change(steps, remove(place.gap), all.back());
            }
        }
    }
    CHECK(all.size() > 500);
    const auto text = [&](const Steps& steps) {
        std::string result;
        std::size_t next = 0;
        const auto take = [&](std::size_t end) {
            for (; next < end; ++next) result += source[next]->text;
        };
        for (const Step& step : steps) {
            take(step.position);
            if (step.target != nullptr) result += step.target->text;
            next += step.rank == Rank::insert ? 0 : 1;
        }
        take(source.size());
        return result;
    };
    std::size_t same = 0, wrong = 0;
    for (const Steps& left : all) {
        for (const Steps& right : all) {
            const bool equal = text(left) == text(right);
            same += equal ? 1 : 0;
            if (sentences.same(left, right) != equal) ++wrong;
            if ((sentences.hash(left) == sentences.hash(right)) != equal) ++wrong;
            if ((hash_of(left) == hash_of(right)) != (compare(left, right) == 0)) ++wrong;
        }
    }
    CHECK_EQ(wrong, std::size_t{0});
    CHECK(same > 2 * all.size());
}

TEST_CASE("words with different texts are different, though both are unknown") {
    const Word first{"q", 0, 7}, second{"qq", 0, 8};
    const std::vector<const Word*> source{a};
    SameSentence sentences;
    sentences.reset(source);
    CHECK(!sentences.same({substitute(0, &first)}, {substitute(0, &second)}));
    CHECK(sentences.hash({substitute(0, &first)}) != sentences.hash({substitute(0, &second)}));
}

}  // namespace
}  // namespace syntacticdiff::testing
