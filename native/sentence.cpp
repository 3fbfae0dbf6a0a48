#include "sentence.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "hypothesis.hpp"
#include "model.hpp"
#include "scorer.hpp"
#include "settings.hpp"
#include "words.hpp"

namespace syntacticdiff {

void ScoredSentence::clear() {
    ids.clear();
    bits.clear();
    states.clear();
    total = 0;
}

void ScoredSentence::append(const Scorer& scorer, State& state, std::uint32_t id) {
    ids.push_back(id);
    states.push_back(state);
    bits.push_back(scorer.advance(state, id));
    total += bits.back();
}

void ScoredSentence::copy(const ScoredSentence& source, std::size_t begin, std::size_t end) {
    const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(end);
    ids.insert(ids.end(), source.ids.begin() + from, source.ids.begin() + to);
    bits.insert(bits.end(), source.bits.begin() + from, source.bits.begin() + to);
    states.insert(states.end(), source.states.begin() + from, source.states.begin() + to);
    total += std::accumulate(source.bits.begin() + from, source.bits.begin() + to, std::int64_t{0});
}

void ScoredSentence::score(const Scorer& scorer, const std::vector<const Token*>& tokens) {
    clear();
    State state = scorer.begin();
    for (const Token* token : tokens) append(scorer, state, token->word->id);
    append(scorer, state, END);
}

void ScoredSentence::edit(const Scorer& scorer, const ScoredSentence& source, const Steps& steps) {
    clear();
    State state = scorer.begin();
    std::size_t next = 0;  // in the source
    bool changed = false;
    const auto take = [&](std::size_t end) {
        if (next >= end) return;
        if (changed) {
            // A word further than order-1 words behind an edit has the same predecessors as before.
            const std::size_t same = std::min(end, next + scorer.order() - 1);
            for (; next < same; ++next) append(scorer, state, source.ids[next]);
        }
        if (next < end) {
            copy(source, next, end);
            next = end;
            if (end < source.windows()) state = source.states[end];
        }
    };
    for (const Step& step : steps) {
        take(step.position);
        changed = true;
        if (step.rank != Rank::remove) {
            step.target->each_id([&](std::uint32_t id) { append(scorer, state, id); });
        }
        if (step.rank != Rank::insert) ++next;
    }
    take(source.windows());
}

std::int64_t ScoredSentence::replaced(const Scorer& scorer, std::size_t start,
                                      std::size_t end) const {
    std::int64_t sum = 0;
    for (std::size_t i = start, stop = reach(scorer, end); i < stop; ++i) sum += bits[i];
    return sum;
}

std::int64_t ScoredSentence::total_with(const Scorer& scorer, std::size_t start, std::size_t end,
                                        const Word* replacement) const {
    std::int64_t result = total - replaced(scorer, start, end);
    State state = states[start];
    if (replacement != nullptr) {
        replacement->each_id([&](std::uint32_t id) { result += scorer.advance(state, id); });
    }
    for (std::size_t i = end, stop = reach(scorer, end); i < stop; ++i) {
        result += scorer.advance(state, ids[i]);
    }
    return result;
}

std::pair<std::size_t, std::size_t> ScoredSentence::positions(Positions rule,
                                                              std::size_t order) const {
    if (rule == Positions::all) return {0, windows() - 1};
    // The window with the most bits is the least likely n-gram, the leftmost if several are equal.
    const auto worst =
        static_cast<std::size_t>(std::max_element(bits.begin(), bits.end()) - bits.begin());
    if (rule == Positions::worst) return {worst, worst};
    return {worst + 1 >= order ? worst + 1 - order : 0, worst};
}

}  // namespace syntacticdiff
