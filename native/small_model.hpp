// Models and sentences for the tests of the units, small enough to be reckoned by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {

// N-grams by their words, and the arrays that a model views.
class SmallModel {
public:
    struct Entry {
        float log10, backoff;
    };
    using Words = std::vector<std::uint32_t>;
    using Ngrams = std::map<Words, Entry>;

    // Unigrams of the ids 0, 1, ... without a gap; every n-gram's prefix must be there.
    explicit SmallModel(Ngrams ngrams);

    // Any n-grams whose prefixes are there and, if it is to be closed, their suffixes, too.
    static SmallModel random(unsigned seed, std::size_t order, std::uint32_t vocabulary,
                             bool closed);

    std::vector<Level> levels() const;  // views that are good as long as this object

    // The bits of a sentence and its `</s>` by the definition of a look-up: the stored back-offs,
    // longest context first, then the stored probability.
    std::int64_t bits(Words sentence) const;

private:
    double log10(const Words& context, std::uint32_t word) const;

    struct Arrays {
        std::vector<std::uint32_t> words;
        std::vector<float> log10, backoff;
        std::vector<std::uint32_t> children;
    };

    Ngrams ngrams_;
    std::vector<Arrays> arrays_;  // by order
};

// A trigram model with these words besides the markers.
enum : std::uint32_t { A = 3, CAT, SAT, THE };
SmallModel cat_model();

// A table whose words are known by their texts.
class SmallTable {
public:
    // Ids by text; a text that has none is an unknown word.
    SmallTable(const Model& model, std::map<std::string, std::uint32_t> ids)
        : table(model), ids_(std::move(ids)) {}

    WordTable table;

    const Word* word(const std::string& text);

    // What may be put in, and its penalty.
    using Penalties = std::map<std::string, std::int64_t>;

    const Token* token(const std::string& text, const Penalties& substitutions = {},
                       bool removable = true, std::int64_t removal = 0);
    void set_insertions(const Penalties& penalties) { table.set_insertions(choices(penalties)); }

    // The tokens of a text with spaces between; all of them removable, without substitutes.
    std::vector<const Token*> sentence(const std::string& text);

private:
    std::vector<Choice> choices(const Penalties& penalties);

    std::map<std::string, std::uint32_t> ids_;
    std::map<std::string, std::uint32_t> handles_;
};

SmallTable cat_table(const Model& model);

}  // namespace syntacticdiff::testing
