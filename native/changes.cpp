#include "changes.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lookups.hpp"
#include "model.hpp"
#include "scorer.hpp"
#include "sentence.hpp"
#include "words.hpp"

namespace syntacticdiff {

const std::vector<std::int64_t>& ChangeTotals::score(const Scorer& scorer,
                                                     const ScoredSentence& sentence) {
    totals_.clear();
    for (Change& change : changes_) {
        const std::size_t at = change.position;
        change.state = sentence.states[at];
        totals_.push_back(sentence.total - sentence.replaced(scorer, at, at + 1));
    }
    for (std::size_t turn = 0;; ++turn) {
        active_.clear();
        for (std::uint32_t i = 0; i < changes_.size(); ++i) {
            if (take_word(sentence, scorer, changes_[i], turn)) active_.push_back(i);
        }
        if (active_.empty()) return totals_;
        look_up(scorer);
        for (const std::uint32_t i : active_) {
            Change& change = changes_[i];
            totals_[i] += scorer.bits(change.state, change.word, change.found);
            change.state = scorer.after(change.word, change.found);
        }
    }
}

// The word that a change has scored at this turn: first those put in, then those behind them whose
// windows have changed. False if there are no more.
bool ChangeTotals::take_word(const ScoredSentence& sentence, const Scorer& scorer, Change& change,
                             std::size_t turn) const {
    const Word* word = change.replacement;
    const std::size_t put_in = word == nullptr ? 0 : word->size();
    if (turn < put_in) {
        change.word = word->tokens.empty() ? word->id : word->tokens[turn]->id;
        change.known = 0;
        change.found = NO_CONTEXT;
        return true;
    }
    const std::size_t behind = turn - put_in;
    const std::size_t at = change.position + 1 + behind;
    if (at >= sentence.reach(scorer, change.position + 1)) return false;
    change.word = sentence.ids[at];
    change.known = behind;
    change.found = sentence.found(at, behind);
    return true;
}

// From the shortest contexts up, as Scorer::continued.
void ChangeTotals::look_up(const Scorer& scorer) {
    const Model& model = scorer.model();
    for (std::size_t length = 1; length < scorer.order(); ++length) {
        questions_.clear();
        asked_.clear();
        for (const std::uint32_t i : active_) {
            const Change& change = changes_[i];
            const std::uint32_t context = change.state[length - 1];
            if (length <= change.known || context == ABSENT) continue;
            if (model.closed() && length > 1 && change.found[length - 2] == ABSENT) continue;
            asked_.push_back(i);
            questions_.push_back({context, change.word});
        }
        lookups_.answer(model, length, questions_, answers_);
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            changes_[asked_[i]].found[length - 1] = answers_[i];
            if (answers_[i] != ABSENT) model.prefetch(length + 1, answers_[i]);
        }
    }
}

}  // namespace syntacticdiff
