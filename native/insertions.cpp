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

InsertionScores::InsertionScores(const Scorer& scorer, const InsertionIndex& index)
    : scorer_(scorer),
      index_(index),
      kept_(index.size()),
      kept_last_(index.size()),
      marks_(index.size(), 0),
      sums_(index.size()) {}

const std::int64_t* InsertionScores::score(const ScoredSentence& sentence, std::size_t position) {
    const std::uint32_t* right = sentence.ids.data() + position;
    const std::size_t count = sentence.reach(scorer_, position) - position;
    const State& left = sentence.states[position];
    Surroundings here{};
    std::copy(left.begin(), left.end(), here.begin());
    std::fill(std::copy(right, right + count, here.begin() + left.size()), here.end(), ABSENT);
    const auto [costs, known] = kept_.row(here);
    const bool unigrams = scorer_.order() == 1;  // these have no surroundings to tell apart
    if (unigrams || !known) {
        score_words(left, costs);
        if (count > 0) score_right(sentence, position, count, costs);
    }
    return costs;
}

// The bits of each insertable word itself.
void InsertionScores::score_words(const State& left, std::int64_t* costs) {
    const std::size_t order = scorer_.order();
    const Model& model = scorer_.model();
    // What a look-up has added when it comes down to contexts of `length` words.
    std::array<double, MAX_ORDER> added{};
    for (std::size_t length = order - 1; length >= 1; --length) {
        const std::uint32_t context = left[length - 1];
        added[length - 1] = added[length];
        if (context != ABSENT) added[length - 1] += backoff(length, context);
    }
    const std::vector<double>& unigrams = index_.unigrams();
    for (std::size_t slot = 0; slot < sums_.size(); ++slot) {
        sums_[slot] = added[0] + unigrams[slot];
    }
    // Longer contexts come later and overrule.
    for (std::size_t length = 1; length < order; ++length) {
        std::vector<Seen>& next = contexts_[length];  // after the inserted word
        next.clear();
        if (left[length - 1] == ABSENT) continue;
        const double before = added[length];
        index_.continuations(length, left[length - 1],
                             [&](std::uint32_t slot, std::uint32_t ngram) {
                                 const float log10 = model.log10(length, ngram);
                                 if (log10 != PREFIX_ONLY)
                                     sums_[slot] = before + static_cast<double>(log10);
                                 if (length + 1 < order) next.push_back({slot, ngram});
                             });
    }
    std::fill(costs, costs + sums_.size(), 0);
    add_word_bits(sums_.data(), sums_.size(), costs);
}

// Adds the bits of the words to the right.
void InsertionScores::score_right(const ScoredSentence& sentence, std::size_t position,
                                  std::size_t count, std::int64_t* costs) {
    const std::uint32_t* right = sentence.ids.data() + position;
    prepare_tails(sentence, position, count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 2 == scorer_.order()) {  // its contexts reach no further than the inserted word
            add_last_word(right, count, costs);
            return;
        }
        const bool reaches = look_up(right, count, i);
        score_right_word(i, costs);
        if (reaches) {
            std::swap(contexts_, found_);
            continue;
        }
        // The words after it do not notice what was inserted.
        const std::int64_t rest = i + 1 < count ? tails_[i + 1].bits_from_here : 0;
        for (std::size_t slot = 0; slot < sums_.size(); ++slot) costs[slot] += rest;
        return;
    }
}

void InsertionScores::add_last_word(const std::uint32_t* right, std::size_t count,
                                    std::int64_t* costs) {
    RightWords words;
    std::fill(std::copy(right, right + count, words.begin()), words.end(), ABSENT);
    const auto [bits, known] = kept_last_.row(words);
    if (!known) {
        std::fill(bits, bits + sums_.size(), 0);
        look_up(right, count, count - 1);
        score_right_word(count - 1, bits);
    }
    for (std::size_t slot = 0; slot < sums_.size(); ++slot) costs[slot] += bits[slot];
}

// The words to the right as they are scored when no context reaches back to the inserted word.
void InsertionScores::prepare_tails(const ScoredSentence& sentence, std::size_t position,
                                    std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        Tail& tail = tails_[i];
        const State& state = sentence.states[position + i];
        const State found = sentence.found(position + i, i);
        tail.known = i == 0 || found[i - 1] != ABSENT;
        tail.count = 0;
        bool done = false;
        for (std::size_t length = i; length >= 1 && !done; --length) {
            if (state[length - 1] == ABSENT) continue;
            double term = 0.0;
            done = scorer_.add(term, length, state[length - 1], found[length - 1]);
            tail.terms[tail.count++] = term;
        }
        if (!done) tail.terms[tail.count++] = scorer_.unigram(sentence.ids[position + i]);
    }
    std::int64_t bits = 0;
    for (std::size_t i = count; i-- > 0;) {
        double log10 = 0.0;
        for (std::size_t t = 0; t < tails_[i].count; ++t) log10 += tails_[i].terms[t];
        bits += word_bits(log10);
        tails_[i].bits_from_here = bits;
    }
}

// Which contexts that reach back to the inserted word go on with word `i` to its right. Says
// whether any context of the next word reaches back as far.
//
// `contexts_` and `found_` have contexts of `length` words at `length` - 1, and what continues them
// at the same place, where it is a context of the next word. That of one word is the inserted word
// alone, which every slot has.
bool InsertionScores::look_up(const std::uint32_t* right, std::size_t count, std::size_t i) {
    const Model& model = scorer_.model();
    const std::size_t longest = scorer_.order() - 1;
    bool reaches = false;
    for (std::size_t length = i + 1; length <= longest; ++length) {
        std::vector<Seen>& found = found_[length];
        found.clear();
        if (length == 1) {
            const View<Seen> bigrams = index_.before(right[0]);
            found.assign(bigrams.data, bigrams.data + bigrams.size);
            if (count > 1) {
                const View<Seen> next = index_.before(right[1]);
                for (std::size_t k = 0; k < next.size; ++k) model.prefetch(2, next.data[k].ngram);
            }
        } else if (!model.closed()) {
            lookups_.find(model, length, contexts_[length - 1], right[i], found);
        } else if (length == i + 1) {
            if (tails_[i].known) {
                lookups_.find(model, length, contexts_[length - 1], right[i], found);
            }
        } else if (const std::vector<Seen>& shorter = found_[length - 1]; !shorter.empty()) {
            // Only where the shorter one was found.
            for (const Seen& seen : shorter) marks_[seen.slot] = 1;
            const std::vector<Seen>& contexts = contexts_[length - 1];
            wanted_.resize(contexts.size());
            std::size_t wanted = 0;
            for (const Seen& context : contexts) {
                wanted_[wanted] = context;
                wanted += marks_[context.slot];
            }
            wanted_.resize(wanted);
            for (const Seen& seen : shorter) marks_[seen.slot] = 0;
            lookups_.find(model, length, wanted_, right[i], found);
        }
        reaches = reaches || (length < longest && !found.empty());
    }
    return reaches;
}

// Adds the bits of word `i` to the right behind each insertable word: the terms of a look-up in
// their order, contexts that reach back to the inserted word first, then those of the tail.
void InsertionScores::score_right_word(std::size_t i, std::int64_t* costs) {
    const Model& model = scorer_.model();
    std::fill(sums_.begin(), sums_.end(), 0.0);
    overruling_.clear();
    for (std::size_t length = scorer_.order() - 1; length > i; --length) {
        for (const Seen& seen : found_[length]) {
            const float log10 = model.log10(length, seen.ngram);
            if (log10 == PREFIX_ONLY) continue;
            overruling_.push_back({seen.slot, sums_[seen.slot] + static_cast<double>(log10)});
        }
        if (length == 1) {
            const std::vector<double>& backoffs = index_.backoffs();
            for (std::size_t slot = 0; slot < sums_.size(); ++slot) sums_[slot] += backoffs[slot];
        } else {
            for (const Seen& context : contexts_[length - 1]) {
                sums_[context.slot] += backoff(length, context.ngram);
            }
        }
    }
    const Tail& tail = tails_[i];
    for (std::size_t t = 0; t < tail.count; ++t) {
        const double term = tail.terms[t];
        for (double& sum : sums_) sum += term;
    }
    for (auto each = overruling_.rbegin(); each != overruling_.rend(); ++each) {
        sums_[each->slot] = each->sum;
    }
    add_word_bits(sums_.data(), sums_.size(), costs);
}

}  // namespace syntacticdiff
