// Training in the native core, as reference/streaming.py uses it: each function does one step of
// it, without the GIL, on files and arrays that Python has made.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "bind_arrays.hpp"
#include "counting.hpp"
#include "estimation.hpp"

namespace nb = nanobind;

namespace syntacticdiff {
namespace {

using namespace nb::literals;

template <class T>
using Writable = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
Span<T> span(const Array<T>& array) {
    return {array.data(), array.size()};
}

constexpr std::uint32_t NO_CHARACTER = 0xffffffff;

std::uint32_t first_code_point(std::string_view text) {
    if (text.empty()) return NO_CHARACTER;
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]))
                               : 0;
    };
    if (byte(0) < 0x80) return byte(0);
    if (byte(0) < 0xe0) return (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f);
    if (byte(0) < 0xf0) return (byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
    return (byte(0) & 7) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f);
}

// The UTF-8 bytes of a string. Those of a lone surrogate Python does not keep; `kept` holds them.
std::string_view utf8(PyObject* text, nb::object& kept) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes == nullptr) {
        PyErr_Clear();
        kept = nb::steal(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
        if (!kept.is_valid()) throw nb::python_error();  // it was no string
        char* encoded = nullptr;
        if (PyBytes_AsStringAndSize(kept.ptr(), &encoded, &size) != 0) throw nb::python_error();
        bytes = encoded;
    }
    return {bytes, static_cast<std::size_t>(size)};
}

// A training text that takes sentences from Python.
class BoundText {
public:
    // `opening`: the characters after which a capital says nothing.
    BoundText(int descriptor, std::uint32_t hold_out_every,
              const std::vector<std::uint32_t>& opening)
        : text(descriptor, hold_out_every), descriptor_(descriptor), opening_(opening) {
        std::sort(opening_.begin(), opening_.end());
    }

    // Words, and the tokens that they were before capitals were folded, if they were.
    void add(const nb::list& words, const nb::list& tokens) {
        const bool folded = tokens.size() == words.size();
        std::uint32_t before = NO_CHARACTER;  // what the token before begins with
        for (std::size_t i = 0; i < words.size(); ++i) {
            nb::object kept, kept_token;
            const std::string_view word = utf8(nb::handle(words[i]).ptr(), kept);
            bool inside = false, capital = false;
            if (folded) {
                const std::uint32_t first =
                    first_code_point(utf8(nb::handle(tokens[i]).ptr(), kept_token));
                inside = before != NO_CHARACTER &&
                         !std::binary_search(opening_.begin(), opening_.end(), before);
                capital = first != first_code_point(word);
                before = first;
            }
            text.add(word, inside, capital);
        }
        text.end_sentence();
    }

    nb::list spellings(const Array<std::uint32_t>& chosen) const {
        nb::list result;
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            if (chosen.data()[i] >= text.spellings()) throw std::out_of_range("spellings");
            const std::string_view spelling = text.spelling(chosen.data()[i]);
            result.append(nb::bytes(spelling.data(), spelling.size()));
        }
        return result;
    }

    nb::tuple number(bool rest, std::uint64_t min_word_count) const {
        Numbering numbering = text.number(rest, min_word_count);
        return nb::make_tuple(column(std::move(numbering.ids)), column(std::move(numbering.words)),
                              numbering.cut);
    }

    SentenceReader sentences(const Array<std::uint32_t>& ids, Selection selection) const {
        if (ids.size() != text.spellings()) throw std::invalid_argument("an id for each spelling");
        return {descriptor_, text.stored(), ids.data(), ids.size(), selection};
    }

    TrainingText text;

private:
    int descriptor_;
    std::vector<std::uint32_t> opening_;
};

nb::tuple count(const BoundText& bound, const Array<std::uint32_t>& ids, std::uint32_t vocabulary,
                Selection selection, std::size_t order, std::size_t records, int runs,
                const std::vector<std::tuple<int, int, int>>& files) {
    std::vector<LevelFiles> levels;
    for (const auto& [words, counts, children] : files) levels.push_back({words, counts, children});
    Counted counted;
    {
        const nb::gil_scoped_release unlocked;
        SentenceReader sentences = bound.sentences(ids, selection);
        counted = count_ngrams(sentences, vocabulary, order, records, runs, levels, check_signals);
    }
    return nb::make_tuple(column(std::move(counted.count)), column(std::move(counted.children)),
                          counted.sorted_last);
}

}  // namespace

void bind_training(nb::module_& module) {
    nb::register_exception_translator([](const std::exception_ptr& caught, void*) {
        try {
            std::rethrow_exception(caught);
        } catch (const std::system_error& error) {
            errno = error.code().value();
            PyErr_SetFromErrno(PyExc_OSError);
        }
    });

    nb::class_<Selection> selection(module, "Selection");
    nb::enum_<Selection::Which>(selection, "Which")
        .value("all", Selection::Which::all)
        .value("held_out", Selection::Which::held_out)
        .value("rest", Selection::Which::rest);
    selection.def(nb::init<Selection::Which, std::uint32_t>(), "which"_a, "every"_a);

    nb::class_<BoundText>(module, "TrainingText")
        .def(nb::init<int, std::uint32_t, const std::vector<std::uint32_t>&>(), "descriptor"_a,
             "hold_out_every"_a, "opening"_a)
        .def("add", &BoundText::add, "words"_a, "tokens"_a)
        .def("finish", [](BoundText& self) { self.text.finish(); })
        .def_prop_ro("sentences", [](const BoundText& self) { return self.text.sentences(); })
        .def_prop_ro("tokens", [](const BoundText& self) { return self.text.tokens(); })
        .def(
            "restrict",
            [](BoundText& self, const std::vector<nb::bytes>& words) {
                std::vector<std::string_view> views;
                for (const nb::bytes& word : words) views.emplace_back(word.c_str(), word.size());
                self.text.restrict_to(views);
            },
            "words"_a)
        .def("number", &BoundText::number, "rest"_a, "min_word_count"_a)
        .def("spellings", &BoundText::spellings, "chosen"_a)
        .def("capitals",
             [](const BoundText& self) {
                 return nb::make_tuple(column(std::vector<std::uint32_t>(self.text.inside())),
                                       column(std::vector<std::uint32_t>(self.text.capitals())));
             })
        .def("count", &count, "ids"_a, "vocabulary"_a, "selection"_a, "order"_a, "records"_a,
             "runs"_a, "files"_a)
        .def(
            "bits",
            [](const BoundText& self, const Array<std::uint32_t>& ids, Selection chosen,
               const std::vector<std::tuple<Array<std::uint32_t>, Array<float>, Array<float>,
                                            Array<std::uint32_t>>>& arrays) {
                std::vector<Level> levels;
                for (const auto& [words, log10, backoff, children] : arrays) {
                    levels.push_back({{words.data(), words.size()},
                                      {log10.data(), log10.size()},
                                      {backoff.data(), backoff.size()},
                                      {children.data(), children.size()}});
                }
                Bits result;
                {
                    const nb::gil_scoped_release unlocked;
                    SentenceReader sentences = self.sentences(ids, chosen);
                    result = text_bits(sentences, levels, check_signals);
                }
                return std::make_tuple(result.bits, result.tokens);
            },
            "ids"_a, "selection"_a, "levels"_a);

    module.def(
        "find_suffixes",
        [](const Array<std::uint32_t>& words, const Array<std::uint32_t>& children,
           const Array<std::uint32_t>& context_suffix, const Array<std::uint32_t>& context_words,
           const Array<std::uint32_t>& suffix_children, int suffixes,
           const Writable<std::uint32_t>& adjusted) {
            if (adjusted.size() != context_words.size()) throw std::invalid_argument("adjusted");
            const nb::gil_scoped_release unlocked;
            find_suffixes({span(words), span(children), span(context_suffix), span(context_words),
                           span(suffix_children)},
                          suffixes, adjusted.data(), check_signals);
        },
        "words"_a, "children"_a, "context_suffix"_a, "context_words"_a, "suffix_children"_a,
        "suffixes"_a, "adjusted"_a);

    module.def(
        "smooth",
        [](const Array<std::uint32_t>& words, const Array<std::uint32_t>& count_,
           const Array<std::uint32_t>& adjusted, const Array<std::uint32_t>& suffix,
           const Array<std::uint32_t>& context_children, const Array<std::uint32_t>& context_count,
           const Array<double>& lower, const std::tuple<double, double, double>& discounts,
           const std::tuple<std::uint32_t, std::uint32_t>& thresholds, std::uint32_t unknown_words,
           const std::tuple<int, int, int, int, int>& files) {
            const auto& [one, two, more] = discounts;
            const auto& [context_threshold, threshold] = thresholds;
            const auto& [probability, words_out, log10, backoff, children] = files;
            const nb::gil_scoped_release unlocked;
            smooth({span(words),
                    span(count_),
                    span(adjusted),
                    span(suffix),
                    span(context_children),
                    span(context_count),
                    span(lower),
                    {0.0, one, two, more},
                    threshold,
                    context_threshold,
                    unknown_words},
                   {probability, words_out, log10, backoff, children}, check_signals);
        },
        "words"_a, "count"_a, "adjusted"_a, "suffix"_a, "context_children"_a, "context_count"_a,
        "lower"_a, "discounts"_a, "thresholds"_a, "unknown_words"_a, "files"_a);
}

}  // namespace syntacticdiff
