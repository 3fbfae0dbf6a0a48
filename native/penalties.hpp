// What the edits of one sentence cost: the penalties of their words and, if there are any, the
// prices of the candidate list, one for each edit at its place of the original sentence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "hypothesis.hpp"
#include "words.hpp"

namespace syntacticdiff {

// How many candidates a token has: every insertion before it, its removal, its substitutions. The
// gap at the end has the insertions alone.
inline std::size_t candidates_at(const std::vector<Choice>& insertions, const Token& token) {
    return insertions.size() + (token.removable ? 1 : 0) + token.substitutions.size();
}

constexpr std::int64_t NEVER = 1000LL << 20;  // the price of an edit that is not offered

class SentencePenalties {
public:
    explicit SentencePenalties(const std::vector<Choice>& insertions) : insertions_(insertions) {
        for (const Choice& choice : insertions) words_.push_back(choice.penalty);
        least_word_ = least(words_.data());
    }

    // The next sentence. `prices` has one for each of its candidates, in the order of the list; if
    // `count` is 0 there are none. Whoever made them may know the bits that each candidate saves
    // alone; `gains` has as many. They must outlive the search of the sentence.
    void reset(const std::vector<const Token*>& tokens, const std::int64_t* prices,
               std::size_t count, const std::int64_t* gains = nullptr) {
        tokens_ = &tokens;
        priced_ = count != 0;
        prices_ = prices;
        gains_ = priced_ ? gains : nullptr;
        if (priced_) add_up(prices, count);
    }

    // Whether prices allow an edit at all, by its number among those at a token: insertions, the
    // removal, substitutions.
    bool offers(std::size_t token, std::size_t number) const {
        return !priced_ || prices_[starts_[token] + number] < NEVER;
    }

    // The gains of the candidates at a token, by the same numbers; nullptr if they are not known.
    const std::int64_t* gains(std::size_t token) const {
        return gains_ == nullptr ? nullptr : gains_ + starts_[token];
    }

    // For each insertable word in its order, what inserting it in this gap costs.
    const std::int64_t* insertions(std::size_t gap) const {
        return priced_ ? sums_.data() + starts_[gap] : words_.data();
    }
    // The least of them.
    std::int64_t least_insertion(std::size_t gap) const {
        return priced_ ? least_[gap] : least_word_;
    }

    // The gap that an insertion in `gap` moves to, if that makes a difference.
    std::size_t gap_paid(const Steps& steps, std::uint32_t gap) const {
        return priced_ ? gap_in_normal_form(steps, gap) : gap;
    }

    // What `steps` cost more if a token is removed, too: insertions behind it move before it.
    std::int64_t removal(const Steps& steps, std::uint32_t token) const {
        const Token& removed = *(*tokens_)[token];
        if (!priced_) return removed.removal;
        std::int64_t sum = sums_[starts_[token] + insertions_.size()];
        const std::size_t gap = gap_in_normal_form(steps, token);
        for (const Step& step : steps) {
            if (step.rank != Rank::insert || step.position != token + 1) continue;
            const std::size_t i = index_of(step.target);
            sum += sums_[starts_[gap] + i] - sums_[starts_[token + 1] + i];
        }
        return sum;
    }

    // What replacing a token by its substitute number `i` costs.
    std::int64_t substitution(std::size_t token, std::size_t i) const {
        const Token& replaced = *(*tokens_)[token];
        if (!priced_) return replaced.substitutions[i].penalty;
        return sums_[starts_[token] + insertions_.size() + (replaced.removable ? 1 : 0) + i];
    }

private:
    // Words' penalties and prices, each sum once.
    void add_up(const std::int64_t* prices, std::size_t count) {
        starts_.clear();
        least_.clear();
        sums_.assign(prices, prices + count);
        std::size_t row = 0;
        const auto add = [&](std::int64_t penalty) { sums_[row++] += penalty; };
        const auto begin_gap = [&](std::size_t rows) {
            if (rows > count - row) throw std::invalid_argument("a price for each candidate");
            starts_.push_back(row);
            for (const std::int64_t penalty : words_) add(penalty);
            least_.push_back(least(sums_.data() + starts_.back()));
        };
        for (const Token* token : *tokens_) {
            begin_gap(candidates_at(insertions_, *token));
            if (token->removable) add(token->removal);
            for (const Choice& choice : token->substitutions) add(choice.penalty);
        }
        begin_gap(insertions_.size());
        if (row != count) throw std::invalid_argument("a price for each candidate");
    }

    std::int64_t least(const std::int64_t* penalties) const {
        std::int64_t result = std::numeric_limits<std::int64_t>::max();
        for (std::size_t i = 0; i < insertions_.size(); ++i) {
            result = std::min(result, penalties[i]);
        }
        return result;
    }

    std::size_t index_of(const Word* word) const {
        const auto before = [](const Choice& choice, const Word* other) {
            return choice.word->text < other->text;
        };
        const auto found = std::lower_bound(insertions_.begin(), insertions_.end(), word, before);
        return static_cast<std::size_t>(found - insertions_.begin());
    }

    const std::vector<Choice>& insertions_;
    std::vector<std::int64_t> words_;  // penalties of insertable words, wherever they go
    std::int64_t least_word_ = 0;
    const std::vector<const Token*>* tokens_ = nullptr;
    bool priced_ = false;
    const std::int64_t *prices_ = nullptr, *gains_ = nullptr;
    // Only with prices: what each candidate costs, where each gap's begin, each gap's least
    std::vector<std::int64_t> sums_;
    std::vector<std::size_t> starts_;
    std::vector<std::int64_t> least_;
};

}  // namespace syntacticdiff
