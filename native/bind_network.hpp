// The context network as Python sees it, for the bindings of whatever asks it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bind_arrays.hpp"
#include "network.hpp"

namespace syntacticdiff {

// The arrays of a layer: weights, scales, bias.
using LayerArrays = std::tuple<Array<std::int8_t>, Array<std::int32_t>, Array<std::int32_t>>;

// The network and the arrays that it reads. Layers: from words and from states, forward and then
// backward; hidden and out, of words and then of gaps.
class BoundNetwork {
public:
    BoundNetwork(std::size_t inputs, std::size_t vector, std::size_t units, std::size_t word_units,
                 std::size_t gap_units, std::size_t outputs, std::size_t gaps,
                 Array<std::int8_t> vectors, Array<std::uint16_t> vector_scales,
                 std::vector<nb::tuple> layers, Array<std::int16_t> sigmoid,
                 Array<std::int16_t> tanh)
        : vectors_(std::move(vectors)),
          vector_scales_(std::move(vector_scales)),
          layers_(given(layers)),
          sigmoid_(std::move(sigmoid)),
          tanh_(std::move(tanh)),
          network({inputs, vector, units, word_units, gap_units, outputs, gaps},
                  {borrowed(vectors_),
                   borrowed(vector_scales_),
                   {layer(0), layer(2)},
                   {layer(1), layer(3)},
                   layer(4),
                   layer(5),
                   layer(6),
                   layer(7),
                   borrowed(sigmoid_),
                   borrowed(tanh_)}) {}

private:
    static constexpr std::size_t LAYERS = 8;

    static std::vector<LayerArrays> given(const std::vector<nb::tuple>& layers) {
        if (layers.size() != LAYERS) throw std::invalid_argument("network: eight layers");
        std::vector<LayerArrays> result;
        for (const nb::tuple& parts : layers) {
            if (parts.size() != 3) throw std::invalid_argument("network: weights, scales, bias");
            result.emplace_back(nb::cast<Array<std::int8_t>>(parts[0]),
                                nb::cast<Array<std::int32_t>>(parts[1]),
                                nb::cast<Array<std::int32_t>>(parts[2]));
        }
        return result;
    }

    template <class T>
    static View<T> borrowed(const Array<T>& array) {
        return {array.data(), array.size()};
    }

    NetworkLayer layer(std::size_t number) const {
        const auto& [weights, scales, bias] = layers_[number];
        return {borrowed(weights), borrowed(scales), borrowed(bias)};
    }

    Array<std::int8_t> vectors_;  // the arrays must come before, and outlive, the network
    Array<std::uint16_t> vector_scales_;
    std::vector<LayerArrays> layers_;
    Array<std::int16_t> sigmoid_, tanh_;

public:
    const Network network;
};

void bind_network(nb::module_& module);

}  // namespace syntacticdiff
