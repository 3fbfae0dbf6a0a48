#include "changes.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model.hpp"
#include "scorer.hpp"
#include "sentence.hpp"
#include "small_model.hpp"
#include "testing.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("changes scored together cost what the changed sentences cost by the definition") {
    std::mt19937 generator(1);
    const std::vector<std::string> texts{"v", "w", "x", "unknown"};
    ChangeTotals changes;  // used again and again
    for (unsigned seed = 0; seed < 60; ++seed) {
        const bool closed = seed % 2 == 0;
        const SmallModel small = SmallModel::random(seed, 1 + seed % MAX_ORDER, 6, closed);
        const Model model(small.levels(), closed);
        const Scorer scorer(model);
        SmallTable words(model, {{"v", 3}, {"w", 4}, {"x", 5}});
        const Word phrase{
            "v unknown x", 3, 0, {words.word("v"), words.word("unknown"), words.word("x")}};
        std::vector<const Token*> tokens;
        SmallModel::Words ids;
        for (std::size_t i = generator() % 7; i > 0; --i) {
            tokens.push_back(words.token(texts[generator() % texts.size()]));
            ids.push_back(tokens.back()->word->id);
        }
        ScoredSentence sentence;
        sentence.score(scorer, tokens);
        const std::vector<const Word*> replacements{nullptr, words.word("w"), &phrase,
                                                    words.word("unknown")};
        changes.clear();
        std::vector<std::int64_t> expected;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            for (const Word* replacement : replacements) {
                changes.add(i, replacement);
                SmallModel::Words changed(ids.begin(),
                                          ids.begin() + static_cast<std::ptrdiff_t>(i));
                if (replacement != nullptr) {
                    replacement->each_id([&](std::uint32_t id) { changed.push_back(id); });
                }
                changed.insert(changed.end(), ids.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                               ids.end());
                expected.push_back(small.bits(changed));
                CHECK_EQ(sentence.total_with(scorer, i, i + 1, replacement), expected.back());
            }
        }
        CHECK_EQ(changes.score(scorer, sentence), expected);
    }
}

}  // namespace
}  // namespace syntacticdiff::testing
