#include "tagger.hpp"

#include <algorithm>

namespace syntacticdiff {
namespace {

constexpr WordLook OUTSIDE = {NOTHING, NOTHING, NOTHING, NOTHING, NOTHING,
                              NOTHING, NOTHING, NOTHING, NOTHING, NOTHING};

const WordLook& word_at(const Looks& words, std::size_t i, std::ptrdiff_t offset) {
    const auto place = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) + offset);
    return place < words.size() ? *words[place] : OUTSIDE;  // a negative place is a huge one
}

// How much of a sentence has capitals, in quarters: in a headline they say little.
std::uint64_t capital_style(const Looks& words) {
    std::size_t capitals = 0;
    for (const WordLook* word : words) capitals += word->word != word->lower ? 1 : 0;
    return words.empty() ? 0 : 4 * capitals / words.size();
}

// The features of token i, given the two tags before it.
void tagger_features(const Looks& words, std::size_t i, std::uint64_t style, std::uint64_t tag1,
                     std::uint64_t tag2, std::vector<std::uint64_t>& features) {
    const WordLook &w = *words[i], &p = word_at(words, i, -1), &pp = word_at(words, i, -2),
                   &n = word_at(words, i, 1), &nn = word_at(words, i, 2);
    features.assign({
        feature(0, w.word),
        feature(1, w.lower),
        feature(2, w.suffix1),
        feature(3, w.suffix2),
        feature(4, w.suffix3),
        feature(5, w.suffix4),
        feature(6, w.prefix1),
        feature(7, w.prefix2),
        feature(8, w.prefix3),
        feature(9, w.shape),
        feature(10, w.shape, static_cast<std::uint64_t>(i == 0)),
        feature(11, w.shape, w.suffix3),
        feature(12, tag1),
        feature(13, tag1, tag2),
        feature(14, tag1, w.lower),
        feature(15, tag1, tag2, w.lower),
        feature(16, tag1, w.suffix3),
        feature(17, tag1, w.shape),
        feature(18, p.lower),
        feature(19, pp.lower),
        feature(20, n.lower),
        feature(21, nn.lower),
        feature(22, p.lower, w.lower),
        feature(23, w.lower, n.lower),
        feature(24, p.suffix3),
        feature(25, n.suffix3),
        feature(26, n.suffix2),
        feature(27, n.shape),
        feature(28, p.shape),
        feature(29, tag1, n.lower),
        feature(30, tag1, n.suffix3),
        feature(31, w.suffix3, n.suffix3),
        feature(32, w.shape, n.shape, p.shape),
        feature(33, style, w.shape),
        feature(34, style, w.shape, static_cast<std::uint64_t>(i == 0)),
        feature(35, style, w.lower),
        feature(36, style, w.shape, w.suffix2),
    });
}

// The highest score, the first of equal ones.
std::uint8_t best_class(const std::vector<std::int32_t>& scores) {
    return static_cast<std::uint8_t>(std::max_element(scores.begin(), scores.end()) -
                                     scores.begin());
}

}  // namespace

void tag_sentence(const PackedWeights& weights, const std::vector<std::uint64_t>& tag_hashes,
                  const Looks& words, std::vector<std::uint8_t>& tags) {
    std::vector<std::uint64_t> features;
    std::vector<std::int32_t> scores(weights.classes());
    const std::uint64_t style = capital_style(words);
    std::uint64_t tag1 = NOTHING, tag2 = NOTHING;
    for (std::size_t i = 0; i < words.size(); ++i) {
        tagger_features(words, i, style, tag1, tag2, features);
        std::fill(scores.begin(), scores.end(), 0);
        weights.add(features, scores.data());
        tags.push_back(best_class(scores));
        tag2 = tag1;
        tag1 = tag_hashes[tags.back()];
    }
}

std::uint8_t tag_alone(const PackedWeights& weights, const WordLook& word) {
    constexpr std::array<std::size_t, 14> of_the_word{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 33, 35, 36};
    const Looks alone{&word};
    std::vector<std::uint64_t> all, features;
    tagger_features(alone, 0, capital_style(alone), NOTHING, NOTHING, all);
    for (const std::size_t number : of_the_word) features.push_back(all[number]);
    std::vector<std::int32_t> scores(weights.classes());
    weights.add(features, scores.data());
    return best_class(scores);
}

LearnedWeights train_tagger(const std::vector<Looks>& sentences,
                            const std::vector<std::vector<std::uint8_t>>& gold,
                            const std::vector<std::uint64_t>& tag_hashes, std::size_t iterations,
                            std::uint64_t seed, std::uint32_t min_updates,
                            const Heartbeat& heartbeat) {
    GrowingWeights weights(tag_hashes.size(), min_updates);
    Random random(seed);
    std::vector<std::size_t> order(sentences.size());
    for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
    std::vector<std::uint64_t> features;
    std::vector<std::int32_t> scores(weights.classes());
    for (std::size_t iteration = 0; iteration < iterations; ++iteration) {
        random.shuffle(order);
        for (const std::size_t s : order) {
            heartbeat();
            const std::uint64_t style = capital_style(sentences[s]);
            std::uint64_t tag1 = NOTHING, tag2 = NOTHING;
            for (std::size_t i = 0; i < sentences[s].size(); ++i) {
                tagger_features(sentences[s], i, style, tag1, tag2, features);
                std::fill(scores.begin(), scores.end(), 0);
                weights.add(features, scores.data());
                const std::uint8_t guess = best_class(scores), right = gold[s][i];
                if (guess != right) weights.move(features, guess, right);
                weights.step();
                tag2 = tag1;
                tag1 = tag_hashes[guess];
            }
        }
    }
    return weights.averaged();
}

}  // namespace syntacticdiff
