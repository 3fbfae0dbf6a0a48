#include "words.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "model.hpp"
#include "small_model.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("handles count up and lead back to the word") {
    const SmallModel small = cat_model();
    WordTable table(Model(small.levels(), true));
    CHECK_EQ(table.add_word("the", THE), 0U);
    CHECK_EQ(table.add_word("cat", CAT), 1U);
    CHECK_EQ(table.word(1).text, "cat");
    CHECK_EQ(table.word(1).id, std::uint32_t{CAT});
    CHECK_EQ(table.word(1).handle, 1U);
    CHECK_THROWS_AS(table.word(2), std::out_of_range);
    CHECK_THROWS_AS(table.word(ABSENT), std::out_of_range);
    CHECK_THROWS_AS(table.token(0), std::out_of_range);
    CHECK_THROWS_AS(table.add_token(2, true, 0, {}), std::out_of_range);
}

TEST_CASE("an id that the model does not have is an unknown word") {
    const SmallModel small = cat_model();
    WordTable table(Model(small.levels(), true));
    CHECK_EQ(table.word(table.add_word("last", 6)).id, 6U);
    CHECK_EQ(table.word(table.add_word("beyond", 7)).id, UNKNOWN);
    // 2^32 + 3 must not become 3.
    CHECK_EQ(table.word(table.add_word("far beyond", (std::uint64_t{1} << 32) + 3)).id, UNKNOWN);
}

TEST_CASE("words and tokens stay where they are while the table grows") {
    const SmallModel small = cat_model();
    WordTable table(Model(small.levels(), true));
    const Word& word = table.word(table.add_word("first", CAT));
    const Token& token = table.token(table.add_token(0, true, 5, {}));
    for (int i = 0; i < 10'000; ++i) {
        table.add_word(std::to_string(i), CAT);
        table.add_token(0, false, 0, {});
    }
    CHECK_EQ(&table.word(0), &word);
    CHECK_EQ(&table.token(0), &token);
    CHECK_EQ(word.text, "first");
    CHECK_EQ(token.removal, 5);
}

TEST_CASE("what may be put in is kept in the order of its bytes, with its penalty") {
    const SmallModel small = cat_model();
    WordTable table(Model(small.levels(), true));
    std::vector<Choice> choices;
    for (const char* text : {"zebra", "a", "\xC3\xA9", "B", "an"}) {  // \xC3\xA9: e with acute
        const Word& word = table.word(table.add_word(text, CAT));
        choices.push_back({&word, 10 * static_cast<std::int64_t>(word.handle)});
    }
    const std::vector<std::string> expected{"B", "a", "an", "zebra", "\xC3\xA9"};
    const std::vector<std::int64_t> penalties{30, 10, 40, 0, 20};
    const auto check_order = [&](const std::vector<Choice>& sorted) {
        CHECK_EQ(sorted.size(), expected.size());
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            CHECK_EQ(sorted[i].word->text, expected[i]);
            CHECK_EQ(sorted[i].penalty, penalties[i]);
        }
    };
    check_order(table.token(table.add_token(0, true, 0, choices)).substitutions);
    table.set_insertions(choices);
    check_order(table.insertions());
}

}  // namespace
}  // namespace syntacticdiff::testing
