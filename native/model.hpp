// The reference model as the engine sees it: views of arrays that Python has memory mapped.
//
// Nothing here is trusted. Lengths are checked when the model is made, and every index that comes
// out of an array is clamped before it is used: a damaged file gives wrong numbers, never a crash.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "compact.hpp"

namespace syntacticdiff {

constexpr std::size_t MAX_ORDER = 5;
constexpr std::uint32_t UNKNOWN = 0, BEGIN = 1, END = 2;  // word ids of the markers
constexpr std::uint32_t ABSENT = std::numeric_limits<std::uint32_t>::max();

// Stored in place of log10 p for an n-gram that is there only because longer ones begin with it.
constexpr float PREFIX_ONLY = std::numeric_limits<float>::infinity();

// The n-grams of one order, sorted by (context, word). The highest order has neither back-offs nor
// children; the lowest needs no words, since the n-gram's index is the word's id.
struct Level {
    Words words;
    Values log10;
    Values backoff;
    Offsets children;
};

// Half-open range of n-grams of one order.
struct Range {
    std::uint32_t begin, end;
};

class Model {
public:
    // `closed`: whatever an n-gram ends with is in the model, too. That holds for trained models,
    // not for every imported one, and saves look-ups.
    Model(const std::vector<Level>& levels, bool closed) : order_(levels.size()), closed_(closed) {
        if (order_ < 1 || order_ > MAX_ORDER) throw std::invalid_argument("model: bad order");
        for (std::size_t i = 0; i < order_; ++i) {
            const Level& level = levels[i];
            const std::size_t size = level.log10.size();
            const bool top = i + 1 == order_;
            const bool contexts = level.backoff.size() == size && level.children.size() == size + 1;
            const bool fits =
                size < ABSENT && (i == 0 || level.words.size() == size) && (top || contexts);
            if (!fits) throw std::invalid_argument("model: its arrays do not fit together");
            levels_[i] = level;
        }
        if (vocabulary() <= END) throw std::invalid_argument("model: it has no markers");
    }

    std::size_t order() const { return order_; }
    bool closed() const { return closed_; }
    std::size_t vocabulary() const { return levels_[0].log10.size(); }

    // `length` counts the words of the context, as in the Python scorer: n-grams of length + 1
    // words have their log10 here, contexts of `length` words their back-off.
    float log10(std::size_t length, std::uint32_t ngram) const {
        return levels_[length].log10[ngram];
    }
    float backoff(std::size_t length, std::uint32_t context) const {
        return levels_[length - 1].backoff[context];
    }
    const Words& words(std::size_t length) const { return levels_[length].words; }

    // The n-grams that continue a context of `length` >= 1 words.
    Range children(std::size_t length, std::uint32_t context) const {
        const Offsets& children = levels_[length - 1].children;
        const auto size = static_cast<std::uint32_t>(levels_[length].words.size());
        const std::uint32_t end = std::min(children[context + std::size_t{1}], size);
        return {std::min(children[context], end), end};
    }

    // Has the memory of a context of `length` words fetched that will be asked for soon: look-ups
    // wait for little else.
    void prefetch(std::size_t length, std::uint32_t context) const {
#if defined(__GNUC__)
        const Level& level = levels_[length - 1];
        __builtin_prefetch(level.log10.address(context));
        if (length < order_) {
            __builtin_prefetch(level.backoff.address(context));
            __builtin_prefetch(level.children.address(context));
        }
#endif
    }

    // The n-gram `context` + `word`, or ABSENT.
    std::uint32_t child(std::size_t length, std::uint32_t context, std::uint32_t word) const {
        const Range range = children(length, context);
        return words(length).visit([&](const auto* ids) { return find(ids, range, word); });
    }

    // Where `word` stands in a sorted range, or ABSENT. A product, since compilers make a
    // branch of `?:` here, and half of the branches would be mispredicted.
    template <class Id>
    static std::uint32_t find(const Id* words, Range range, std::uint32_t word) {
        std::uint32_t count = range.end - range.begin;
        if (count == 0) return ABSENT;
        const Id* base = words + range.begin;
        while (count > 1) {
            const std::uint32_t half = count / 2;
            base += half * static_cast<std::uint32_t>(base[half - 1] < word);
            count -= half;
        }
        return *base == word ? static_cast<std::uint32_t>(base - words) : ABSENT;
    }

private:
    std::size_t order_;
    bool closed_;
    std::array<Level, MAX_ORDER> levels_{};
};

}  // namespace syntacticdiff
