// What all bindings share: arrays in, columns out, and Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

namespace syntacticdiff {

namespace nb = nanobind;

// An array that is borrowed from Python.
template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A column as a NumPy array that owns its memory.
template <class T>
nb::object column(std::vector<T>&& values) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    nb::capsule owner(owned.get(),
                      [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    std::vector<T>& items = *owned.release();
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(items.data(), {items.size()}, owner));
}

// Ends the work at Ctrl-C, which is heard in the main thread only; the others need not ask.
inline void check_signals() {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace syntacticdiff
