// The semi-character index, for syntacticdiff/recognition/index.py.
#include "bind_semicharacter.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "bind_arrays.hpp"
#include "semicharacter.hpp"

namespace syntacticdiff {

using namespace nb::literals;

namespace {

std::u32string letters_of(const char* data, std::size_t bytes) {
    if (bytes % sizeof(char32_t) != 0) throw std::invalid_argument("four bytes a letter");
    std::u32string result(bytes / sizeof(char32_t), U'\0');
    if (bytes != 0) std::memcpy(result.data(), data, bytes);
    return result;
}

}  // namespace

void bind_semicharacter(nb::module_& module) {
    nb::class_<SemicharacterIndex>(module, "SemicharacterIndex")
        .def(
            "__init__",
            [](SemicharacterIndex* self, const Array<std::uint64_t>& hashes,
               const Array<std::uint32_t>& letters, const SemicharacterIndex::Parts& parts) {
                const auto* bytes = reinterpret_cast<const char*>(letters.data());
                new (self) SemicharacterIndex(
                    hashes.data(), hashes.size(),
                    letters_of(bytes, letters.size() * sizeof(std::uint32_t)), parts);
            },
            nb::keep_alive<1, 2>(), "hashes"_a.noconvert(), "letters"_a, "parts"_a)
        .def(
            "behind",
            [](const SemicharacterIndex& self, const nb::bytes& word) {
                return self.behind(letters_of(word.c_str(), word.size()));
            },
            "word"_a)
        .def(
            "replaced",
            [](const SemicharacterIndex& self, const nb::bytes& word) {
                return self.replaced(letters_of(word.c_str(), word.size()));
            },
            "word"_a);
}

}  // namespace syntacticdiff
