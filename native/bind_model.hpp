// The arrays of a reference model as Python hands them over, and what the core sees of them.
#pragma once

#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bind_arrays.hpp"
#include "model.hpp"

namespace syntacticdiff {

namespace nb = nanobind;

// Arrays are borrowed: Python has mapped the file, so that processes share its pages.

// An array whose items may be of several types, which is asked when the engine is made.
using AnyArray = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
const T* items(const AnyArray& array) {
    return array.dtype() == nb::dtype<T>() ? static_cast<const T*>(array.data()) : nullptr;
}

// The arrays of a `StoredLevel`: codes and tables, items and bases, as reference/compact.py has
// them. A table or bases that are not needed are empty.
struct LevelArrays {
    AnyArray words;
    AnyArray log10;
    Array<float> log10_table;
    AnyArray backoff;
    Array<float> backoff_table;
    AnyArray children;
    Array<std::uint32_t> bases;
    unsigned shift;
};

inline Words words_of(const AnyArray& ids) {
    if (const auto* narrow = items<std::uint16_t>(ids)) return {narrow, ids.size()};
    if (const auto* wide = items<std::uint32_t>(ids)) return {wide, ids.size()};
    if (ids.size() == 0) return {};
    throw std::invalid_argument("model: word ids must have two or four bytes");
}

inline Values values_of(const AnyArray& codes, const Array<float>& table) {
    const std::size_t size = codes.size();
    if (const auto* bytes = items<std::uint8_t>(codes)) {
        return {bytes, size, table.data(), table.size()};
    }
    if (const auto* pairs = items<std::uint16_t>(codes)) {
        return {pairs, size, table.data(), table.size()};
    }
    if (const auto* numbers = items<float>(codes)) return {numbers, size};
    if (size == 0) return {};
    throw std::invalid_argument("model: values must be numbers, or codes of one or two bytes");
}

inline Offsets offsets_of(const AnyArray& numbers, const Array<std::uint32_t>& bases,
                          unsigned shift) {
    const std::size_t size = numbers.size();
    if (const auto* bytes = items<std::uint8_t>(numbers)) {
        return {bytes, size, bases.data(), bases.size(), shift};
    }
    if (const auto* pairs = items<std::uint16_t>(numbers)) {
        return {pairs, size, bases.data(), bases.size(), shift};
    }
    if (const auto* whole = items<std::uint32_t>(numbers)) return {whole, size};
    if (size == 0) return {};
    throw std::invalid_argument("model: offsets must have one, two or four bytes");
}

// The levels of a model; they refer to the arrays, which must outlive them.
inline std::vector<Level> levels_of(const std::vector<LevelArrays>& arrays) {
    std::vector<Level> result;
    for (const LevelArrays& level : arrays) {
        result.push_back({words_of(level.words), values_of(level.log10, level.log10_table),
                          values_of(level.backoff, level.backoff_table),
                          offsets_of(level.children, level.bases, level.shift)});
    }
    return result;
}

}  // namespace syntacticdiff
