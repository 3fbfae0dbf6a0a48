#include "estimation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "scorer.hpp"

namespace syntacticdiff {
namespace {

constexpr std::uint32_t CHECK_EVERY = 1 << 18;
constexpr double ZERO = -99.0;  // log10 of a probability or back-off that is 0

float stored_log10(double value) {
    if (!(value > 0.0)) return static_cast<float>(ZERO);
    return static_cast<float>(std::min(std::max(std::log10(value), ZERO), 0.0));
}

void require(bool fits) {
    if (!fits) throw std::invalid_argument("arrays that do not fit together");
}

// The first place from `begin` on whose word is not smaller. Since what is looked for rises, most
// are near: the step doubles until it has passed the word.
std::uint32_t gallop(const std::uint32_t* words, std::uint32_t begin, std::uint32_t end,
                     std::uint32_t word) {
    std::uint32_t step = 1, low = begin;
    while (end - low > step && words[low + step] < word) {
        low += step;
        step *= 2;
    }
    const std::uint32_t high = end - low > step ? low + step + 1 : end;
    return static_cast<std::uint32_t>(std::lower_bound(words + low, words + high, word) - words);
}

}  // namespace

void find_suffixes(const SuffixSearch& search, int suffixes, std::uint32_t* adjusted,
                   const Check& check) {
    const std::size_t contexts = search.context_words.size;
    require(search.children.size == contexts + 1 && search.context_suffix.size == contexts &&
            search.children.data[contexts] == search.words.size);
    Writer<std::uint32_t> writer(suffixes);
    const std::uint32_t* words = search.words.data;
    for (std::uint32_t context = 0; context < contexts; ++context) {
        if (context % CHECK_EVERY == 0) check();
        std::uint32_t ngram = search.children.data[context];
        const std::uint32_t last = search.children.data[context + 1];
        if (ngram == last) continue;
        const std::uint32_t shorter = search.context_suffix.data[context];
        require(shorter + std::size_t{1} < search.suffix_children.size);
        std::uint32_t found = search.suffix_children.data[shorter];
        const std::uint32_t end = search.suffix_children.data[shorter + 1];
        require(end <= contexts);
        for (; ngram < last; ++ngram) {
            found = gallop(search.context_words.data, found, end, words[ngram]);
            require(found < end && search.context_words.data[found] == words[ngram]);
            writer.push(found);
            ++adjusted[found];
        }
    }
    writer.flush();
}

void smooth(const Smoothing& order, const SmoothedFiles& files, const Check& check) {
    const std::size_t size = order.words.size, contexts = order.context_count.size;
    require(order.count.size == size && order.adjusted.size == size && order.suffix.size == size &&
            order.context_children.size == contexts + 1 && order.lower.size == contexts &&
            order.context_children.data[contexts] == size);
    Writer<double> probability(files.probability);
    Writer<std::uint32_t> words(files.words), children(files.children);
    Writer<float> log10(files.log10), backoffs(files.backoff);
    const auto discount = [&](std::uint32_t count) {
        return order.discounts[std::min<std::uint32_t>(count, 3)];
    };
    for (std::uint32_t context = 0; context < contexts; ++context) {
        if (context % CHECK_EVERY == 0) check();
        const std::uint32_t begin = order.context_children.data[context];
        const std::uint32_t end = order.context_children.data[context + 1];
        double total = 0.0, freed = 0.0;
        for (std::uint32_t i = begin; i < end; ++i) {
            const double count = order.adjusted.data[i];
            const bool kept = order.count.data[i] > order.threshold;
            total += count;
            freed += kept ? discount(order.adjusted.data[i]) : count;
        }
        const double backoff = total > 0.0 ? freed / total : 1.0;
        if (order.context_threshold == 0 ||
            order.context_count.data[context] > order.context_threshold) {
            backoffs.push(stored_log10(backoff));
            children.push(static_cast<std::uint32_t>(log10.size()));
        }
        for (std::uint32_t i = begin; i < end; ++i) {
            double value = 0.0;
            if (order.count.data[i] > order.threshold) {
                const std::uint32_t suffix = order.suffix.data[i];
                require(suffix < contexts);
                const std::uint32_t count = order.adjusted.data[i];
                value = (count - discount(count)) / total;
                value += backoff * order.lower.data[suffix];
                const std::uint32_t word = order.words.data[i];
                const bool shared = word == UNKNOWN && order.unknown_words > 1;
                log10.push(stored_log10(shared ? value / order.unknown_words : value));
                words.push(word);
            }
            probability.push(value);
        }
    }
    children.push(static_cast<std::uint32_t>(log10.size()));
    probability.flush();
    words.flush();
    log10.flush();
    backoffs.flush();
    children.flush();
}

Bits text_bits(SentenceReader& sentences, const std::vector<Level>& levels, const Check& check) {
    const Model model(levels, true);
    const Scorer scorer(model);
    Bits result;
    std::vector<std::uint32_t> sentence;
    while (sentences.next(sentence)) {
        State state = scorer.begin();
        for (std::size_t i = 1; i < sentence.size(); ++i) {
            result.bits += scorer.advance(state, sentence[i]);
            if (++result.tokens % CHECK_EVERY == 0) check();
        }
    }
    return result;
}

}  // namespace syntacticdiff
