#include "estimation.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "scratch_file.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Ids = std::vector<std::uint32_t>;

template <class T>
Span<T> span(const std::vector<T>& numbers) {
    return {numbers.data(), numbers.size()};
}

std::vector<float> floats(const ScratchFile& file) {
    const Ids bits = file.numbers();
    std::vector<float> result(bits.size());
    std::memcpy(result.data(), bits.data(), bits.size() * sizeof(float));
    return result;
}

bool near(float value, double expected) {
    return std::fabs(static_cast<double>(value) - expected) < 1e-6;
}

// <s> 3 </s>, <s> 3 3 </s>: bigrams (<s>,3) 2, (3,</s>) 2, (3,3) 1; trigrams (<s>,3,</s>) 1,
// (<s>,3,3) 1, (3,3,</s>) 1.
const Ids PAIR_CHILDREN = {0, 0, 1, 1, 3};  // of single words
const Ids PAIRS = {3, 2, 3}, PAIR_COUNTS = {2, 2, 1};
const Ids TRIPLE_CHILDREN = {0, 2, 2, 3}, TRIPLES = {2, 3, 2};

TEST_CASE("every n-gram finds what it ends with, and that is counted") {
    const ScratchFile file;
    Ids adjusted(3, 0);
    find_suffixes(
        {span(TRIPLES), span(TRIPLE_CHILDREN), span(PAIRS), span(PAIRS), span(PAIR_CHILDREN)},
        file.descriptor(), adjusted.data(), [] {});
    CHECK_EQ(file.numbers(), (Ids{1, 2, 1}));  // (3,</s>), (3,3), (3,</s>)
    CHECK_EQ(adjusted, (Ids{0, 2, 1}));
}

TEST_CASE("a suffix that is not there is an error, not a wrong number") {
    const ScratchFile file;
    Ids adjusted(3, 0);
    const Ids other = {2, 0, 2};  // <unk> never follows 3
    CHECK_THROWS_AS(find_suffixes({span(other), span(TRIPLE_CHILDREN), span(PAIRS), span(PAIRS),
                                   span(PAIR_CHILDREN)},
                                  file.descriptor(), adjusted.data(), [] {}),
                    std::invalid_argument);
}

// The bigrams above over given single words.
Smoothing pairs(const std::vector<double>& lower, const Ids& single, std::uint32_t threshold) {
    return {span(PAIRS),
            span(PAIR_COUNTS),
            span(PAIR_COUNTS),
            span(PAIRS),
            span(PAIR_CHILDREN),
            span(single),
            span(lower),
            {0.0, 0.5, 0.75, 1.0},
            threshold,
            0,
            4};
}

TEST_CASE("discounted shares and what is freed for the order below") {
    const std::vector<double> lower = {0.1, 0.0, 0.4, 0.5};
    const Ids single = {0, 0, 2, 3};
    const ScratchFile log10, backoff;
    smooth(pairs(lower, single, 0), {-1, -1, log10.descriptor(), backoff.descriptor(), -1}, [] {});
    const std::vector<float> logs = floats(log10), weights = floats(backoff);
    CHECK_EQ(logs.size(), 3U);
    CHECK(near(logs[0], std::log10(1.25 / 2 + 0.75 / 2 * 0.5)));
    CHECK(near(logs[1], std::log10(1.25 / 3 + 1.25 / 3 * 0.4)));
    CHECK(near(logs[2], std::log10(0.5 / 3 + 1.25 / 3 * 0.5)));
    CHECK_EQ(weights.size(), 4U);
    CHECK(near(weights[0], 0.0));  // nothing follows: all of it is backed off
    CHECK(near(weights[1], std::log10(0.75 / 2)));
    CHECK(near(weights[3], std::log10(1.25 / 3)));
}

TEST_CASE("what is pruned goes to the order below, whole") {
    const std::vector<double> lower = {0.1, 0.0, 0.4, 0.5};
    const Ids single = {0, 0, 2, 3};
    const ScratchFile log10, backoff, words, children;
    smooth(
        pairs(lower, single, 1),
        {-1, words.descriptor(), log10.descriptor(), backoff.descriptor(), children.descriptor()},
        [] {});
    CHECK_EQ(words.numbers(), (Ids{3, 2}));
    CHECK_EQ(children.numbers(), (Ids{0, 0, 1, 1, 2}));
    CHECK(near(floats(backoff)[3], std::log10((0.75 + 1.0) / 3)));
}

TEST_CASE("words that were cut share the probability of the unknown word") {
    const std::vector<double> lower = {0.1, 0.0, 0.4, 0.5};
    const Ids single = {0, 0, 2, 3}, children = {0, 0, 1, 1, 1}, unknown = {UNKNOWN}, once = {1};
    const ScratchFile log10;
    smooth({span(unknown),
            span(once),
            span(once),
            span(unknown),
            span(children),
            span(single),
            span(lower),
            {0.0, 0.5, 0.75, 1.0},
            0,
            0,
            4},
           {-1, -1, log10.descriptor(), -1, -1}, [] {});
    CHECK(near(floats(log10)[0], std::log10((0.5 + 0.5 * 0.1) / 4)));
}

TEST_CASE("arrays that do not fit together are refused") {
    const std::vector<double> lower = {0.1, 0.0, 0.4};
    const Ids single = {0, 0, 2, 3};
    CHECK_THROWS_AS(smooth(pairs(lower, single, 0), {-1, -1, -1, -1, -1}, [] {}),
                    std::invalid_argument);
}

}  // namespace
}  // namespace syntacticdiff::testing
