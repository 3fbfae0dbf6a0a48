#include "network.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

// The same code for several kinds of processors, chosen when the library is loaded. Elsewhere the
// compiler's usual code is fast enough.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define SYNTACTICDIFF_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SYNTACTICDIFF_CLONES
#endif

namespace syntacticdiff {
namespace {

constexpr int STATE_BITS = 14;  // a state of 1.0 is 2^14
constexpr int VECTOR_BITS = 8;  // a vector's scale is in 2^-8
constexpr int SCALE_BITS = 28;  // a row's scale is in 2^-28
constexpr std::int32_t STATE_ONE = 1 << STATE_BITS;
constexpr std::int32_t LARGEST_SCALE = 1 << 24, LARGEST_BIAS = 1 << 26;
constexpr std::size_t MOST_INPUTS = 256, MOST_HIDDEN = 512;  // no sum reaches 2^31

SYNTACTICDIFF_CLONES
void sums(const std::int16_t* weights, const std::int16_t* input, std::size_t rows,
          std::size_t columns, std::int32_t* output) {
    for (std::size_t row = 0; row < rows; ++row, weights += columns) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < columns; ++i) sum += weights[i] * input[i];
        output[row] = sum;
    }
}

SYNTACTICDIFF_CLONES
std::int32_t narrow_sum(const std::int8_t* weights, const std::int16_t* input,
                        std::size_t columns) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < columns; ++i) sum += weights[i] * input[i];
    return sum;
}

std::int32_t scaled(std::int32_t sum, std::int32_t scale, std::int32_t bias) {
    constexpr std::int64_t half = std::int64_t{1} << (SCALE_BITS - 1);
    return static_cast<std::int32_t>((std::int64_t{sum} * scale + half) >> SCALE_BITS) + bias;
}

SYNTACTICDIFF_CLONES
void scale(const std::int32_t* scales, const std::int32_t* bias, std::size_t rows,
           std::int32_t* values) {
    constexpr std::int64_t half = std::int64_t{1} << (SCALE_BITS - 1);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int64_t product = std::int64_t{values[row]} * scales[row] + half;
        values[row] = static_cast<std::int32_t>(product >> SCALE_BITS) + bias[row];
    }
}

std::int16_t looked_up(const View<std::int16_t>& table, std::int32_t value) {
    constexpr std::int32_t half = TABLE / 2;
    return table.data[std::clamp(value, -half, half - 1) + half];
}

void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

void check_layer(const NetworkLayer& layer, std::size_t rows, std::size_t columns) {
    require(layer.weights.size == rows * columns && layer.scales.size == rows &&
                layer.bias.size == rows,
            "network: the sizes of a layer");
    const auto fits = [](std::int32_t scale, std::int32_t bias) {
        return scale >= 0 && scale < LARGEST_SCALE && bias >= -LARGEST_BIAS && bias <= LARGEST_BIAS;
    };
    for (std::size_t row = 0; row < rows; ++row) {
        require(fits(layer.scales.data[row], layer.bias.data[row]), "network: scales or biases");
    }
}

void check_table(const View<std::int16_t>& table, std::int16_t least) {
    require(table.size == TABLE, "network: the size of a table");
    for (std::size_t i = 0; i < TABLE; ++i) {
        require(table.data[i] >= least && table.data[i] <= STATE_ONE, "network: a table");
    }
}

}  // namespace

Network::Network(const NetworkSizes& sizes, const NetworkArrays& arrays)
    : sizes_(sizes), arrays_(arrays) {
    require(sizes.inputs > 0 && sizes.vector > 0 && sizes.vector <= MOST_INPUTS &&
                sizes.units > 0 && sizes.units <= MOST_INPUTS && sizes.word_units > 0 &&
                sizes.word_units <= MOST_HIDDEN && sizes.gap_units > 0 &&
                sizes.gap_units <= MOST_HIDDEN && sizes.outputs > 0 && sizes.gaps > 0,
            "network: its sizes");
    require(sizes.inputs <= std::numeric_limits<std::uint32_t>::max() &&
                arrays.vectors.size == sizes.inputs * sizes.vector &&
                arrays.vector_scales.size == sizes.inputs,
            "network: the sizes of its vectors");
    check_table(arrays.sigmoid, 0);
    check_table(arrays.tanh, -STATE_ONE);
    check_layer(arrays.word_out, sizes.outputs, sizes.word_units);
    for (const std::size_t d : {std::size_t{0}, std::size_t{1}}) {
        from_words_[d] = wide(arrays.from_words[d], 3 * sizes.units, sizes.vector);
        from_states_[d] = wide(arrays.from_states[d], 3 * sizes.units, sizes.units);
    }
    word_hidden_ = wide(arrays.word_hidden, sizes.word_units, 2 * sizes.units);
    gap_hidden_ = wide(arrays.gap_hidden, sizes.gap_units, 2 * sizes.units);
    gap_out_ = wide(arrays.gap_out, sizes.gaps, sizes.gap_units);
}

Network::Wide Network::wide(const NetworkLayer& layer, std::size_t rows,
                            std::size_t columns) const {
    check_layer(layer, rows, columns);
    return {
        {layer.weights.data, layer.weights.data + layer.weights.size}, layer.scales, layer.bias};
}

void Network::apply(const Wide& layer, const std::int16_t* input, std::size_t columns,
                    std::int32_t* output) const {
    sums(layer.weights.data(), input, layer.scales.size, columns, output);
    scale(layer.scales.data, layer.bias.data, layer.scales.size, output);
}

void Network::step(std::size_t direction, std::uint32_t id, const std::int16_t* state,
                   std::int16_t* next, std::vector<std::int32_t>& scratch) const {
    const std::size_t units = sizes_.units, width = sizes_.vector;
    std::array<std::int16_t, MOST_INPUTS> vector;
    const std::int8_t* stored = arrays_.vectors.data + id * width;
    const std::int32_t vector_scale = arrays_.vector_scales.data[id];
    for (std::size_t i = 0; i < width; ++i) {
        const std::int32_t value = stored[i] * vector_scale + (1 << (VECTOR_BITS - 1));
        vector[i] = static_cast<std::int16_t>(value >> VECTOR_BITS);
    }
    scratch.resize(6 * units);
    std::int32_t* from_word = scratch.data();
    std::int32_t* from_state = from_word + 3 * units;
    apply(from_words_[direction], vector.data(), width, from_word);
    apply(from_states_[direction], state, units, from_state);
    constexpr std::int64_t half = STATE_ONE / 2;
    for (std::size_t i = 0; i < units; ++i) {
        const std::int64_t reset = looked_up(arrays_.sigmoid, from_word[i] + from_state[i]);
        const std::int32_t keep =
            looked_up(arrays_.sigmoid, from_word[units + i] + from_state[units + i]);
        const std::int64_t kept = (reset * from_state[2 * units + i] + half) >> STATE_BITS;
        const std::int32_t fresh =
            looked_up(arrays_.tanh, from_word[2 * units + i] + static_cast<std::int32_t>(kept));
        next[i] = static_cast<std::int16_t>(
            ((STATE_ONE - keep) * fresh + keep * state[i] + STATE_ONE / 2) >> STATE_BITS);
    }
}

std::int32_t Network::word_logit(const std::int16_t* hidden, std::uint32_t word) const {
    const NetworkLayer& out = arrays_.word_out;
    const std::size_t width = sizes_.word_units;
    return scaled(narrow_sum(out.weights.data + word * width, hidden, width), out.scales.data[word],
                  out.bias.data[word]);
}

Opinions::Opinions(const Network& network, const std::uint32_t* ids, std::size_t size)
    : network_(&network),
      size_(size),
      before_((size + 1) * network.sizes().units),
      after_(before_.size()),
      places_(size),
      gaps_(size + 1),
      left_out_(size) {
    const std::size_t units = network.sizes().units;
    std::vector<std::int32_t> scratch;
    for (std::size_t i = 0; i < size; ++i) {
        std::int16_t* state = before_.data() + i * units;
        network.step(0, ids[i], state, state + units, scratch);
    }
    for (std::size_t i = size; i-- > 0;) {
        std::int16_t* next = after_.data() + i * units;
        network.step(1, ids[i], next + units, next, scratch);
    }
}

std::vector<std::int16_t> Opinions::joined(std::size_t left, std::size_t right) const {
    const std::size_t units = network_->sizes().units;
    std::vector<std::int16_t> result(2 * units);
    std::copy_n(before_.data() + left * units, units, result.data());
    std::copy_n(after_.data() + right * units, units, result.data() + units);
    return result;
}

void Opinions::read_place(std::size_t position) {
    const std::vector<std::int16_t> input = joined(position, position + 1);
    std::vector<std::int32_t> values(network_->sizes().word_units);
    network_->apply(network_->word_hidden_, input.data(), input.size(), values.data());
    std::vector<std::int16_t>& hidden = places_[position].hidden;
    for (const std::int32_t value : values) {
        hidden.push_back(looked_up(network_->arrays_.tanh, value));
    }
}

void Opinions::read_gap(std::size_t left, std::size_t right,
                        std::vector<std::int32_t>& logits) const {
    const std::vector<std::int16_t> input = joined(left, right);
    std::vector<std::int32_t> values(network_->sizes().gap_units);
    network_->apply(network_->gap_hidden_, input.data(), input.size(), values.data());
    std::vector<std::int16_t> hidden;
    for (const std::int32_t value : values) {
        hidden.push_back(looked_up(network_->arrays_.tanh, value));
    }
    logits.resize(network_->sizes().gaps);
    network_->apply(network_->gap_out_, hidden.data(), hidden.size(), logits.data());
}

}  // namespace syntacticdiff
