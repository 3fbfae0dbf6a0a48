// The Python module `syntacticdiff._native`. Here is what search/native_engine.py uses;
// bind_network.cpp adds the context network, bind_syntax.cpp what the rooms syntax and repair use.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bind_arrays.hpp"
#include "bind_engine.hpp"
#include "bind_model.hpp"
#include "bind_network.hpp"
#include "bind_prices.hpp"
#include "bind_semicharacter.hpp"
#include "bind_spelling.hpp"
#include "bind_syntax.hpp"
#include "candidates.hpp"
#include "engine.hpp"
#include "model.hpp"
#include "penalties.hpp"
#include "scorer.hpp"
#include "search.hpp"
#include "settings.hpp"
#include "words.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace syntacticdiff {
namespace {

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

// A column as a NumPy array; it cannot be written to.
template <class T>
using Column = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

// Binds a column of `Table` under its name. The array keeps the table alive.
template <class Table, class T>
void def_column(nb::class_<Table>& table, const char* name, std::vector<T> Table::* values) {
    table.def_prop_ro(
        name,
        [values](const Table& self) {
            const std::vector<T>& column = self.*values;
            return Column<T>(column.data(), {column.size()});
        },
        nb::rv_policy::reference_internal);
}

// The part of a batch's prices that belongs to each sentence; without prices, nothing.
class PriceReader {
public:
    // `levels` are what every price of a sentence is raised by, `gains` the bits that each
    // candidate saves; there may be none of either.
    PriceReader(const Array<std::int64_t>& prices, const Array<std::int64_t>& levels,
                const std::vector<Choice>& insertions, const std::int64_t* gains = nullptr)
        : prices_(prices), levels_(levels), insertions_(insertions), gains_(gains) {}

    // Of the sentence that `next` was last called with.
    const std::int64_t* gains() const { return own_gains_; }

    std::pair<const std::int64_t*, std::size_t> next(const std::vector<const Token*>& sentence) {
        if (prices_.size() == 0) return {nullptr, 0};
        std::size_t count = insertions_.size();
        for (const Token* token : sentence) count += candidates_at(insertions_, *token);
        if (count > prices_.size() - used_) throw std::out_of_range("too few prices");
        const std::int64_t* first = prices_.data() + used_;
        if (gains_ != nullptr) own_gains_ = gains_ + used_;
        used_ += count;
        if (levels_.size() == 0) return {first, count};
        if (sentence_ >= levels_.size()) throw std::out_of_range("too few levels");
        const std::int64_t level = levels_.data()[sentence_++];
        raised_.assign(first, first + count);
        for (std::int64_t& price : raised_) {
            if (price < NEVER) price += level;
        }
        return {raised_.data(), count};
    }
    void end() const {
        if (used_ != prices_.size()) throw std::out_of_range("too many prices");
    }

private:
    const Array<std::int64_t>& prices_;
    const Array<std::int64_t>& levels_;
    const std::vector<Choice>& insertions_;
    const std::int64_t *gains_, *own_gains_ = nullptr;
    std::vector<std::int64_t> raised_;
    std::size_t used_ = 0;
    std::size_t sentence_ = 0;
};

// Searches a batch while the lock is released.
Work search_batch(const BoundEngine& bound, const WordTable& table,
                  const Array<std::uint32_t>& tokens, const Array<std::uint32_t>& ends,
                  const Array<std::int64_t>& prices, const Array<std::int64_t>& levels,
                  const std::int64_t* gains, const Stop& stop, bool hears_signals,
                  Results& results) {
    const Sentences sentences(table, tokens, ends);
    const nb::gil_scoped_release unlocked;
    Interrupt interrupt(stop, hears_signals ? check_signals : [] {});
    Searcher searcher(bound.engine, table, interrupt);
    PriceReader reader(prices, levels, table.insertions(), gains);
    sentences.each([&](const std::vector<const Token*>& sentence) {
        const auto [first, count] = reader.next(sentence);
        searcher.search(sentence, first, count, results, reader.gains());
    });
    reader.end();
    return searcher.work();
}

Results search(const BoundEngine& bound, const WordTable& table, const Array<std::uint32_t>& tokens,
               const Array<std::uint32_t>& ends, const Array<std::int64_t>& prices,
               const Array<std::int64_t>& levels, const Array<std::int64_t>& gains,
               const Stop& stop, bool hears_signals) {
    if (gains.size() != 0 && gains.size() != prices.size()) {
        throw std::invalid_argument("a gain for each price");
    }
    Results results;
    search_batch(bound, table, tokens, ends, prices, levels,
                 gains.size() == 0 ? nullptr : gains.data(), stop, hears_signals, results);
    return results;
}

// The best hypotheses of one sentence: their answers, J' and probabilities.
nb::tuple n_best(const BoundEngine& bound, const WordTable& table,
                 const Array<std::uint32_t>& tokens, const Array<std::uint32_t>& ends,
                 const Array<std::int64_t>& prices, const Array<std::int64_t>& levels,
                 std::size_t number, const Stop& stop, bool hears_signals) {
    const Sentences sentences(table, tokens, ends);
    Results results;
    std::vector<std::int64_t> costs;
    std::vector<double> probabilities;
    {
        const nb::gil_scoped_release unlocked;
        Interrupt interrupt(stop, hears_signals ? check_signals : [] {});
        Searcher searcher(bound.engine, table, interrupt);
        PriceReader reader(prices, levels, table.insertions());
        sentences.each([&](const std::vector<const Token*>& sentence) {
            const auto [first, count] = reader.next(sentence);
            for (const auto& ranked : searcher.n_best(sentence, first, count, number, results)) {
                costs.push_back(ranked.cost);
                probabilities.push_back(ranked.probability);
            }
        });
        reader.end();
    }
    return nb::make_tuple(std::move(results), std::move(costs), std::move(probabilities));
}

// What that search does, for benchmarks.
Work work(const BoundEngine& bound, const WordTable& table, const Array<std::uint32_t>& tokens,
          const Array<std::uint32_t>& ends, const Array<std::int64_t>& prices,
          const Array<std::int64_t>& levels, const Stop& stop, bool hears_signals) {
    Results results;
    return search_batch(bound, table, tokens, ends, prices, levels, nullptr, stop, hears_signals,
                        results);
}

// Every candidate of each sentence.
CandidateColumns candidates(const WordTable& table, const Array<std::uint32_t>& tokens,
                            const Array<std::uint32_t>& ends) {
    CandidateColumns columns;
    Sentences(table, tokens, ends).each([&](const std::vector<const Token*>& sentence) {
        columns.add_sentence(sentence, table.insertions());
    });
    return columns;
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

#ifdef SYNTACTICDIFF_TRAINING
namespace syntacticdiff {
void bind_training(nb::module_& module);
}
#endif

NB_MODULE(_native, module) {
    using namespace syntacticdiff;
    nb::set_leak_warnings(false);  // at exit, threads of a pool may still hold what they were given
    module.attr("LOG2_10") = LOG2_10;
    module.attr("ABSENT") = ABSENT;

    bind_semicharacter(module);
    bind_spelling(module);
    bind_network(module);
    bind_syntax(module);

    nb::exception<Cancelled>(module, "CancelledError", PyExc_RuntimeError);

    nb::enum_<Search>(module, "Search")
        .value("recursive", Search::recursive)
        .value("beam", Search::beam)
        .value("lattice", Search::lattice)
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
        .def_rw("min_gain", &Settings::min_gain)
        .def_rw("max_inserted", &Settings::max_inserted)
        .def_rw("prune", &Settings::prune, nb::arg().none())
        .def_rw("min_probability", &Settings::min_probability)
        .def_rw("temperature", &Settings::temperature)
        .def_rw("probabilities", &Settings::probabilities);

    nb::class_<LevelArrays>(module, "Level")
        .def(
            "__init__",
            [](LevelArrays* self, AnyArray words, AnyArray log10, Array<float> log10_table,
               AnyArray backoff, Array<float> backoff_table, AnyArray children,
               Array<std::uint32_t> bases, unsigned shift) {
                new (self) LevelArrays{std::move(words),         std::move(log10),
                                       std::move(log10_table),   std::move(backoff),
                                       std::move(backoff_table), std::move(children),
                                       std::move(bases),         shift};
            },
            "words"_a, "log10"_a, "log10_table"_a, "backoff"_a, "backoff_table"_a, "children"_a,
            "bases"_a, "shift"_a);

    nb::class_<Stop>(module, "Stop").def(nb::init<>()).def("set", &Stop::set);

    nb::class_<Results> results(module, "Results");
    def_column(results, "counts", &Results::counts);
    def_column(results, "before", &Results::before);
    def_column(results, "after", &Results::after);
    def_column(results, "positions", &Results::positions);
    def_column(results, "ranks", &Results::ranks);
    def_column(results, "targets", &Results::targets);
    def_column(results, "gains", &Results::gains);
    def_column(results, "probabilities", &Results::probabilities);
    def_column(results, "edit_counts", &Results::edit_counts);
    def_column(results, "edit_positions", &Results::edit_positions);
    def_column(results, "edit_ranks", &Results::edit_ranks);
    def_column(results, "edit_targets", &Results::edit_targets);
    def_column(results, "edit_probabilities", &Results::edit_probabilities);
    def_column(results, "edit_expected", &Results::edit_expected);
    def_column(results, "edit_gains", &Results::edit_gains);

    nb::class_<CandidateColumns> columns(module, "CandidateColumns");
    def_column(columns, "counts", &CandidateColumns::counts);
    def_column(columns, "positions", &CandidateColumns::positions);
    def_column(columns, "ranks", &CandidateColumns::ranks);
    def_column(columns, "targets", &CandidateColumns::targets);
    def_column(columns, "target_ids", &CandidateColumns::target_ids);

    nb::class_<Work>(module, "Work")
        .def_ro("candidates", &Work::candidates)
        .def_ro("queries", &Work::queries);

    nb::class_<BoundEngine>(module, "Engine")
        .def(
            nb::init<std::vector<LevelArrays>, bool, const Settings&, std::vector<std::uint32_t>>(),
            "levels"_a, "closed"_a, "settings"_a, "insertions"_a)
        .def("search", &search, "words"_a, "tokens"_a, "ends"_a, "prices"_a, "levels"_a, "gains"_a,
             "stop"_a, "hears_signals"_a)
        .def("n_best", &n_best, "words"_a, "tokens"_a, "ends"_a, "prices"_a, "levels"_a, "number"_a,
             "stop"_a, "hears_signals"_a)
        .def("work", &work, "words"_a, "tokens"_a, "ends"_a, "prices"_a, "levels"_a, "stop"_a,
             "hears_signals"_a)
        .def("gains", &gains, "words"_a, "tokens"_a, "ends"_a, "stop"_a, "hears_signals"_a);

    bind_prices(module);

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
            "add_phrase",
            [](WordTable& self, const nb::bytes& text, const std::vector<std::uint32_t>& tokens) {
                return self.add_phrase(utf8(text), tokens);
            },
            "text"_a, "tokens"_a)
        .def(
            "describe",
            [](WordTable& self, std::uint32_t word, const nb::bytes& folded, std::uint64_t text,
               std::uint64_t tag, std::uint64_t ending, std::uint16_t kinds, std::uint8_t flags,
               std::uint8_t count, std::uint8_t capital, std::uint8_t pattern, std::uint32_t input,
               std::uint32_t output, std::uint32_t gap) {
                self.describe(word, {utf8(folded), text, tag, ending, kinds, flags, count, capital,
                                     pattern, input, output, gap});
            },
            "word"_a, "folded"_a, "text"_a, "tag"_a, "ending"_a, "kinds"_a, "flags"_a, "count"_a,
            "capital"_a, "pattern"_a, "input_id"_a, "output_id"_a, "gap_id"_a)
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

#ifdef SYNTACTICDIFF_TRAINING
    bind_training(module);
#endif
}
