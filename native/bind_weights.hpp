// Packed weights as Python hands them over.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bind_arrays.hpp"
#include "perceptron.hpp"
#include "view.hpp"

namespace syntacticdiff {

template <class T>
View<T> view(const Array<T>& array) {
    return {array.data(), array.size()};
}

// Packed weights and the arrays that they are in.
struct BoundWeights {
    std::size_t classes;
    Array<std::uint32_t> bases;
    Array<std::uint16_t> offsets;
    Array<std::uint8_t> records;
    Array<std::int32_t> codes;
    PackedWeights weights{classes, view(bases), view(offsets), view(records), view(codes)};
};

}  // namespace syntacticdiff
