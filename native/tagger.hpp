// Part-of-speech tags from left to right; syntacticdiff/syntax/tagger.py has the definition.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hashing.hpp"
#include "heartbeat.hpp"
#include "perceptron.hpp"

namespace syntacticdiff {

// What a word looks like: hashes, in the order of syntacticdiff/syntax/words.py.
struct WordLook {
    std::uint64_t word, lower, suffix1, suffix2, suffix3, suffix4, prefix1, prefix2, prefix3, shape;
};
constexpr std::size_t LOOKS = sizeof(WordLook) / sizeof(std::uint64_t);

// One sentence: its words' looks, by reference to the batch's distinct words.
using Looks = std::vector<const WordLook*>;

// The tags of a sentence, as numbers; `tag_hashes` are their names' hashes.
void tag_sentence(const PackedWeights& weights, const std::vector<std::uint64_t>& tag_hashes,
                  const Looks& words, std::vector<std::uint8_t>& tags);

// The tag of a word wherever it stands, by the features that nothing around it takes part in.
std::uint8_t tag_alone(const PackedWeights& weights, const WordLook& word);

LearnedWeights train_tagger(const std::vector<Looks>& sentences,
                            const std::vector<std::vector<std::uint8_t>>& gold,
                            const std::vector<std::uint64_t>& tag_hashes, std::size_t iterations,
                            std::uint64_t seed, std::uint32_t min_updates,
                            const Heartbeat& heartbeat = no_heartbeat);

}  // namespace syntacticdiff
