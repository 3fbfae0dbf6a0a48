// The Python module `syntacticdiff._native`. search/native_engine.py is its only user.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "candidates.hpp"
#include "engine.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace syntacticdiff {
namespace {

// Arrays are borrowed: Python has mapped the file, so that processes share its pages.
template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
View<T> view(const Array<T>& array) {
    return {array.data(), array.size()};
}

struct LevelArrays {
    Array<std::uint32_t> words;
    Array<float> log10;
    Array<float> backoff;
    Array<std::uint32_t> children;
};

// An engine and the arrays that it reads.
class BoundEngine {
public:
    BoundEngine(std::vector<LevelArrays> arrays, bool closed, const Settings& settings,
                std::vector<std::uint32_t> insertions)
        : arrays_(std::move(arrays)), engine(levels(), closed, settings, std::move(insertions)) {}

private:
    std::vector<Level> levels() const {
        std::vector<Level> result;
        for (const LevelArrays& level : arrays_) {
            result.push_back(
                {view(level.words), view(level.log10), view(level.backoff), view(level.children)});
        }
        return result;
    }

    std::vector<LevelArrays> arrays_;  // must come before, and outlive, the engine

public:
    Engine engine;
};

std::string utf8(const nb::bytes& text) { return {text.c_str(), text.size()}; }

std::vector<Choice> choices(const WordTable& table, const std::vector<std::uint32_t>& words,
                            const std::vector<std::int64_t>& penalties) {
    if (words.size() != penalties.size()) throw std::invalid_argument("a penalty for each word");
    std::vector<Choice> result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        result.push_back({&table.word(words[i]), penalties[i]});
    }
    return result;
}

// A column as a NumPy array that owns its memory.
template <class T>
nb::object column(std::vector<T>&& values) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner));
}

// Ctrl-C is heard in the main thread only; the others need not ask.
void check_signals() {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// A batch's sentences. Handles become pointers while the lock is held: other threads may add words
// later.
class Sentences {
public:
    Sentences(const WordTable& table, const Array<std::uint32_t>& tokens,
              const Array<std::uint32_t>& ends)
        : ends_(ends) {
        tokens_.reserve(tokens.size());
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            tokens_.push_back(&table.token(tokens.data()[i]));
        }
    }

    template <class F>
    void each(F&& f) const {
        std::vector<const Token*> sentence;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            const std::size_t end = ends_.data()[i];
            if (end < begin || end > tokens_.size()) throw std::out_of_range("sentence ends");
            sentence.assign(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                            tokens_.begin() + static_cast<std::ptrdiff_t>(end));
            f(sentence);
            begin = end;
        }
    }

private:
    const Array<std::uint32_t>& ends_;
    std::vector<const Token*> tokens_;
};

// The part of a batch's prices that belongs to each sentence; without prices, nothing.
class PriceReader {
public:
    PriceReader(const Array<std::int64_t>& prices, const std::vector<Choice>& insertions)
        : prices_(prices), insertions_(insertions) {}

    std::pair<const std::int64_t*, std::size_t> next(const std::vector<const Token*>& sentence) {
        if (prices_.size() == 0) return {nullptr, 0};
        std::size_t count = insertions_.size();
        for (const Token* token : sentence) count += candidates_at(insertions_, *token);
        if (count > prices_.size() - used_) throw std::out_of_range("too few prices");
        const std::int64_t* first = prices_.data() + used_;
        used_ += count;
        return {first, count};
    }
    void end() const {
        if (used_ != prices_.size()) throw std::out_of_range("too many prices");
    }

private:
    const Array<std::int64_t>& prices_;
    const std::vector<Choice>& insertions_;
    std::size_t used_ = 0;
};

nb::tuple search(const BoundEngine& bound, const WordTable& table,
                 const Array<std::uint32_t>& tokens, const Array<std::uint32_t>& ends,
                 const Array<std::int64_t>& prices, const Stop& stop, bool hears_signals) {
    const Sentences sentences(table, tokens, ends);
    Results results;
    {
        const nb::gil_scoped_release unlocked;
        Interrupt interrupt(stop, hears_signals ? check_signals : [] {});
        Searcher searcher(bound.engine, table, interrupt);
        PriceReader reader(prices, table.insertions());
        sentences.each([&](const std::vector<const Token*>& sentence) {
            const auto [first, count] = reader.next(sentence);
            searcher.search(sentence, first, count, results);
        });
        reader.end();
    }
    return nb::make_tuple(column(std::move(results.counts)), column(std::move(results.before)),
                          column(std::move(results.after)), column(std::move(results.positions)),
                          column(std::move(results.ranks)), column(std::move(results.targets)),
                          column(std::move(results.gains)), results.candidates, results.queries);
}

// Every candidate of each sentence.
nb::tuple candidates(const WordTable& table, const Array<std::uint32_t>& tokens,
                     const Array<std::uint32_t>& ends) {
    CandidateColumns columns;
    Sentences(table, tokens, ends).each([&](const std::vector<const Token*>& sentence) {
        columns.add_sentence(sentence, table.insertions());
    });
    return nb::make_tuple(column(std::move(columns.counts)), column(std::move(columns.positions)),
                          column(std::move(columns.ranks)), column(std::move(columns.targets)),
                          column(std::move(columns.target_ids)));
}

// The gains of those candidates under this engine's model.
nb::object gains(const BoundEngine& bound, const WordTable& table,
                 const Array<std::uint32_t>& tokens, const Array<std::uint32_t>& ends,
                 const Stop& stop, bool hears_signals) {
    const Sentences sentences(table, tokens, ends);
    std::vector<std::int64_t> result;
    {
        const nb::gil_scoped_release unlocked;
        Interrupt interrupt(stop, hears_signals ? check_signals : [] {});
        CandidateGains scorer(bound.engine, table, interrupt);
        sentences.each([&](const std::vector<const Token*>& sentence) {
            scorer.add_sentence(sentence, result);
        });
    }
    return column(std::move(result));
}

}  // namespace
}  // namespace syntacticdiff

NB_MODULE(_native, module) {
    using namespace syntacticdiff;
    nb::set_leak_warnings(false);  // at exit, threads of a pool may still hold what they were given
    module.attr("LOG2_10") = LOG2_10;
    module.attr("ABSENT") = ABSENT;

    nb::exception<Cancelled>(module, "CancelledError", PyExc_RuntimeError);

    nb::enum_<Search>(module, "Search")
        .value("recursive", Search::recursive)
        .value("beam", Search::beam)
        .value("sweep", Search::sweep);
    nb::enum_<Positions>(module, "Positions")
        .value("worst", Positions::worst)
        .value("window", Positions::window)
        .value("all", Positions::all);

    nb::enum_<Cost>(module, "Cost")
        .value("bits", Cost::bits)
        .value("perplexity", Cost::perplexity)
        .value("window", Cost::window);

    nb::class_<Settings>(module, "Settings")
        .def(nb::init<>())
        .def_rw("search", &Settings::search)
        .def_rw("max_edits", &Settings::max_edits)
        .def_rw("beam", &Settings::beam, nb::arg().none())
        .def_rw("positions", &Settings::positions)
        .def_rw("mean", &Settings::mean)
        .def_rw("cost", &Settings::cost)
        .def_rw("alpha", &Settings::alpha)
        .def_rw("stop_at", &Settings::stop_at, nb::arg().none())
        .def_rw("min_gain", &Settings::min_gain);

    nb::class_<LevelArrays>(module, "Level")
        .def(
            "__init__",
            [](LevelArrays* self, Array<std::uint32_t> words, Array<float> log10,
               Array<float> backoff, Array<std::uint32_t> children) {
                new (self) LevelArrays{std::move(words), std::move(log10), std::move(backoff),
                                       std::move(children)};
            },
            "words"_a, "log10"_a, "backoff"_a, "children"_a);

    nb::class_<Stop>(module, "Stop").def(nb::init<>()).def("set", &Stop::set);

    nb::class_<BoundEngine>(module, "Engine")
        .def(
            nb::init<std::vector<LevelArrays>, bool, const Settings&, std::vector<std::uint32_t>>(),
            "levels"_a, "closed"_a, "settings"_a, "insertions"_a)
        .def("search", &search, "words"_a, "tokens"_a, "ends"_a, "prices"_a, "stop"_a,
             "hears_signals"_a)
        .def("gains", &gains, "words"_a, "tokens"_a, "ends"_a, "stop"_a, "hears_signals"_a);

    nb::class_<WordTable>(module, "WordTable")
        .def(
            "__init__",
            [](WordTable* self, const BoundEngine& bound) {
                new (self) WordTable(bound.engine.model);
            },
            "engine"_a)
        .def(
            "add_word",
            [](WordTable& self, const nb::bytes& text, std::uint64_t id) {
                return self.add_word(utf8(text), id);
            },
            "text"_a, "number"_a)
        .def(
            "add_token",
            [](WordTable& self, std::uint32_t word, bool removable, std::int64_t removal,
               const std::vector<std::uint32_t>& substitutions,
               const std::vector<std::int64_t>& penalties) {
                return self.add_token(word, removable, removal,
                                      choices(self, substitutions, penalties));
            },
            "word"_a, "removable"_a, "removal"_a, "substitutions"_a, "penalties"_a)
        .def(
            "set_insertions",
            [](WordTable& self, const std::vector<std::uint32_t>& words,
               const std::vector<std::int64_t>& penalties) {
                self.set_insertions(choices(self, words, penalties));
            },
            "words"_a, "penalties"_a)
        .def("candidates", &candidates, "tokens"_a, "ends"_a);
}
