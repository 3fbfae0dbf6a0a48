#include "surroundings.hpp"

#include <cstdint>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

const Tag DT{1, NOMINAL | DETERMINER | ARTICLE | MODIFIER | POINTING}, JJ{2, MODIFIER},
    NN{3, NOUN | NOMINAL}, WP{4, NOMINAL | RELATIVE}, VBP{5, VERB}, RB{6, MODIFIER},
    POS{7, POSSESSIVE | MODIFIER}, PRP{8, NOMINAL | POINTING}, IN{9, PREPOSITION};

Surroundings of(std::vector<const Tag*> tags, const std::vector<std::int32_t>& heads) {
    Surroundings result;
    result.reset(std::move(tags), heads.data());
    return result;
}

// the old man who live here are happy
Surroundings old_man() {
    return of({&DT, &JJ, &NN, &WP, &VBP, &RB, &VBP, &JJ}, {2, 2, 7, 4, 2, 4, 7, NO_HEAD});
}

TEST_CASE("a verb finds its subject") {
    CHECK_EQ(old_man().subject(4), 2);  // the pronoun stands for the noun
    CHECK_EQ(old_man().subject(6), 2);  // by way of the adjective, the verb's head
    CHECK_EQ(of({&VBP, &PRP, &JJ}, {2, 2, NO_HEAD}).subject(0), 1);  // a question
    CHECK_EQ(of({&VBP, &RB}, {NO_HEAD, 0}).subject(0), NO_HEAD);
}

TEST_CASE("a noun has a determiner and begins where its phrase does") {
    CHECK_EQ(old_man().determiner(2), 0);
    CHECK_EQ(old_man().phrase_noun(1), 2);
    CHECK_EQ(old_man().article(2, NO_HEAD), 0);
    CHECK_EQ(old_man().article(2, 0), NO_HEAD);
    CHECK_EQ(of({&NN, &POS, &NN}, {2, 0, NO_HEAD}).article(2, NO_HEAD), 0);
    CHECK_EQ(of({&IN, &DT, &NN}, {2, 2, NO_HEAD}).noun_of(0), 2);
    CHECK_EQ(of({&IN, &DT, &NN}, {2, 2, NO_HEAD}).phrase_noun(0), 0);
}

TEST_CASE("what leads a verb or a noun is found beyond its phrase") {
    const Surroundings around =
        of({&VBP, &PRP, &RB, &VBP, &IN, &DT, &JJ, &NN}, {NO_HEAD, 0, 0, 0, 0, 0, 0, 0});
    CHECK_EQ(around.leader_of_verb(3), 0);  // beyond the subject and the adverb
    CHECK_EQ(around.leader_of_verb(0), NO_HEAD);
    CHECK_EQ(around.leader_of_noun(7), 4);  // beyond the adjective and the article
    CHECK_EQ(
        of({&VBP, &RB, &RB, &RB, &RB, &RB, &VBP}, {NO_HEAD, 0, 0, 0, 0, 0, 0}).leader_of_verb(6),
        NO_HEAD);
}

TEST_CASE("memory is used again for a shorter sentence") {
    Surroundings around = old_man();
    const std::vector<std::int32_t> heads{NO_HEAD};
    around.reset({&NN}, heads.data());
    CHECK_EQ(around.size(), 1);
    CHECK_EQ(around.subject(0), NO_HEAD);
    CHECK_EQ(around.determiner(0), NO_HEAD);
}

}  // namespace
}  // namespace syntacticdiff::testing
