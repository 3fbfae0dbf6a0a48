// The context network: which word stands at a place, and which belongs into a gap, by both sides.
//
// Integers only, so that it gives the same numbers everywhere. The definition is
// syntacticdiff/search/prices/context_arithmetic.py; names and formulas are the same there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "view.hpp"

namespace syntacticdiff {

constexpr std::size_t TABLE = 1 << 14;   // entries of the tables of the sigmoid and of tanh
constexpr std::uint32_t OTHER_WORD = 0;  // the output id of every word that has none of its own
constexpr std::uint32_t NO_WORD = 0;     // the gap id of nothing

struct NetworkSizes {
    std::size_t inputs, vector, units, word_units, gap_units, outputs, gaps;
};

// Weights row by row; a row's sum is multiplied by its scale and its bias is added.
struct NetworkLayer {
    View<std::int8_t> weights;
    View<std::int32_t> scales, bias;
};

// What a file holds. Of the pairs, the first reads forward and the second backward.
struct NetworkArrays {
    View<std::int8_t> vectors;
    View<std::uint16_t> vector_scales;
    std::array<NetworkLayer, 2> from_words, from_states;
    NetworkLayer word_hidden, word_out, gap_hidden, gap_out;
    View<std::int16_t> sigmoid, tanh;
};

// Refuses sizes that do not fit together and numbers for which a sum could overflow. The arrays
// must outlive it; opinions of any number of threads may share it.
class Network {
public:
    Network(const NetworkSizes& sizes, const NetworkArrays& arrays);

    const NetworkSizes& sizes() const { return sizes_; }

private:
    friend class Opinions;

    // Weights of 16 bits, which are multiplied faster.
    struct Wide {
        std::vector<std::int16_t> weights;
        View<std::int32_t> scales, bias;
    };

    Wide wide(const NetworkLayer& layer, std::size_t rows, std::size_t columns) const;
    void apply(const Wide& layer, const std::int16_t* input, std::size_t columns,
               std::int32_t* output) const;
    void step(std::size_t direction, std::uint32_t id, const std::int16_t* state,
              std::int16_t* next, std::vector<std::int32_t>& scratch) const;
    std::int32_t word_logit(const std::int16_t* hidden, std::uint32_t word) const;

    NetworkSizes sizes_;
    NetworkArrays arrays_;
    std::array<Wide, 2> from_words_, from_states_;
    Wide word_hidden_, gap_hidden_, gap_out_;
};

// What the network thinks of one sentence, in units of 2^-10 bits (log2). What is asked is computed
// once, so an object belongs to one thread. Positions and ids must be in range: tokens and gaps of
// the sentence, outputs and gap words of the network.
class Opinions {
public:
    // The sentence as input ids, which must be smaller than the network's `inputs`.
    Opinions(const Network& network, const std::uint32_t* ids, std::size_t size);

    std::size_t size() const { return size_; }

    // Log-odds of the output word `target` against `source` at a token.
    std::int32_t sub(std::size_t position, std::uint32_t source, std::uint32_t target) {
        Place& place = places_[position];
        if (place.hidden.empty()) read_place(position);
        if (place.source != source) {
            place.source = source;
            place.source_logit = network_->word_logit(place.hidden.data(), source);
        }
        return network_->word_logit(place.hidden.data(), target) - place.source_logit;
    }

    // Log-odds of a gap word against none in the gap before a token, or after the last one.
    std::int32_t insert(std::size_t position, std::uint32_t word) {
        std::vector<std::int32_t>& logits = gaps_[position];
        if (logits.empty()) read_gap(position, position, logits);
        return logits[word] - logits[NO_WORD];
    }

    // Log-odds of none against a gap word in the gap that is left where a token is taken out.
    std::int32_t remove(std::size_t position, std::uint32_t word) {
        std::vector<std::int32_t>& logits = left_out_[position];
        if (logits.empty()) read_gap(position, position + 1, logits);
        return logits[NO_WORD] - logits[word];
    }

private:
    struct Place {
        std::vector<std::int16_t> hidden;
        std::uint32_t source = UINT32_MAX;  // of which the logit is known
        std::int32_t source_logit = 0;
    };

    // The states after the tokens before `left` and after those from `right` on, side by side.
    std::vector<std::int16_t> joined(std::size_t left, std::size_t right) const;
    void read_place(std::size_t position);
    void read_gap(std::size_t left, std::size_t right, std::vector<std::int32_t>& logits) const;

    const Network* network_;
    std::size_t size_;
    std::vector<std::int16_t> before_, after_;  // the states, gap by gap
    std::vector<Place> places_;
    std::vector<std::vector<std::int32_t>> gaps_, left_out_;
};

}  // namespace syntacticdiff
