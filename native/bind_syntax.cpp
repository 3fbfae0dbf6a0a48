// The tagger and the parser as Python sees them: batches of sentences as arrays of numbers.
#include "bind_syntax.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind_arrays.hpp"
#include "bind_model.hpp"
#include "bind_weights.hpp"
#include "easyfirst.hpp"
#include "engine.hpp"
#include "labels.hpp"
#include "repair.hpp"
#include "tagger.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace syntacticdiff {
namespace {

using Hashes = Array<std::uint64_t>;
using Numbers = Array<std::uint32_t>;

// The part of a batch's column that belongs to sentence s.
template <class T>
std::vector<T> part(const Array<T>& values, const Numbers& ends, std::size_t s) {
    const std::size_t begin = s == 0 ? 0 : ends.data()[s - 1], end = ends.data()[s];
    if (begin > end || end > values.size()) throw std::out_of_range("sentence ends");
    return {values.data() + begin, values.data() + end};
}

// The distinct words of a batch, as their looks.
class BatchLooks {
public:
    explicit BatchLooks(const Hashes& hashes) {
        if (hashes.size() % LOOKS != 0) throw std::invalid_argument("looks of words");
        const std::uint64_t* h = hashes.data();
        for (std::size_t i = 0; i < hashes.size(); i += LOOKS, h += LOOKS) {
            looks_.push_back({h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8], h[9]});
        }
    }
    Looks sentence(const Numbers& tokens, const Numbers& ends, std::size_t s) const {
        Looks result;
        for (const std::uint32_t token : part(tokens, ends, s)) result.push_back(&looks_.at(token));
        return result;
    }

private:
    std::vector<WordLook> looks_;
};

// Ends what takes long at Ctrl-C.
class Listening {
public:
    Heartbeat heartbeat() {
        return [this] { interrupt_.poll(); };
    }

private:
    Stop never_;
    Interrupt interrupt_{never_, check_signals};
};

nb::tuple learned(LearnedWeights&& weights) {
    return nb::make_tuple(column(std::move(weights.hashes)), column(std::move(weights.counts)),
                          column(std::move(weights.classes)), column(std::move(weights.values)));
}

nb::object bound_tag(const BoundWeights& bound, const Hashes& tag_hashes, const Hashes& looks,
                     const Numbers& tokens, const Numbers& ends) {
    const std::vector<std::uint64_t> names(tag_hashes.data(),
                                           tag_hashes.data() + tag_hashes.size());
    if (names.size() != bound.weights.classes()) throw std::invalid_argument("a name for each tag");
    std::vector<std::uint8_t> tags;
    {
        const nb::gil_scoped_release unlocked;
        const BatchLooks batch(looks);
        for (std::size_t s = 0; s < ends.size(); ++s) {
            tag_sentence(bound.weights, names, batch.sentence(tokens, ends, s), tags);
        }
    }
    return column(std::move(tags));
}

std::uint8_t bound_tag_alone(const BoundWeights& bound, const std::vector<std::uint64_t>& look) {
    if (look.size() != LOOKS) throw std::invalid_argument("the look of a word");
    const std::uint64_t* h = look.data();
    return tag_alone(bound.weights, {h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8], h[9]});
}

nb::tuple bound_train_tagger(const Hashes& tag_hashes, const Hashes& looks, const Numbers& tokens,
                             const Numbers& ends, const Array<std::uint8_t>& gold,
                             std::size_t iterations, std::uint64_t seed,
                             std::uint32_t min_updates) {
    const std::vector<std::uint64_t> names(tag_hashes.data(),
                                           tag_hashes.data() + tag_hashes.size());
    LearnedWeights weights;
    {
        const nb::gil_scoped_release unlocked;
        const BatchLooks batch(looks);
        std::vector<Looks> sentences;
        std::vector<std::vector<std::uint8_t>> tags;
        for (std::size_t s = 0; s < ends.size(); ++s) {
            sentences.push_back(batch.sentence(tokens, ends, s));
            tags.push_back(part(gold, ends, s));
            for (const std::uint8_t tag : tags.back()) {
                if (tag >= names.size()) throw std::invalid_argument("gold tags");
            }
        }
        Listening listening;
        weights = train_tagger(sentences, tags, names, iterations, seed, min_updates,
                               listening.heartbeat());
    }
    return learned(std::move(weights));
}

nb::object bound_parse(const BoundWeights& bound, const Hashes& words, const Hashes& tags,
                       const Numbers& ends) {
    if (bound.weights.classes() != ARC_ACTIONS || words.size() != tags.size()) {
        throw std::invalid_argument("weights of two actions, a tag for each word");
    }
    std::vector<std::int32_t> heads;
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t s = 0; s < ends.size(); ++s) {
            const auto found =
                parse_sentence(bound.weights, part(words, ends, s), part(tags, ends, s));
            heads.insert(heads.end(), found.begin(), found.end());
        }
    }
    return column(std::move(heads));
}

// The trees of a batch.
std::vector<Tree> batch_trees(const Hashes& words, const Hashes& tags, const Numbers& ends,
                              const Array<std::int32_t>& heads) {
    std::vector<Tree> trees;
    for (std::size_t s = 0; s < ends.size(); ++s) {
        trees.push_back({part(words, ends, s), part(tags, ends, s), part(heads, ends, s)});
        const auto size = static_cast<std::int32_t>(trees.back().heads.size());
        for (const std::int32_t head : trees.back().heads) {
            if (head < NO_HEAD || head >= size) throw std::invalid_argument("heads");
        }
    }
    return trees;
}

nb::tuple bound_train_arcs(const Hashes& words, const Hashes& tags, const Numbers& ends,
                           const Array<std::int32_t>& heads, std::size_t iterations,
                           std::uint64_t seed, std::uint32_t min_updates, double exploration) {
    LearnedWeights weights;
    {
        const nb::gil_scoped_release unlocked;
        Listening listening;
        weights = train_arcs(batch_trees(words, tags, ends, heads),
                             {iterations, seed, min_updates, exploration}, listening.heartbeat());
    }
    return learned(std::move(weights));
}

LabelSet label_set(const Hashes& hashes, std::uint8_t root) {
    if (root >= hashes.size()) throw std::invalid_argument("the root's label");
    return {{hashes.data(), hashes.data() + hashes.size()}, root};
}

nb::object bound_label(const BoundWeights& bound, const Hashes& label_hashes, std::uint8_t root,
                       const Hashes& words, const Hashes& tags, const Numbers& ends,
                       const Array<std::int32_t>& heads) {
    const LabelSet set = label_set(label_hashes, root);
    if (set.hashes.size() != bound.weights.classes()) throw std::invalid_argument("labels");
    std::vector<std::uint8_t> labels;
    {
        const nb::gil_scoped_release unlocked;
        for (const Tree& tree : batch_trees(words, tags, ends, heads)) {
            const auto found = label_tree(bound.weights, set, tree);
            labels.insert(labels.end(), found.begin(), found.end());
        }
    }
    return column(std::move(labels));
}

nb::tuple bound_train_labels(const Hashes& label_hashes, std::uint8_t root, const Hashes& words,
                             const Hashes& tags, const Numbers& ends,
                             const Array<std::int32_t>& heads, const Array<std::uint8_t>& gold,
                             std::size_t iterations, std::uint64_t seed,
                             std::uint32_t min_updates) {
    const LabelSet set = label_set(label_hashes, root);
    LearnedWeights weights;
    {
        const nb::gil_scoped_release unlocked;
        std::vector<std::vector<std::uint8_t>> labels;
        for (std::size_t s = 0; s < ends.size(); ++s) {
            labels.push_back(part(gold, ends, s));
            for (const std::uint8_t label : labels.back()) {
                if (label >= set.hashes.size()) throw std::invalid_argument("gold labels");
            }
        }
        Listening listening;
        weights = train_labels(batch_trees(words, tags, ends, heads), labels, set, iterations, seed,
                               min_updates, listening.heartbeat());
    }
    return learned(std::move(weights));
}

// The reference model that says what an edit gains, and the arrays that it reads.
class BoundReference {
public:
    BoundReference(std::vector<LevelArrays> arrays, bool closed)
        : arrays_(std::move(arrays)), model_(levels_of(arrays_), closed), scorer(model_) {}

private:
    std::vector<LevelArrays> arrays_;  // must come before, and outlive, the model
    Model model_;

public:
    Scorer scorer;
};

// The lexemes of a batch; substitutes of lexeme i are those up to `ends[i]`.
struct BoundLexemes {
    BoundLexemes(const BoundReference& reference, const Hashes& words, const Hashes& tags,
                 const Numbers& ids, const Array<std::uint8_t>& traits, const Numbers& substitutes,
                 const Numbers& ends, std::vector<std::uint32_t> determiners,
                 std::vector<std::uint32_t> prepositions) {
        const std::size_t size = words.size(), known = reference.scorer.model().vocabulary();
        if (tags.size() != size || ids.size() != size || traits.size() != size ||
            ends.size() != size) {
            throw std::invalid_argument("lexemes: columns of equal length");
        }
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint32_t id = ids.data()[i] < known ? ids.data()[i] : UNKNOWN;
            lexemes.all.push_back({words.data()[i], tags.data()[i], id, traits.data()[i],
                                   checked(part(substitutes, ends, i), size)});
        }
        lexemes.determiners = checked(std::move(determiners), size);
        lexemes.prepositions = checked(std::move(prepositions), size);
    }

    static std::vector<std::uint32_t> checked(std::vector<std::uint32_t> numbers,
                                              std::size_t size) {
        for (const std::uint32_t number : numbers) {
            if (number >= size) throw std::invalid_argument("no such lexeme");
        }
        return numbers;
    }

    Lexemes lexemes;
};

nb::tuple bound_repair(const BoundWeights& bound, const BoundLexemes& lexemes,
                       const BoundReference& reference, const Numbers& tokens, const Numbers& ends,
                       bool edits, bool cues) {
    if (bound.weights.classes() != REPAIR_ACTIONS) throw std::invalid_argument("repair weights");
    std::vector<std::uint32_t> counts, words;
    std::vector<std::int32_t> sources, heads;
    {
        const nb::gil_scoped_release unlocked;
        Listening listening;
        for (std::size_t s = 0; s < ends.size(); ++s) {
            const auto sentence =
                BoundLexemes::checked(part(tokens, ends, s), lexemes.lexemes.all.size());
            const Repaired found = repair_sentence(bound.weights, lexemes.lexemes, reference.scorer,
                                                   {edits, cues}, sentence, listening.heartbeat());
            counts.push_back(static_cast<std::uint32_t>(found.heads.size()));
            words.insert(words.end(), found.lexemes.begin(), found.lexemes.end());
            sources.insert(sources.end(), found.sources.begin(), found.sources.end());
            heads.insert(heads.end(), found.heads.begin(), found.heads.end());
        }
    }
    return nb::make_tuple(column(std::move(counts)), column(std::move(words)),
                          column(std::move(sources)), column(std::move(heads)));
}

// One iteration over sentences; `gold_*` are columns of the gold sentences.
void bound_learn(RepairTrainer& trainer, const BoundLexemes& lexemes,
                 const BoundReference& reference, const Numbers& tokens, const Numbers& ends,
                 const Array<std::int32_t>& origins, const Hashes& gold_words,
                 const Array<std::int32_t>& gold_heads, const Numbers& gold_ends) {
    if (ends.size() != gold_ends.size() || origins.size() != tokens.size()) {
        throw std::invalid_argument("a gold sentence for each sentence");
    }
    const nb::gil_scoped_release unlocked;
    std::vector<RepairSentence> sentences;
    for (std::size_t s = 0; s < ends.size(); ++s) {
        sentences.push_back(
            {BoundLexemes::checked(part(tokens, ends, s), lexemes.lexemes.all.size()),
             part(origins, ends, s), part(gold_words, gold_ends, s),
             part(gold_heads, gold_ends, s)});
        const auto size = static_cast<std::int32_t>(sentences.back().gold_words.size());
        for (const auto* places : {&sentences.back().origins, &sentences.back().gold_heads}) {
            for (const std::int32_t place : *places) {
                if (place < NO_HEAD || place >= size) throw std::invalid_argument("gold places");
            }
        }
    }
    Listening listening;
    trainer.learn(sentences, lexemes.lexemes, reference.scorer, listening.heartbeat());
}

}  // namespace

void bind_syntax(nb::module_& module) {
    nb::class_<BoundWeights>(module, "Weights")
        .def(
            "__init__",
            [](BoundWeights* self, std::size_t classes, Numbers bases, Array<std::uint16_t> offsets,
               Array<std::uint8_t> records, Array<std::int32_t> codes) {
                new (self) BoundWeights{classes, std::move(bases), std::move(offsets),
                                        std::move(records), std::move(codes)};
            },
            "classes"_a, "bases"_a, "offsets"_a, "records"_a, "codes"_a);
    module.def("tag", &bound_tag, "weights"_a, "tag_hashes"_a, "looks"_a, "tokens"_a, "ends"_a);
    module.def("tag_alone", &bound_tag_alone, "weights"_a, "look"_a);
    module.def("train_tagger", &bound_train_tagger, "tag_hashes"_a, "looks"_a, "tokens"_a, "ends"_a,
               "gold"_a, "iterations"_a, "seed"_a, "min_updates"_a);
    module.def("parse", &bound_parse, "weights"_a, "words"_a, "tags"_a, "ends"_a);
    module.def("train_arcs", &bound_train_arcs, "words"_a, "tags"_a, "ends"_a, "heads"_a,
               "iterations"_a, "seed"_a, "min_updates"_a, "exploration"_a);
    module.def("label", &bound_label, "weights"_a, "label_hashes"_a, "root"_a, "words"_a, "tags"_a,
               "ends"_a, "heads"_a);
    module.def("train_labels", &bound_train_labels, "label_hashes"_a, "root"_a, "words"_a, "tags"_a,
               "ends"_a, "heads"_a, "gold"_a, "iterations"_a, "seed"_a, "min_updates"_a);

    nb::class_<BoundReference>(module, "Reference")
        .def(nb::init<std::vector<LevelArrays>, bool>(), "levels"_a, "closed"_a);
    nb::class_<BoundLexemes>(module, "Lexemes")
        .def(nb::init<const BoundReference&, const Hashes&, const Hashes&, const Numbers&,
                      const Array<std::uint8_t>&, const Numbers&, const Numbers&,
                      std::vector<std::uint32_t>, std::vector<std::uint32_t>>(),
             "reference"_a, "words"_a, "tags"_a, "ids"_a, "traits"_a, "substitutes"_a, "ends"_a,
             "determiners"_a, "prepositions"_a);
    nb::class_<RepairTrainer>(module, "RepairTrainer")
        .def(
            "__init__",
            [](RepairTrainer* self, std::uint64_t seed, std::uint32_t min_updates,
               double exploration, bool edits, bool cues) {
                new (self) RepairTrainer(seed, min_updates, exploration, {edits, cues});
            },
            "seed"_a, "min_updates"_a, "exploration"_a, "edits"_a, "cues"_a)
        .def("learn", &bound_learn, "lexemes"_a, "reference"_a, "tokens"_a, "ends"_a, "origins"_a,
             "gold_words"_a, "gold_heads"_a, "gold_ends"_a)
        .def("averaged", [](const RepairTrainer& self) { return learned(self.averaged()); });
    module.def("repair", &bound_repair, "weights"_a, "lexemes"_a, "reference"_a, "tokens"_a,
               "ends"_a, "edits"_a, "cues"_a);
}

}  // namespace syntacticdiff
