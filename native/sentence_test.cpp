#include "sentence.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hypothesis.hpp"
#include "model.hpp"
#include "scorer.hpp"
#include "settings.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("every word has the bits of its window, the end marker included") {
    const SmallModel small = cat_model();
    const Model model(small.levels(), true);
    SmallTable words = cat_table(model);
    ScoredSentence sentence;
    sentence.score(Scorer(model), words.sentence("the cat sat"));
    CHECK_EQ(sentence.ids, std::vector<std::uint32_t>({THE, CAT, SAT, END}));
    CHECK_EQ(sentence.bits, std::vector<std::int64_t>({word_bits(-0.5), word_bits(-0.125),
                                                       word_bits(-0.0625), word_bits(-0.03125)}));
    CHECK_EQ(sentence.total, small.bits({THE, CAT, SAT}));
    sentence.score(Scorer(model), {});  // nothing is left of the sentence before
    CHECK_EQ(sentence.ids, std::vector<std::uint32_t>({END}));
    CHECK_EQ(sentence.total, word_bits(-0.5 - 1.0));
}

// Sentences of words 3, 4, 5 with any steps on them, in models of every order.
template <class F>
void each_edited_sentence(F&& f) {
    std::mt19937 generator(1);
    const std::vector<std::string> texts{"x", "y", "z"};
    for (unsigned seed = 0; seed < 200; ++seed) {
        const bool closed = seed % 2 == 0;
        const SmallModel small = SmallModel::random(seed, 1 + seed % MAX_ORDER, 6, closed);
        const Model model(small.levels(), closed);
        const Scorer scorer(model);
        SmallTable words(model, {{"x", 3}, {"y", 4}, {"z", 5}});
        std::vector<const Token*> tokens;
        for (std::size_t i = 1 + generator() % 12; i > 0; --i) {
            tokens.push_back(words.token(texts[generator() % 3]));
        }
        Steps steps;
        SmallModel::Words edited;
        for (std::uint32_t position = 0; position <= tokens.size(); ++position) {
            if (generator() % 5 == 0) {
                steps.push_back({position, Rank::insert, words.word(texts[generator() % 3])});
                edited.push_back(steps.back().target->id);
            }
            if (position == tokens.size()) break;
            const unsigned kind = generator() % 8;
            if (kind == 0) {
                steps.push_back({position, Rank::remove, nullptr});
            } else if (kind == 1) {
                steps.push_back({position, Rank::substitute, words.word(texts[generator() % 3])});
                edited.push_back(steps.back().target->id);
            } else {
                edited.push_back(tokens[position]->word->id);
            }
        }
        ScoredSentence source;
        source.score(scorer, tokens);
        f(small, scorer, source, steps, edited);
    }
}

TEST_CASE("an edited sentence is scored as if it were written anew") {
    each_edited_sentence([](const SmallModel& small, const Scorer& scorer,
                            const ScoredSentence& source, const Steps& steps,
                            SmallModel::Words words) {
        ScoredSentence edited;
        edited.edit(scorer, source, steps);
        CHECK_EQ(edited.total, small.bits(words));
        words.push_back(END);
        CHECK_EQ(edited.ids, words);
        State state = scorer.begin();
        for (std::size_t i = 0; i < words.size(); ++i) {
            CHECK(edited.states[i] == state);
            CHECK_EQ(edited.bits[i], scorer.advance(state, words[i]));
        }
    });
}

TEST_CASE("the total with one edit more is that of the sentence with it") {
    each_edited_sentence([](const SmallModel& small, const Scorer& scorer,
                            const ScoredSentence& source, const Steps&, const SmallModel::Words&) {
        const Word word{"y", 4, 0};
        const SmallModel::Words words(source.ids.begin(), source.ids.end() - 1);
        for (std::size_t i = 0; i <= words.size(); ++i) {
            const auto at = static_cast<std::ptrdiff_t>(i);
            SmallModel::Words longer = words;
            longer.insert(longer.begin() + at, word.id);
            CHECK_EQ(source.total_with(scorer, i, i, &word), small.bits(longer));
            if (i == words.size()) break;
            SmallModel::Words changed = words;
            changed[i] = word.id;
            CHECK_EQ(source.total_with(scorer, i, i + 1, &word), small.bits(changed));
            changed.erase(changed.begin() + at);
            CHECK_EQ(source.total_with(scorer, i, i + 1, nullptr), small.bits(changed));
        }
    });
}

TEST_CASE("an edit changes the windows of less than `order` words behind it") {
    const SmallModel small = cat_model();
    const Model model(small.levels(), true);
    const Scorer scorer(model);
    SmallTable words = cat_table(model);
    ScoredSentence sentence;
    sentence.score(scorer, words.sentence("the cat sat"));
    const std::vector<std::int64_t>& bits = sentence.bits;
    CHECK_EQ(sentence.replaced(scorer, 0, 0), bits[0] + bits[1]);
    CHECK_EQ(sentence.replaced(scorer, 0, 1), bits[0] + bits[1] + bits[2]);
    CHECK_EQ(sentence.replaced(scorer, 2, 3), bits[2] + bits[3]);  // there is nothing behind
    CHECK_EQ(sentence.replaced(scorer, 3, 3), bits[3]);
}

TEST_CASE("a search may edit at the least likely n-gram, in its window, or everywhere") {
    using Found = std::pair<std::size_t, std::size_t>;
    ScoredSentence sentence;
    sentence.ids.assign(6, 3);
    sentence.bits = {1, 5, 2, 7, 7, 0};  // of equal ones, the leftmost
    CHECK(sentence.positions(Positions::worst, 3) == Found(3, 3));
    CHECK(sentence.positions(Positions::window, 3) == Found(1, 3));
    CHECK(sentence.positions(Positions::window, 1) == Found(3, 3));
    CHECK(sentence.positions(Positions::window, 5) == Found(0, 3));
    CHECK(sentence.positions(Positions::all, 3) == Found(0, 5));
    sentence.bits = {0, 0, 0, 0, 0, 1};  // the end marker's window counts, too
    CHECK(sentence.positions(Positions::window, 3) == Found(3, 5));
}

}  // namespace
}  // namespace syntacticdiff::testing
