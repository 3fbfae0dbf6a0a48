#include "tagger.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "small_weights.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Tags = std::vector<std::uint8_t>;

enum : std::uint8_t { NOUN, VERB, DETERMINER, PRONOUN };
const std::vector<std::uint64_t> TAG_HASHES = {text_hash("NOUN"), text_hash("VERB"),
                                               text_hash("DET"), text_hash("PRON")};

WordLook look(const std::string& word) {
    const auto suffix = [&](std::size_t length) {
        return text_hash(word.substr(word.size() - std::min(word.size(), length)));
    };
    const auto prefix = [&](std::size_t length) { return text_hash(word.substr(0, length)); };
    return {text_hash(word), text_hash(word), suffix(1), suffix(2), suffix(3),
            suffix(4),       prefix(1),       prefix(2), prefix(3), text_hash("x")};
}

// Two sentences in which one word has two tags.
struct Corpus {
    WordLook they = look("they"), walk = look("walk"), the = look("the"), ends = look("ends");
    std::vector<Looks> sentences = {{&they, &walk, &the, &walk}, {&the, &walk, &ends}};
    std::vector<Tags> gold = {{PRONOUN, VERB, DETERMINER, NOUN}, {DETERMINER, NOUN, VERB}};

    LearnedWeights train(std::size_t iterations, std::uint64_t seed,
                         std::uint32_t min_updates) const {
        return train_tagger(sentences, gold, TAG_HASHES, iterations, seed, min_updates);
    }
};

Tags tagged(const LearnedWeights& learned, const Looks& sentence) {
    const SmallWeights weights(learned, TAG_HASHES.size());
    Tags result;
    tag_sentence(weights.packed(), TAG_HASHES, sentence, result);
    return result;
}

TEST_CASE("the sentences of the training are tagged as there, each word by its context") {
    const Corpus corpus;
    const LearnedWeights learned = corpus.train(10, 1, 1);
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s) {
        CHECK_EQ(tagged(learned, corpus.sentences[s]), corpus.gold[s]);
    }
    CHECK(tagged(learned, {}).empty());
}

TEST_CASE("without weights every tag is the first one, and tags are appended") {
    const Corpus corpus;
    const SmallWeights nothing({}, TAG_HASHES.size());
    Tags tags = {VERB};
    tag_sentence(nothing.packed(), TAG_HASHES, corpus.sentences[1], tags);
    CHECK_EQ(tags, (Tags{VERB, NOUN, NOUN, NOUN}));
}

TEST_CASE("the same seed gives the same tagger") {
    const Corpus corpus;
    const LearnedWeights first = corpus.train(5, 3, 1), second = corpus.train(5, 3, 1);
    CHECK(!first.hashes.empty());
    CHECK_EQ(first.hashes, second.hashes);
    CHECK_EQ(first.classes, second.classes);
    CHECK_EQ(first.values, second.values);
}

TEST_CASE("nothing is learned from no iterations or of features updated too rarely") {
    const Corpus corpus;
    CHECK(corpus.train(0, 1, 1).hashes.empty());
    CHECK(corpus.train(1, 1, 100).hashes.empty());
}

TEST_CASE("a word alone has the tag of its own features, whatever stands around it") {
    const auto only = [](std::uint64_t hash) {
        return LearnedWeights{{hash}, {1}, {DETERMINER}, {1.0}};
    };
    const WordLook the = look("the");
    const SmallWeights own(only(feature(4, the.suffix3)), TAG_HASHES.size());
    CHECK_EQ(tag_alone(own.packed(), the), DETERMINER);
    CHECK_EQ(tag_alone(own.packed(), look("end")), NOUN);
    const SmallWeights first(only(feature(10, the.shape, std::uint64_t{1})), TAG_HASHES.size());
    CHECK_EQ(tag_alone(first.packed(), the), NOUN);  // that it stands first does not count
}

}  // namespace
}  // namespace syntacticdiff::testing
