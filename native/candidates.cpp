#include "candidates.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine.hpp"
#include "hypothesis.hpp"
#include "model.hpp"
#include "scorer.hpp"
#include "words.hpp"

namespace syntacticdiff {

void CandidateColumns::add(std::size_t position, Rank rank, const Word* target) {
    positions.push_back(static_cast<std::int32_t>(position));
    ranks.push_back(static_cast<std::uint8_t>(rank));
    targets.push_back(target == nullptr ? ABSENT : target->handle);
    target_ids.push_back(target == nullptr ? -1 : static_cast<std::int32_t>(target->id));
}

void CandidateColumns::add_sentence(const std::vector<const Token*>& tokens,
                                    const std::vector<Choice>& insertions) {
    const std::size_t before = positions.size();
    for (std::size_t position = 0; position <= tokens.size(); ++position) {
        for (const Choice& choice : insertions) add(position, Rank::insert, choice.word);
        if (position == tokens.size()) break;
        const Token& token = *tokens[position];
        if (token.removable) add(position, Rank::remove, nullptr);
        for (const Choice& choice : token.substitutions) {
            add(position, Rank::substitute, choice.word);
        }
    }
    counts.push_back(static_cast<std::uint32_t>(positions.size() - before));
}

CandidateGains::CandidateGains(const Engine& engine, const WordTable& table, Interrupt& interrupt)
    : engine_(engine),
      insertions_(table.insertions()),
      interrupt_(interrupt),
      scores_(engine.borrow_scores()) {
    for (const Choice& choice : insertions_) {
        slots_.push_back(engine.insertions.slot(choice.word->id));
    }
}

void CandidateGains::add_sentence(const std::vector<const Token*>& tokens,
                                  std::vector<std::int64_t>& gains) {
    const Scorer& scorer = engine_.scorer;
    sentence_.score(scorer, tokens);
    for (std::size_t position = 0; position <= tokens.size(); ++position) {
        interrupt_.poll();
        if (!insertions_.empty()) {
            const std::int64_t* costs = scores_->score(sentence_, position);
            const std::int64_t replaced = sentence_.replaced(scorer, position, position);
            for (const std::uint32_t slot : slots_) gains.push_back(replaced - costs[slot]);
        }
        if (position == tokens.size()) break;
        const Token& token = *tokens[position];
        const auto add = [&](const Word* target) {
            gains.push_back(sentence_.total -
                            sentence_.total_with(scorer, position, position + 1, target));
        };
        if (token.removable) add(nullptr);
        for (const Choice& choice : token.substitutions) add(choice.word);
    }
}

}  // namespace syntacticdiff
