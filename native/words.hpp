// The words of a batch: each distinct text once, so that equal pointers mean equal texts.
//
// A table only grows, and its entries never move or change: a search that runs without the
// interpreter's lock can go on reading while another thread adds words. Python starts a new table
// when one gets too big.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model.hpp"

namespace syntacticdiff {

// What prices know of a word: search/prices/traits.py says what the fields mean. Hashes of texts,
// and numbers from Python, which alone knows about Unicode, dictionaries and tags.
struct WordTraits {
    enum Flag : std::uint8_t { CLOSED = 1, LISTED = 2, VOWEL = 4, PUNCTUATION = 8 };

    std::string folded;
    std::uint64_t text = 0, tag = 0, ending = 0;
    std::uint16_t kinds = 0;  // of its tag
    std::uint8_t flags = 0, count = 0, capital = 0, pattern = 0;
    std::uint32_t input = 0, output = 0, gap = 0;  // what the context network calls it

    bool is(Flag flag) const { return (flags & flag) != 0; }
};

struct Word {
    std::string text;  // UTF-8, whose bytes give the order for ties
    std::uint32_t id;
    std::uint32_t handle;  // its number in the table
    // The tokens of a substitute that has several; empty if it is one token. `id` is the first's.
    std::vector<const Word*> tokens = {};
    WordTraits traits = {};  // empty unless edits are priced

    std::size_t size() const { return tokens.empty() ? 1 : tokens.size(); }

    template <class F>
    void each_id(F&& f) const {
        if (tokens.empty()) f(id);
        for (const Word* token : tokens) f(token->id);
    }
};

// A word that may be put in, and what that costs in fixed-point units.
struct Choice {
    const Word* word;
    std::int64_t penalty;
};

// A word as a token of a sentence: what may be done to it.
struct Token {
    const Word* word;
    bool removable;
    std::int64_t removal;               // penalty
    std::vector<Choice> substitutions;  // V_SUB, in the order for ties
};

class WordTable {
public:
    explicit WordTable(const Model& model) : vocabulary_(model.vocabulary()) {}

    // The caller sees to it that each text is added once. An id that the model does not have can
    // only come from a damaged lexicon; such a word counts as unknown.
    std::uint32_t add_word(std::string text, std::uint64_t id) {
        const auto handle = static_cast<std::uint32_t>(words_.size());
        const auto known = id < vocabulary_ ? static_cast<std::uint32_t>(id) : UNKNOWN;
        words_.push_back({std::move(text), known, handle, {}, {}});
        return handle;
    }

    // Before the word is in any sentence or list of choices.
    void describe(std::uint32_t handle, WordTraits traits) {
        if (handle >= words_.size()) throw std::out_of_range("no such word");
        words_[handle].traits = std::move(traits);
    }

    // A substitute of several tokens, which are words of the table.
    std::uint32_t add_phrase(std::string text, const std::vector<std::uint32_t>& tokens) {
        if (tokens.empty()) throw std::invalid_argument("a phrase has tokens");
        Word phrase{std::move(text), word(tokens[0]).id, static_cast<std::uint32_t>(words_.size())};
        for (const std::uint32_t token : tokens) phrase.tokens.push_back(&word(token));
        words_.push_back(std::move(phrase));
        return words_.back().handle;
    }
    std::uint32_t add_token(std::uint32_t word, bool removable, std::int64_t removal,
                            std::vector<Choice> choices) {
        sort_by_text(choices);
        tokens_.push_back({&this->word(word), removable, removal, std::move(choices)});
        return static_cast<std::uint32_t>(tokens_.size() - 1);
    }

    // V_INS, as words of this table.
    void set_insertions(std::vector<Choice> choices) {
        sort_by_text(choices);
        insertions_ = std::move(choices);
    }

    const Word& word(std::uint32_t handle) const {
        if (handle >= words_.size()) throw std::out_of_range("no such word");
        return words_[handle];
    }
    const Token& token(std::uint32_t handle) const {
        if (handle >= tokens_.size()) throw std::out_of_range("no such token");
        return tokens_[handle];
    }
    const std::vector<Choice>& insertions() const { return insertions_; }

private:
    static void sort_by_text(std::vector<Choice>& choices) {
        std::sort(choices.begin(), choices.end(),
                  [](const Choice& a, const Choice& b) { return a.word->text < b.word->text; });
    }

    std::size_t vocabulary_;
    std::deque<Word> words_;  // a deque: references stay good while it grows
    std::deque<Token> tokens_;
    std::vector<Choice> insertions_;
};

}  // namespace syntacticdiff
