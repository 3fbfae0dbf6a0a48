#include "prices.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "hashing.hpp"
#include "model.hpp"
#include "settings.hpp"
#include "small_model.hpp"
#include "small_weights.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

const std::vector<Tag> TAGS{{text_hash("DT"), DETERMINER | ARTICLE | MODIFIER},
                            {text_hash("NN"), NOUN | NOMINAL},
                            {text_hash("VBD"), VERB}};

WordTraits traits(const std::string& text, const std::string& tag, std::uint16_t kinds,
                  std::uint8_t flags) {
    WordTraits result;
    result.folded = text;
    result.text = text_hash(text);
    result.tag = text_hash(tag);
    result.ending = text_hash(text.substr(text.size() < 2 ? 0 : text.size() - 2));
    result.kinds = kinds;
    result.flags = flags;
    return result;
}

std::uint8_t part(Part which) { return static_cast<std::uint8_t>(which); }

// "cat sat" under the cat model: `the` may be inserted, `cat` replaced by `a`.
struct Example {
    SmallModel small = cat_model();
    Engine engine{small.levels(), true, Settings(), {THE}};
    SmallTable words = cat_table(engine.model);
    Stop stop;
    Interrupt interrupt{stop, [] {}};
    std::vector<const Token*> tokens;
    std::vector<std::uint8_t> tags{1, 2};
    std::vector<std::int32_t> heads{1, NO_HEAD};

    Example() {
        using Flag = WordTraits::Flag;
        describe("the", "DT", TAGS[0].kinds, Flag::CLOSED | Flag::LISTED);
        describe("a", "DT", TAGS[0].kinds, Flag::CLOSED | Flag::LISTED | Flag::VOWEL);
        describe("cat", "NN", TAGS[1].kinds, Flag::LISTED);
        describe("sat", "VBD", TAGS[2].kinds, Flag::LISTED);
        words.set_insertions({{"the", 0}});
        tokens = {words.token("cat", {{"a", 0}}), words.token("sat", {}, false)};
    }

    void describe(const std::string& text, const std::string& tag, std::uint16_t kinds,
                  unsigned flags) {
        words.table.describe(words.word(text)->handle,
                             traits(text, tag, kinds, static_cast<std::uint8_t>(flags)));
    }

    PricedSentence sentence() const {
        return {tokens, tags.data(), heads.data(), nullptr, nullptr};
    }

    PriceSettings settings(std::vector<Template> templates, const SmallWeights& weights) const {
        return {std::move(templates), weights.packed(), 1024, -(1000LL << 20), TAGS};
    }

    std::vector<std::vector<std::uint64_t>> cues(const PriceSettings& how) {
        CueMaker maker(how, engine, {nullptr, nullptr}, words.table, interrupt);
        std::vector<std::vector<std::uint64_t>> found;
        maker.each(sentence(), [&](std::size_t, std::int64_t, const Step&, const auto& cues) {
            found.push_back(cues);
        });
        return found;
    }
};

const SmallWeights NO_WEIGHTS({}, 1);

TEST_CASE("a cue is the feature of a template's parts, in the order of candidates") {
    Example example;
    const std::uint64_t insert = text_hash("insert(the)"), remove = text_hash("remove(cat)"),
                        sub = text_hash("sub(*)");
    const auto found = example.cues(example.settings({{7, {part(Part::kind)}}}, NO_WEIGHTS));
    const std::vector<std::vector<std::uint64_t>> expected{{feature(7, insert)},
                                                           {feature(7, remove)},
                                                           {feature(7, sub)},
                                                           {feature(7, insert)},
                                                           {feature(7, insert)}};
    CHECK(found == expected);
}

TEST_CASE("where a part is missing there is no cue") {
    Example example;
    // Only changes have the ending of their token, only substitutions a distance.
    const auto found = example.cues(
        example.settings({{1, {part(Part::ending)}}, {2, {part(Part::distance)}}}, NO_WEIGHTS));
    const std::vector<std::vector<std::uint64_t>> expected{
        {}, {feature(1, text_hash("at"))}, {feature(1, text_hash("at")), feature(2, 3U)}, {}, {}};
    CHECK(found == expected);
}

TEST_CASE("a price is the gain without the odds, and what is not looked at is never made") {
    Example example;
    LearnedWeights learned{{feature(7, text_hash("insert(the)"))}, {1}, {0}, {1.0}};
    const SmallWeights weights(learned, 1);  // 127, as the largest
    PriceSettings how = example.settings({{7, {part(Part::kind)}}}, weights);
    std::vector<std::int64_t> gains;
    CandidateGains(example.engine, example.words.table, example.interrupt)
        .add_sentence(example.tokens, gains);
    how.least_gain = gains[1];  // the removal's own
    CueMaker maker(how, example.engine, {nullptr, nullptr}, example.words.table, example.interrupt);
    std::vector<std::int64_t> prices, known;
    add_prices(maker, how, example.sentence(), prices, known);
    std::vector<std::int64_t> expected;
    for (std::size_t row = 0; row < gains.size(); ++row) {
        const std::int64_t odds = row == 1 || row == 2 ? 0 : 127 * 1024;
        expected.push_back(gains[row] < gains[1] ? NEVER : gains[row] - odds);
    }
    CHECK_EQ(prices, expected);
    CHECK_EQ(known, gains);
}

TEST_CASE("settings and sentences that do not fit are refused") {
    Example example;
    CHECK_THROWS_AS(example.settings({{1, {}}}, NO_WEIGHTS).check(), std::invalid_argument);
    CHECK_THROWS_AS(example.settings({{1, {PARTS}}}, NO_WEIGHTS).check(), std::invalid_argument);
    example.settings({{1, {0}}}, NO_WEIGHTS).check();
    example.heads[0] = 2;
    CHECK_THROWS_AS(example.cues(example.settings({}, NO_WEIGHTS)), std::out_of_range);
    example.heads[0] = NO_HEAD;
    example.tags[0] = 3;
    CHECK_THROWS_AS(example.cues(example.settings({}, NO_WEIGHTS)), std::out_of_range);
}

}  // namespace
}  // namespace syntacticdiff::testing
