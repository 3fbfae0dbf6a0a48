// Calibrated prices as Python sees them: tables once, batches of sentences as arrays of numbers.
#include "bind_prices.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind_arrays.hpp"
#include "bind_engine.hpp"
#include "bind_network.hpp"
#include "bind_weights.hpp"
#include "prices.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace syntacticdiff {
namespace {

using Numbers = Array<std::uint32_t>;

// Settings of prices and the weights that they read; `template_ends` says where the parts of each
// template end.
class BoundPrices {
public:
    BoundPrices(const BoundWeights& weights, const Array<std::uint64_t>& numbers,
                const Array<std::uint8_t>& parts, const Numbers& template_ends, std::int64_t scale,
                std::int64_t least_gain, const Array<std::uint64_t>& tag_hashes,
                const Array<std::uint16_t>& tag_kinds)
        : weights_(weights), settings{{}, weights_.weights, scale, least_gain, {}} {
        if (numbers.size() != template_ends.size() || tag_hashes.size() != tag_kinds.size()) {
            throw std::invalid_argument("prices: columns of equal length");
        }
        std::size_t begin = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::size_t end = template_ends.data()[i];
            if (end < begin || end > parts.size()) throw std::out_of_range("template ends");
            settings.templates.push_back(
                {numbers.data()[i], {parts.data() + begin, parts.data() + end}});
            begin = end;
        }
        for (std::size_t i = 0; i < tag_hashes.size(); ++i) {
            settings.tags.push_back({tag_hashes.data()[i], tag_kinds.data()[i]});
        }
        settings.check();
    }

private:
    BoundWeights weights_;  // must come before, and outlive, the settings

public:
    PriceSettings settings;
};

// Calls `f(maker, sentence)` for each sentence of a batch, without the lock.
template <class F>
void each_sentence(const BoundPrices& prices, const BoundEngine& bound, const BoundEngine* pairs,
                   const BoundEngine* singles, const BoundNetwork* network, const WordTable& table,
                   const Numbers& tokens, const Numbers& ends, const Array<std::uint8_t>& tags,
                   const Array<std::int32_t>& heads, const Stop& stop, bool hears_signals, F&& f) {
    if (tags.size() != tokens.size() || heads.size() != tokens.size()) {
        throw std::invalid_argument("a tag and a head for each token");
    }
    const Sentences sentences(table, tokens, ends);
    const nb::gil_scoped_release unlocked;
    Interrupt interrupt(stop, hears_signals ? check_signals : [] {});
    const std::array<const Engine*, 2> lower{pairs == nullptr ? nullptr : &pairs->engine,
                                             singles == nullptr ? nullptr : &singles->engine};
    CueMaker maker(prices.settings, bound.engine, lower, table, interrupt);
    std::size_t begin = 0;
    std::vector<std::uint32_t> inputs;
    sentences.each([&](const std::vector<const Token*>& sentence) {
        const auto evaluate = [&](Opinions* opinions, const NetworkSizes* sizes) {
            f(maker,
              PricedSentence{sentence, tags.data() + begin, heads.data() + begin, opinions, sizes});
        };
        if (network == nullptr) {
            evaluate(nullptr, nullptr);
        } else {
            const NetworkSizes& sizes = network->network.sizes();
            inputs.clear();
            for (const Token* token : sentence) {
                inputs.push_back(token->word->traits.input);
                if (inputs.back() >= sizes.inputs) throw std::out_of_range("input ids");
            }
            Opinions opinions(network->network, inputs.data(), inputs.size());
            evaluate(&opinions, &sizes);
        }
        begin += sentence.size();
    });
}

// The prices of all candidates, and their gains.
nb::tuple prices_of(const BoundPrices& prices, const BoundEngine& bound, const BoundEngine* pairs,
                    const BoundEngine* singles, const BoundNetwork* network, const WordTable& table,
                    const Numbers& tokens, const Numbers& ends, const Array<std::uint8_t>& tags,
                    const Array<std::int32_t>& heads, const Stop& stop, bool hears_signals) {
    std::vector<std::int64_t> found, gains;
    each_sentence(prices, bound, pairs, singles, network, table, tokens, ends, tags, heads, stop,
                  hears_signals, [&](CueMaker& maker, const PricedSentence& sentence) {
                      add_prices(maker, prices.settings, sentence, found, gains);
                  });
    return nb::make_tuple(column(std::move(found)), column(std::move(gains)));
}

nb::tuple cues_of(const BoundPrices& prices, const BoundEngine& bound, const BoundEngine* pairs,
                  const BoundEngine* singles, const BoundNetwork* network, const WordTable& table,
                  const Numbers& tokens, const Numbers& ends, const Array<std::uint8_t>& tags,
                  const Array<std::int32_t>& heads, const Stop& stop, bool hears_signals) {
    CueColumns found;
    each_sentence(prices, bound, pairs, singles, network, table, tokens, ends, tags, heads, stop,
                  hears_signals, [&](CueMaker& maker, const PricedSentence& sentence) {
                      found.add_sentence(maker, sentence);
                  });
    return nb::make_tuple(column(std::move(found.counts)), column(std::move(found.sizes)),
                          column(std::move(found.rows)), column(std::move(found.positions)),
                          column(std::move(found.ranks)), column(std::move(found.targets)),
                          column(std::move(found.gains)), column(std::move(found.ends)),
                          column(std::move(found.cues)));
}

}  // namespace

void bind_prices(nb::module_& module) {
    module.attr("PARTS") = PARTS;
    nb::class_<BoundPrices>(module, "Prices")
        .def(nb::init<const BoundWeights&, const Array<std::uint64_t>&, const Array<std::uint8_t>&,
                      const Numbers&, std::int64_t, std::int64_t, const Array<std::uint64_t>&,
                      const Array<std::uint16_t>&>(),
             "weights"_a, "numbers"_a, "parts"_a, "template_ends"_a, "scale"_a, "least_gain"_a,
             "tag_hashes"_a, "tag_kinds"_a)
        .def("prices", &prices_of, "engine"_a, "pairs"_a.none(), "singles"_a.none(),
             "network"_a.none(), "words"_a, "tokens"_a, "ends"_a, "tags"_a, "heads"_a, "stop"_a,
             "hears_signals"_a)
        .def("cues", &cues_of, "engine"_a, "pairs"_a.none(), "singles"_a.none(), "network"_a.none(),
             "words"_a, "tokens"_a, "ends"_a, "tags"_a, "heads"_a, "stop"_a, "hears_signals"_a);
}

}  // namespace syntacticdiff
