// The index of spellings, for syntacticdiff/text/spelling.py.
#include "bind_spelling.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bind_arrays.hpp"
#include "spelling.hpp"

namespace syntacticdiff {

using namespace nb::literals;

namespace {

std::u32string letters(const std::uint32_t* begin, std::size_t length) {
    std::u32string result(length, U'\0');
    for (std::size_t i = 0; i < length; ++i) result[i] = static_cast<char32_t>(begin[i]);
    return result;
}

std::vector<std::u32string> words(const Array<std::uint32_t>& text,
                                  const Array<std::uint32_t>& lengths) {
    std::vector<std::u32string> result;
    std::size_t start = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::size_t length = lengths.data()[i];
        if (length > text.size() - start) throw std::invalid_argument("lengths");
        result.push_back(letters(text.data() + start, length));
        start += length;
    }
    return result;
}

}  // namespace

void bind_spelling(nb::module_& module) {
    nb::class_<SpellingIndex>(module, "SpellingIndex")
        .def(
            "__init__",
            [](SpellingIndex* self, const Array<std::uint32_t>& text,
               const Array<std::uint32_t>& lengths) {
                new (self) SpellingIndex(words(text, lengths));
            },
            "text"_a, "lengths"_a)
        .def(
            "nearest",
            [](const SpellingIndex& self, const Array<std::uint32_t>& word, std::uint32_t distance,
               std::size_t most) {
                const std::u32string spelled = letters(word.data(), word.size());
                const nb::gil_scoped_release unlocked;
                return self.nearest(spelled, distance, most);
            },
            "word"_a, "distance"_a, "most"_a);
}

}  // namespace syntacticdiff
