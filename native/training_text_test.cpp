#include "training_text.hpp"

#include <string>
#include <vector>

#include "scratch_file.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Ids = std::vector<std::uint32_t>;

TEST_CASE("words are numbered as they come, and sentences end with a marker") {
    const ScratchFile file;
    TrainingText text(file.descriptor(), 20);
    add_sentences(text, {"b a b", "", "<s> c"});
    CHECK_EQ(file.numbers(), (Ids{3, 4, 3, END, UNKNOWN, 5, END}));
    CHECK_EQ(text.sentences(), 2U);
    CHECK_EQ(text.tokens(), 5U);
    CHECK(text.spelling(4) == "a");
}

TEST_CASE("ids fall with counts, ties go by bytes, and rare words are cut") {
    const ScratchFile file;
    TrainingText text(file.descriptor(), 20);
    add_sentences(text, {"rare z b z b a a a"});
    const Numbering all = text.number(false, 1);
    CHECK_EQ(all.words, (Ids{0, 1, 2, 6, 5, 4, 3}));  // a b z rare
    CHECK_EQ(all.ids, (Ids{0, 1, 2, 6, 5, 4, 3}));
    CHECK_EQ(all.cut, 0U);
    const Numbering common = text.number(false, 2);
    CHECK_EQ(common.words, (Ids{0, 1, 2, 6, 5, 4}));
    CHECK_EQ(common.ids, (Ids{0, 1, 2, UNKNOWN, 5, 4, 3}));
    CHECK_EQ(common.cut, 1U);
}

TEST_CASE("what is held out has no words of its own in the rest") {
    const ScratchFile file;
    TrainingText text(file.descriptor(), 2);
    add_sentences(text, {"a b", "a only", "b"});
    CHECK_EQ(text.number(true, 1).words, (Ids{0, 1, 2, 4, 3}));  // b twice, a once
    CHECK_EQ(text.number(true, 1).cut, 0U);                      // "only" is not in the rest at all
}

TEST_CASE("only the words of a given vocabulary are kept") {
    const ScratchFile file;
    TrainingText text(file.descriptor(), 20);
    add_sentences(text, {"a a b c"});
    text.restrict_to({"c", "a", "never seen"});
    CHECK_EQ(text.number(false, 1).words, (Ids{0, 1, 2, 3, 5}));
    CHECK_EQ(text.number(false, 1).cut, 1U);
}

TEST_CASE("many words are found again while the table grows") {
    const ScratchFile file;
    TrainingText text(file.descriptor(), 20);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 20000; ++i) text.add("w" + std::to_string(i), true, round == 1);
    }
    text.end_sentence();
    CHECK_EQ(text.spellings(), 20003U);
    CHECK_EQ(text.inside()[3], 2U);
    CHECK_EQ(text.capitals()[20002], 1U);
}

TEST_CASE("chosen sentences come in word ids, between markers") {
    const ScratchFile file;
    TrainingText text(file.descriptor(), 2);
    add_sentences(text, {"a b", "c", "b"});
    const Numbering numbering = text.number(false, 2);  // b alone
    const auto read = [&](Selection::Which which) {
        SentenceReader reader(file.descriptor(), text.stored(), numbering.ids.data(),
                              numbering.ids.size(), {which, 2});
        std::vector<Ids> sentences;
        for (Ids sentence; reader.next(sentence);) sentences.push_back(sentence);
        return sentences;
    };
    const Ids first = {BEGIN, UNKNOWN, 3, END}, second = {BEGIN, UNKNOWN, END};
    const Ids third = {BEGIN, 3, END};
    CHECK(read(Selection::Which::all) == std::vector<Ids>{first, second, third});
    CHECK(read(Selection::Which::held_out) == std::vector<Ids>{second});
    CHECK(read(Selection::Which::rest) == std::vector<Ids>{first, third});
}

}  // namespace
}  // namespace syntacticdiff::testing
