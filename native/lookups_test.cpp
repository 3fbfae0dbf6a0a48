#include "lookups.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "model.hpp"
#include "small_model.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("many look-ups at once find what each finds by itself") {
    std::mt19937 generator(1);
    Lookups lookups;  // used again and again
    for (unsigned seed = 0; seed < 40; ++seed) {
        const std::uint32_t vocabulary = 4 + 3 * (seed % 12);
        const SmallModel small = SmallModel::random(seed, 2 + seed % 3, vocabulary, false);
        const Model model(small.levels(), false);
        for (std::size_t length = 1; length < model.order(); ++length) {
            const auto contexts = static_cast<std::uint32_t>(
                length == 1 ? model.vocabulary() : model.words(length - 1).size());
            if (contexts == 0 || model.words(length).size() == 0) continue;
            std::vector<Question> questions(generator() % 50);
            std::vector<std::uint32_t> answers, expected;
            for (Question& question : questions) {
                question.context = static_cast<std::uint32_t>(generator() % contexts);
                question.word = static_cast<std::uint32_t>(generator() % vocabulary);
                expected.push_back(model.child(length, question.context, question.word));
            }
            lookups.answer(model, length, questions, answers);
            CHECK_EQ(answers, expected);

            for (std::uint32_t word = 0; word < vocabulary; ++word) {
                std::vector<Seen> seen, found;
                std::vector<std::uint32_t> slots, ngrams, found_slots, found_ngrams;
                for (std::uint32_t slot = 0; slot < questions.size(); ++slot) {
                    const std::uint32_t context = questions[slot].context;
                    seen.push_back({slot, context});
                    const std::uint32_t ngram = model.child(length, context, word);
                    if (ngram == ABSENT) continue;
                    slots.push_back(slot);
                    ngrams.push_back(ngram);
                }
                lookups.find(model, length, seen, word, found);
                for (const Seen& each : found) {
                    found_slots.push_back(each.slot);
                    found_ngrams.push_back(each.ngram);
                }
                CHECK_EQ(found_slots, slots);
                CHECK_EQ(found_ngrams, ngrams);
            }
        }
    }
}

}  // namespace
}  // namespace syntacticdiff::testing
