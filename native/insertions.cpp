#include "insertions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model.hpp"
#include "scorer.hpp"
#include "sentence.hpp"

namespace syntacticdiff {

InsertionIndex::InsertionIndex(const Scorer& scorer, std::vector<std::uint32_t> ids)
    : model_(scorer.model()), ids_(std::move(ids)) {
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    if (ids_.empty()) return;
    slots_.assign(ids_.back() + std::size_t{1}, ABSENT);
    for (std::uint32_t slot = 0; slot < ids_.size(); ++slot) {
        const std::uint32_t id = ids_[slot];
        slots_[id] = slot;
        unigrams_.push_back(scorer.unigram(id));
        const bool context = model_.order() > 1;
        backoffs_.push_back(context ? static_cast<double>(model_.backoff(1, id)) : 0.0);
    }
    if (model_.order() > 1) index_bigrams();
}

// Bigrams that begin with an insertable word, by their second word (a counting sort).
void InsertionIndex::index_bigrams() {
    const Words& words = model_.words(1);
    const auto each = [&](auto&& f) {
        std::uint32_t floor = 0;  // ranges do not overlap, unless the file is damaged
        for (std::uint32_t slot = 0; slot < ids_.size(); ++slot) {
            const Range range = model_.children(1, ids_[slot]);
            for (std::uint32_t i = std::max(range.begin, floor); i < range.end; ++i) {
                if (words[i] < model_.vocabulary()) f(slot, i);
            }
            floor = std::max(floor, range.end);
        }
    };
    starts_.assign(model_.vocabulary() + 2, 0);
    each([&](std::uint32_t, std::uint32_t bigram) { ++starts_[words[bigram] + 2]; });
    for (std::size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    entries_.resize(starts_.back());
    each([&](std::uint32_t slot, std::uint32_t bigram) {
        entries_[starts_[words[bigram] + 1]++] = {slot, bigram};
    });
}

namespace {

// How many positions' costs are kept: enough for the hypotheses of a beam, and so few that they
// stay in the processor's cache.
std::size_t lines_for(std::size_t insertable) {
    std::size_t lines = 256;
    while (lines > 1 && lines * insertable > 32 * 1024) lines /= 2;
    return lines;
}

}  // namespace

InsertionScores::InsertionScores(const Scorer& scorer, const InsertionIndex& index)
    : scorer_(scorer),
      index_(index),
      // No word of a sentence is ABSENT, so that nothing equals a line not yet used.
      lines_(lines_for(index.size()), {NO_CONTEXT, NO_CONTEXT}),
      costs_(lines_.size() * index.size()),
      seen_(index.size()),
      stamps_(index.size(), 0) {
    slots_.reserve(index.size());
}

const std::int64_t* InsertionScores::score(const ScoredSentence& sentence, std::size_t position) {
    const std::uint32_t* right = sentence.ids.data() + position;
    const std::size_t count = sentence.reach(scorer_, position) - position;
    Surroundings here{sentence.states[position], NO_CONTEXT};
    std::copy(right, right + count, here.right.begin());
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < here.left.size(); ++i) {
        hash = (hash ^ here.left[i]) * 0x9E3779B97F4A7C15;
        hash = (hash ^ (hash >> 32) ^ here.right[i]) * 0xBF58476D1CE4E5B9;
    }
    const std::size_t line = (hash >> 40) & (lines_.size() - 1);
    std::int64_t* costs = costs_.data() + line * index_.size();
    const bool unigrams = scorer_.order() == 1;  // these have no surroundings to tell apart
    if (unigrams || !(lines_[line] == here)) {
        lines_[line] = here;
        slots_.clear();
        if (++stamp_ == 0) {  // wrapped around: no old stamp may look like a new one
            std::fill(stamps_.begin(), stamps_.end(), 0);
            stamp_ = 1;
        }
        score_words(here.left, costs);
        if (count > 0) score_right(right, count, costs);
    }
    return costs;
}

InsertionScores::Seen& InsertionScores::seen(std::uint32_t slot) {
    if (stamps_[slot] != stamp_) {
        stamps_[slot] = stamp_;
        seen_[slot] = {scorer_.alone(index_.ids()[slot]), ABSENT};
        slots_.push_back(slot);
    }
    return seen_[slot];
}

// The bits of each insertable word itself.
void InsertionScores::score_words(const State& left, std::int64_t* costs) {
    const std::size_t order = scorer_.order();
    // What a look-up has added when it comes down to contexts of `length` words.
    std::array<double, MAX_ORDER> added{};
    for (std::size_t length = order - 1; length >= 1; --length) {
        const std::uint32_t context = left[length - 1];
        added[length - 1] = added[length];
        if (context != ABSENT) added[length - 1] += backoff(length, context);
    }
    const std::vector<double>& unigrams = index_.unigrams();
    for (std::size_t slot = 0; slot < unigrams.size(); ++slot) {
        costs[slot] = word_bits(added[0] + unigrams[slot]);
    }
    // Longer contexts come later and overrule.
    for (std::size_t length = 1; length < order; ++length) {
        if (left[length - 1] == ABSENT) continue;
        const double before = added[length];
        const auto overrule = [&](std::uint32_t slot, std::uint32_t ngram) {
            const float log10 = scorer_.model().log10(length, ngram);
            if (log10 != PREFIX_ONLY) costs[slot] = word_bits(before + static_cast<double>(log10));
            if (length + 1 < order) seen(slot).state[length] = ngram;
        };
        index_.continuations(length, left[length - 1], overrule);
    }
}

// Adds the bits of the words to the right.
void InsertionScores::score_right(const std::uint32_t* right, std::size_t count,
                                  std::int64_t* costs) {
    prepare_tails(right, count);
    index_.before(right[0], [&](std::uint32_t slot, std::uint32_t bigram) {
        seen(slot).bigram = bigram;
        scorer_.model().prefetch(2, bigram);
    });
    for (const std::uint32_t slot : slots_) {
        costs[slot] += right_bits(seen_[slot], right, count);
    }
    // Words of which nothing is seen: the first word to the right gets the insertable word's
    // back-off and its own unigram, the others do not notice.
    const double unigram = tails_[0].terms[0];
    const std::int64_t rest = count > 1 ? tails_[1].bits_from_here : 0;
    const std::vector<double>& backoffs = index_.backoffs();
    for (std::size_t slot = 0; slot < backoffs.size(); ++slot) {
        if (stamps_[slot] != stamp_) costs[slot] += word_bits(backoffs[slot] + unigram) + rest;
    }
}

// The words to the right as they are scored when no context reaches back to the inserted word.
void InsertionScores::prepare_tails(const std::uint32_t* right, std::size_t count) {
    State state = NO_CONTEXT;
    for (std::size_t i = 0; i < count; ++i) {
        Tail& tail = tails_[i];
        tail.count = 0;
        const State found = scorer_.continued(state, right[i]);
        bool done = false;
        for (std::size_t length = i; length >= 1 && !done; --length) {
            if (state[length - 1] == ABSENT) continue;
            double term = 0.0;
            done = scorer_.add(term, length, state[length - 1], found[length - 1]);
            tail.terms[tail.count++] = term;
        }
        if (!done) tail.terms[tail.count++] = scorer_.unigram(right[i]);
        state = scorer_.after(right[i], found);
    }
    std::int64_t bits = 0;
    for (std::size_t i = count; i-- > 0;) {
        double log10 = 0.0;
        for (std::size_t t = 0; t < tails_[i].count; ++t) log10 += tails_[i].terms[t];
        bits += word_bits(log10);
        tails_[i].bits_from_here = bits;
    }
}

// The bits of the words to the right of an insertable word of which something is seen. At word i,
// contexts longer than i reach back to the inserted word or beyond it; shorter ones are the tail's.
std::int64_t InsertionScores::right_bits(const Seen& seen, const std::uint32_t* right,
                                         std::size_t count) const {
    const Model& model = scorer_.model();
    const std::size_t longest = scorer_.order() - 1;
    State state = seen.state;
    std::int64_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        State found = NO_CONTEXT;
        bool reaches = false;  // whether a context of the next word reaches back as far
        for (std::size_t length = i + 1; length <= longest; ++length) {
            std::uint32_t ngram = ABSENT;
            if (length == 1) {
                ngram = seen.bigram;
            } else if (state[length - 1] != ABSENT) {
                ngram = model.child(length, state[length - 1], right[i]);
            }
            found[length - 1] = ngram;
            if (ngram == ABSENT && model.closed()) break;
            reaches = reaches || (ngram != ABSENT && length < longest);
        }
        double log10 = 0.0;
        bool done = false;
        for (std::size_t length = longest; length > i && !done; --length) {
            done = scorer_.add(log10, length, state[length - 1], found[length - 1]);
        }
        for (std::size_t t = 0; t < tails_[i].count && !done; ++t) log10 += tails_[i].terms[t];
        bits += word_bits(log10);
        if (!reaches) return bits + (i + 1 < count ? tails_[i + 1].bits_from_here : 0);
        for (std::size_t length = longest; length >= 2; --length) {
            state[length - 1] = found[length - 2];
        }
    }
    return bits;
}

}  // namespace syntacticdiff
