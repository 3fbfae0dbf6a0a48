// Every single candidate edit of a sentence, in the order for ties, and the bits that each saves:
// search/candidates.py says what the columns mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine.hpp"
#include "hypothesis.hpp"
#include "sentence.hpp"
#include "words.hpp"

namespace syntacticdiff {

// The candidates of a batch, as columns.
struct CandidateColumns {
    std::vector<std::uint32_t> counts;  // for each sentence
    std::vector<std::int32_t> positions;
    std::vector<std::uint8_t> ranks;
    std::vector<std::uint32_t> targets;    // handles; ABSENT for a removal
    std::vector<std::int32_t> target_ids;  // in the model; -1 for a removal

    void add_sentence(const std::vector<const Token*>& tokens,
                      const std::vector<Choice>& insertions);

private:
    void add(std::size_t position, Rank rank, const Word* target);
};

// Gains under one model, which may have a lower order than the one that searches.
class CandidateGains {
public:
    CandidateGains(const Engine& engine, const WordTable& table, Interrupt& interrupt);
    CandidateGains(const CandidateGains&) = delete;
    CandidateGains& operator=(const CandidateGains&) = delete;

    // Appends the fixed-point bits that each candidate saves, in the order of the columns.
    void add_sentence(const std::vector<const Token*>& tokens, std::vector<std::int64_t>& gains);

private:
    const Engine& engine_;
    const std::vector<Choice>& insertions_;
    Interrupt& interrupt_;
    std::vector<std::uint32_t> slots_;
    Engine::BorrowedScores scores_;
    ScoredSentence sentence_;
};

}  // namespace syntacticdiff
