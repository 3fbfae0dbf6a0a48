// The parser that repairs as it parses (EREF): edits beside the attachments.
// syntacticdiff/repair/easyfirst.py has the definition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "easyfirst.hpp"
#include "heartbeat.hpp"
#include "scorer.hpp"

namespace syntacticdiff {

// What may be done to a word; bits of Lexeme::traits. Python knows the words and tags.
enum Trait : std::uint8_t {
    NOUN = 1,
    VERB = 2,
    PREPOSITION = 4,
    DETERMINER = 8,
    TAKES_DETERMINER = 16,
    TAKES_PREPOSITION = 32,
    TAGGED_DETERMINER = 64,
    TAGGED_PREPOSITION = 128,
};

// A word with its tag.
struct Lexeme {
    std::uint64_t word, tag;
    std::uint32_t id;  // in the reference model
    std::uint8_t traits;
    std::vector<std::uint32_t> substitutes;
};

// The words of a batch and all that may take their places.
struct Lexemes {
    std::vector<Lexeme> all;
    std::vector<std::uint32_t> determiners, prepositions;  // that may be inserted
};

enum RepairAction : std::uint8_t {
    REPAIR_LEFT,
    REPAIR_RIGHT,
    SUBSTITUTE_NOUN,
    SUBSTITUTE_VERB,
    SUBSTITUTE_PREPOSITION,
    SUBSTITUTE_DETERMINER,
    DELETE_PREPOSITION,
    DELETE_DETERMINER,
    INSERT_DETERMINER,
    INSERT_PREPOSITION,
    REPAIR_ACTIONS,
};
constexpr std::size_t FIRST_EDIT = SUBSTITUTE_NOUN;

// A sentence as it is read, and for learning what it should have been. `origins` has each token's
// place in the gold sentence (NO_HEAD: none), the others are of the gold sentence.
struct RepairSentence {
    std::vector<std::uint32_t> lexemes;
    std::vector<std::int32_t> origins;
    std::vector<std::uint64_t> gold_words;
    std::vector<std::int32_t> gold_heads;
};

// A repaired sentence: for each of its tokens the lexeme, its place in the source (NO_HEAD for an
// inserted one) and its head.
struct Repaired {
    std::vector<std::uint32_t> lexemes;
    std::vector<std::int32_t> sources;
    std::vector<std::int32_t> heads;
};

struct RepairSettings {
    bool edits = true;  // without, only attachments
    bool cues = true;   // features of what the reference model gains by edits
};

Repaired repair_sentence(const PackedWeights& weights, const Lexemes& lexemes, const Scorer& scorer,
                         const RepairSettings& settings, const std::vector<std::uint32_t>& sentence,
                         const Heartbeat& heartbeat = no_heartbeat);

// Learns in several calls, one for each iteration, because the noise is drawn anew for each.
class RepairTrainer {
public:
    RepairTrainer(std::uint64_t seed, std::uint32_t min_updates, double exploration,
                  const RepairSettings& settings)
        : weights_(REPAIR_ACTIONS, min_updates),
          random_(seed),
          exploration_(exploration),
          settings_(settings) {}

    void learn(const std::vector<RepairSentence>& sentences, const Lexemes& lexemes,
               const Scorer& scorer, const Heartbeat& heartbeat = no_heartbeat);
    LearnedWeights averaged() const { return weights_.averaged(); }

private:
    GrowingWeights weights_;
    Random random_;
    double exploration_;
    RepairSettings settings_;
    bool first_ = true;
};

}  // namespace syntacticdiff
