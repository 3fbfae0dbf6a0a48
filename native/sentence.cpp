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

void ScoredSentence::clear(const Scorer& scorer) {
    ids.clear();
    bits.clear();
    states.assign(1, scorer.begin());
    total = 0;
}

void ScoredSentence::append(const Scorer& scorer, std::uint32_t id, const State& found,
                            std::size_t known) {
    State state = states.back();
    ids.push_back(id);
    bits.push_back(scorer.advance(state, id, found, known));
    states.push_back(state);
    total += bits.back();
}

void ScoredSentence::copy(const ScoredSentence& source, std::size_t begin, std::size_t end) {
    const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(end);
    ids.insert(ids.end(), source.ids.begin() + from, source.ids.begin() + to);
    bits.insert(bits.end(), source.bits.begin() + from, source.bits.begin() + to);
    states.insert(states.end(), source.states.begin() + from + 1, source.states.begin() + to + 1);
    total += std::accumulate(source.bits.begin() + from, source.bits.begin() + to, std::int64_t{0});
}

// All words at once, from the shortest contexts up: those of one length do not wait for each other.
void ScoredSentence::score(const Scorer& scorer, const std::vector<const Token*>& tokens) {
    const Model& model = scorer.model();
    clear(scorer);
    for (const Token* token : tokens) ids.push_back(token->word->id);
    ids.push_back(END);
    for (const std::uint32_t id : ids) states.push_back(scorer.alone(id));
    longest_.assign(ids.size(), ABSENT);
    const auto found = [&](std::size_t i, std::size_t length) -> std::uint32_t& {
        return length + 1 < scorer.order() ? states[i + 1][length] : longest_[i];
    };
    for (std::size_t length = 1; length < scorer.order(); ++length) {
        questions_.clear();
        asked_.clear();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::uint32_t context = states[i][length - 1];
            if (context == ABSENT) continue;
            if (model.closed() && length > 1 && found(i, length - 1) == ABSENT) continue;
            asked_.push_back(static_cast<std::uint32_t>(i));
            questions_.push_back({context, ids[i]});
        }
        lookups_.answer(model, length, questions_, answers_);
        for (std::size_t k = 0; k < asked_.size(); ++k) {
            found(asked_[k], length) = answers_[k];
            if (answers_[k] != ABSENT) model.prefetch(length + 1, answers_[k]);
        }
    }
    sums_.resize(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        State continued = NO_CONTEXT;
        for (std::size_t length = 1; length < scorer.order(); ++length) {
            continued[length - 1] = found(i, length);
        }
        sums_[i] = scorer.log10(states[i], ids[i], continued);
    }
    bits.assign(ids.size(), 0);
    add_word_bits(sums_.data(), sums_.size(), bits.data());
    total = std::accumulate(bits.begin(), bits.end(), std::int64_t{0});
}

void ScoredSentence::edit(const Scorer& scorer, const ScoredSentence& source, const Steps& steps) {
    clear(scorer);
    std::size_t next = 0;  // in the source
    bool changed = false;
    const auto take = [&](std::size_t end) {
        if (next >= end) return;
        if (changed) {
            // A word further than order-1 words behind an edit has the same predecessors as before.
            const std::size_t first = next, same = std::min(end, next + scorer.order() - 1);
            for (; next < same; ++next) {
                const std::size_t known = next - first;
                append(scorer, source.ids[next], source.found(next, known), known);
            }
        }
        if (next < end) {
            copy(source, next, end);
            next = end;
        }
    };
    for (const Step& step : steps) {
        take(step.position);
        changed = true;
        if (step.rank != Rank::remove) {
            step.target->each_id([&](std::uint32_t id) { append(scorer, id); });
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
        result += scorer.advance(state, ids[i], found(i, i - end), i - end);
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
