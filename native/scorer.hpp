// Look-ups: log10 p(word | the words before it), and its fixed-point bits.
//
// The same double-precision expressions as syntacticdiff/reference/{ngrams,scorer}.py, in the same
// order: the engines must agree to the last bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model.hpp"

namespace syntacticdiff {

constexpr double ONE_BIT = 1 << 20;    // fixed point: this many units make one bit
constexpr double MOST_BITS = 1 << 20;  // only a damaged file gets beyond

// The double nearest to log2(10), as Python's math.log2 gives it; a test compares them.
constexpr double LOG2_10 = 0x1.a934f0979a371p+1;

// -log2 of a probability given as log10, in fixed point: floor(bits * 2^20 + 0.5).
inline std::int64_t word_bits(double log10) {
    double bits = -log10 * LOG2_10;
    if (!(-MOST_BITS <= bits && bits <= MOST_BITS)) bits = MOST_BITS;  // also true of NaN
    const double scaled = bits * ONE_BIT + 0.5;
    const auto truncated = static_cast<std::int64_t>(scaled);
    return truncated - (scaled < static_cast<double>(truncated) ? 1 : 0);
}

// A number's bits in memory, and back.
inline std::uint64_t pattern_of(double number) {
    std::uint64_t pattern;
    std::memcpy(&pattern, &number, sizeof pattern);
    return pattern;
}
inline double number_of(std::uint64_t pattern) {
    double number;
    std::memcpy(&number, &pattern, sizeof number);
    return number;
}

// Adds the bits of many words to `units`: the same as `word_bits` of each, but without a comparison
// or a conversion, so that compilers do several at a time and nothing is left to be foreseen.
inline void add_word_bits(const double* log10, std::size_t count, std::int64_t* units) {
    constexpr std::uint64_t magnitude = 0x7FFFFFFFFFFFFFFF;
    constexpr std::uint64_t most = 0x4130000000000000;  // MOST_BITS
    // 1.5 * 2^52: added to a number, it leaves the nearest whole number in the lowest bits.
    constexpr double whole = 6755399441055744.0;
    constexpr std::uint64_t nothing = 0x4338000000000000;  // whole + 0
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = pattern_of(-log10[i] * LOG2_10);
        // All ones if it is beyond MOST_BITS or no number: patterns are in the numbers' order.
        const std::uint64_t beyond = 0 - ((most - (bits & magnitude)) >> 63);
        const double scaled = number_of((bits & ~beyond) | (most & beyond)) * ONE_BIT + 0.5;
        const double nearest = scaled + whole;
        const std::uint64_t above = pattern_of(scaled - (nearest - whole)) >> 63;  // 1 or 0
        units[i] += static_cast<std::int64_t>(pattern_of(nearest) - nothing - above);
    }
}

// For each context length 1..order-1, the n-gram of the last words, or ABSENT; length l at l-1.
using State = std::array<std::uint32_t, MAX_ORDER - 1>;

constexpr State NO_CONTEXT = {ABSENT, ABSENT, ABSENT, ABSENT};

class Scorer {
public:
    explicit Scorer(const Model& model) : model_(model) {}

    const Model& model() const { return model_; }
    std::size_t order() const { return model_.order(); }

    // The state after `<s>`.
    State begin() const { return alone(BEGIN); }

    // The state after a word that follows nothing known.
    State alone(std::uint32_t word) const {
        State state = NO_CONTEXT;
        if (order() > 1) state[0] = word;
        return state;
    }

    // The word's fixed-point bits; the state becomes the one after it. `found` and `known` as
    // below.
    std::int64_t advance(State& state, std::uint32_t word, const State& found = NO_CONTEXT,
                         std::size_t known = 0) const {
        const State all = continued(state, word, found, known);
        const std::int64_t result = bits(state, word, all);
        state = after(word, all);
        return result;
    }

    // For each context, its n-gram with `word` behind it, or ABSENT; `found` has those of contexts
    // of up to `known` words. From the shortest up: in a closed model nothing is found beyond a
    // length where nothing is.
    State continued(const State& state, std::uint32_t word, State found = NO_CONTEXT,
                    std::size_t known = 0) const {
        for (std::size_t length = 1; length < order(); ++length) {
            const std::uint32_t context = state[length - 1];
            if (length > known && context != ABSENT) {
                found[length - 1] = model_.child(length, context, word);
            }
            if (found[length - 1] == ABSENT && model_.closed()) break;
        }
        return found;
    }

    // log10 of a word's probability, and its fixed-point bits, if the contexts before it continue
    // as `found`.
    double log10(const State& state, std::uint32_t word, const State& found) const {
        double sum = 0.0;
        for (std::size_t length = order() - 1; length >= 1; --length) {
            if (add(sum, length, state[length - 1], found[length - 1])) return sum;
        }
        return sum + unigram(word);
    }
    std::int64_t bits(const State& state, std::uint32_t word, const State& found) const {
        return word_bits(log10(state, word, found));
    }

    // One step of a look-up: adds the n-gram's log10, if it has one, else the context's back-off.
    // Says whether that was the probability, the end of the sum.
    bool add(double& log10, std::size_t length, std::uint32_t context, std::uint32_t ngram) const {
        if (ngram != ABSENT) {
            const float stored = model_.log10(length, ngram);
            if (stored != PREFIX_ONLY) {
                log10 += static_cast<double>(stored);
                return true;
            }
        }
        if (context != ABSENT) log10 += static_cast<double>(model_.backoff(length, context));
        return false;
    }

    // The state after `word`, if the contexts before it continued as `found`.
    State after(std::uint32_t word, const State& found) const {
        State next = alone(word);
        for (std::size_t length = 2; length < order(); ++length) {
            next[length - 1] = found[length - 2];
        }
        return next;
    }

    // log10 p(word), 0 where there is only a prefix: what a look-up adds last if nothing longer is
    // stored.
    double unigram(std::uint32_t word) const {
        const float stored = model_.log10(0, word);
        return stored == PREFIX_ONLY ? 0.0 : static_cast<double>(stored);
    }

private:
    const Model& model_;
};

}  // namespace syntacticdiff
