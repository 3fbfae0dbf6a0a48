// What the binding sources have in common: arrays in and out, and Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

#include "model.hpp"

namespace syntacticdiff {

namespace nb = nanobind;

// Arrays are borrowed: Python has mapped the file, so that processes share its pages.
template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
View<T> view(const Array<T>& array) {
    return {array.data(), array.size()};
}

// A column as a NumPy array that owns its memory.
template <class T>
nb::object column(std::vector<T>&& values) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner));
}

// Ctrl-C is heard in the main thread only; the others need not ask.
inline void check_signals() {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace syntacticdiff
