// The context network as Python sees it: batches of sentences as arrays of input ids.
#include "bind_network.hpp"

#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>

namespace nb = nanobind;
using namespace nb::literals;

namespace syntacticdiff {
namespace {

using Numbers = Array<std::uint32_t>;

// The opinions on the sentences of a batch, each of which ends where `ends` says.
std::vector<Opinions> opinions(const BoundNetwork& bound, const Numbers& ids, const Numbers& ends) {
    const nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids.data()[i] >= bound.network.sizes().inputs) throw std::out_of_range("input ids");
    }
    std::vector<Opinions> result;
    std::size_t begin = 0;
    for (std::size_t s = 0; s < ends.size(); ++s) {
        const std::size_t end = ends.data()[s];
        if (begin > end || end > ids.size()) throw std::out_of_range("sentence ends");
        result.emplace_back(bound.network, ids.data() + begin, end - begin);
        begin = end;
    }
    return result;
}

// Which place of a sentence is asked about, if there is one.
std::size_t place(std::size_t position, std::size_t places) {
    if (position >= places) throw std::out_of_range("position");
    return position;
}

std::uint32_t known(std::uint32_t id, std::size_t ids) {
    if (id >= ids) throw std::out_of_range("word id");
    return id;
}

// One sentence's opinions, and the bounds that they rely on.
class BoundOpinions {
public:
    BoundOpinions(nb::object network, const NetworkSizes& sizes, Opinions&& opinions)
        : network_(std::move(network)), sizes_(sizes), opinions_(std::move(opinions)) {}

    std::int32_t sub(std::size_t position, std::uint32_t source, std::uint32_t target) {
        return opinions_.sub(place(position, opinions_.size()), known(source, sizes_.outputs),
                             known(target, sizes_.outputs));
    }
    std::int32_t insert(std::size_t position, std::uint32_t word) {
        return opinions_.insert(place(position, opinions_.size() + 1), known(word, sizes_.gaps));
    }
    std::int32_t remove(std::size_t position, std::uint32_t word) {
        return opinions_.remove(place(position, opinions_.size()), known(word, sizes_.gaps));
    }

    // The same of all words at once.
    nb::object all_subs(std::size_t position, std::uint32_t source) {
        return all(sizes_.outputs, [&](std::uint32_t word) { return sub(position, source, word); });
    }
    nb::object all_inserts(std::size_t position) {
        return all(sizes_.gaps, [&](std::uint32_t word) { return insert(position, word); });
    }
    nb::object all_removes(std::size_t position) {
        return all(sizes_.gaps, [&](std::uint32_t word) { return remove(position, word); });
    }

private:
    template <class Ask>
    static nb::object all(std::size_t words, Ask&& ask) {
        std::vector<std::int32_t> values;
        for (std::uint32_t word = 0; word < words; ++word) values.push_back(ask(word));
        return column(std::move(values));
    }

    nb::object network_;  // which the opinions read
    NetworkSizes sizes_;
    Opinions opinions_;
};

}  // namespace

void bind_network(nb::module_& module) {
    nb::class_<BoundOpinions>(module, "Opinions")
        .def("sub", &BoundOpinions::sub, "position"_a, "source"_a, "target"_a)
        .def("insert", &BoundOpinions::insert, "position"_a, "word"_a)
        .def("remove", &BoundOpinions::remove, "position"_a, "word"_a)
        .def("all_subs", &BoundOpinions::all_subs, "position"_a, "source"_a)
        .def("all_inserts", &BoundOpinions::all_inserts, "position"_a)
        .def("all_removes", &BoundOpinions::all_removes, "position"_a);
    nb::class_<BoundNetwork>(module, "Network")
        .def(nb::init<std::size_t, std::size_t, std::size_t, std::size_t, std::size_t, std::size_t,
                      std::size_t, Array<std::int8_t>, Array<std::uint16_t>, std::vector<nb::tuple>,
                      Array<std::int16_t>, Array<std::int16_t>>(),
             "inputs"_a, "vector"_a, "units"_a, "word_units"_a, "gap_units"_a, "outputs"_a,
             "gaps"_a, "vectors"_a, "vector_scales"_a, "layers"_a, "sigmoid"_a, "tanh"_a)
        .def(
            "opinions",
            [](nb::handle self, const Numbers& ids, const Numbers& ends) {
                const auto& bound = nb::cast<const BoundNetwork&>(self);
                nb::list result;
                for (Opinions& one : opinions(bound, ids, ends)) {
                    result.append(nb::cast(
                        BoundOpinions(nb::borrow(self), bound.network.sizes(), std::move(one))));
                }
                return result;
            },
            "ids"_a, "ends"_a);
}

}  // namespace syntacticdiff
