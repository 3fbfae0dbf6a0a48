// The training text as it is read: words get numbers, sentences go to a file.
// reference/vocabulary.py is the definition.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "descriptors.hpp"
#include "model.hpp"

namespace syntacticdiff {

// Of sentences 1, 2, 3, ...: all, only every n-th, or only the others.
struct Selection {
    enum class Which : std::uint8_t { all, held_out, rest };

    Which which = Which::all;
    std::uint32_t every = 1;

    bool operator()(std::uint64_t sentence) const {
        return which == Which::all || (sentence % every == 0) == (which == Which::held_out);
    }
};

// Word ids by falling count. Words that are too rare have the id of the unknown word.
struct Numbering {
    std::vector<std::uint32_t> ids;    // of every spelling
    std::vector<std::uint32_t> words;  // the spelling of every id
    std::uint32_t cut = 0;             // how many words were too rare
};

// Spellings are numbered as they come, after the markers; the text is kept in these numbers, with
// END after every sentence.
class TrainingText {
public:
    TrainingText(int descriptor, std::uint32_t hold_out_every);

    // A token of the sentence; `inside`: a capital would say something here.
    void add(std::string_view word, bool inside, bool capital);
    void end_sentence();
    void finish() { text_.flush(); }

    std::size_t spellings() const { return counts_.size(); }
    std::string_view spelling(std::size_t index) const {
        return {letters_.data() + offsets_[index], offsets_[index + 1] - offsets_[index]};
    }
    std::size_t stored() const { return text_.size(); }  // words and ends of sentences
    std::uint64_t sentences() const { return sentences_; }
    std::uint64_t tokens() const { return stored() - sentences_; }

    // From now on only these words become words of a vocabulary.
    void restrict_to(const std::vector<std::string_view>& words);

    // The vocabulary of all sentences or of those that are not held out.
    Numbering number(bool rest, std::uint64_t min_word_count) const;

    const std::vector<std::uint32_t>& inside() const { return inside_; }
    const std::vector<std::uint32_t>& capitals() const { return capitals_; }

private:
    std::size_t slot(std::string_view word) const;  // the word's, or the empty one for it
    std::uint32_t index(std::string_view word);
    std::uint32_t append(std::string_view word);
    void rehash();

    Writer<std::uint32_t> text_;
    std::uint32_t every_;
    std::uint64_t sentences_ = 0;
    std::vector<std::uint32_t> sentence_;  // spellings of the sentence at hand

    std::vector<char> letters_;
    std::vector<std::size_t> offsets_ = {0};
    std::vector<std::uint32_t> counts_, held_out_, inside_, capitals_;
    std::vector<bool> forbidden_;       // empty: none
    std::vector<std::uint32_t> slots_;  // open addressing; 0, the unknown word, is an empty slot
};

// The sentences of a text, in word ids between BEGIN and END.
class SentenceReader {
public:
    SentenceReader(int descriptor, std::size_t stored, const std::uint32_t* ids,
                   std::size_t spellings, Selection selection);

    // The next chosen sentence; false at the end.
    bool next(std::vector<std::uint32_t>& sentence);

private:
    Reader<std::uint32_t> reader_;
    const std::uint32_t* ids_;
    std::size_t spellings_;
    Selection selection_;
    std::uint64_t number_ = 0;
};

}  // namespace syntacticdiff
