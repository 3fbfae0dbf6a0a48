#include "training_text.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

namespace syntacticdiff {
namespace {

// Indices of n-grams have 32 bits, and no text has more n-grams than words and markers.
constexpr std::size_t MOST_STORED = std::numeric_limits<std::uint32_t>::max() / 2;

constexpr std::size_t READ_AT_ONCE = 1 << 16;

}  // namespace

TrainingText::TrainingText(int descriptor, std::uint32_t hold_out_every)
    : text_(descriptor), every_(hold_out_every), slots_(1 << 12) {
    for (const char* marker : {"<unk>", "<s>", "</s>"}) append(marker);
}

void TrainingText::add(std::string_view word, bool inside, bool capital) {
    const std::uint32_t found = index(word);
    sentence_.push_back(found);
    if (inside) {
        ++inside_[found];
        capitals_[found] += capital ? 1 : 0;
    }
}

void TrainingText::end_sentence() {
    if (sentence_.empty()) return;
    if (text_.size() + sentence_.size() >= MOST_STORED) {
        throw std::overflow_error("the training text has more than two billion tokens");
    }
    ++sentences_;
    const bool held_out = sentences_ % every_ == 0;
    for (const std::uint32_t word : sentence_) {
        ++counts_[word];
        held_out_[word] += held_out ? 1 : 0;
        text_.push(word);
    }
    text_.push(END);
    sentence_.clear();
}

std::size_t TrainingText::slot(std::string_view word) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = std::hash<std::string_view>()(word) & mask;
    while (slots_[slot] != UNKNOWN && spelling(slots_[slot]) != word) slot = (slot + 1) & mask;
    return slot;
}

std::uint32_t TrainingText::index(std::string_view word) {
    const std::size_t place = slot(word);
    if (slots_[place] != UNKNOWN) return slots_[place];
    for (const std::uint32_t marker : {UNKNOWN, BEGIN, END}) {  // spelled like one: unknown
        if (spelling(marker) == word) return UNKNOWN;
    }
    const std::uint32_t added = append(word);
    slots_[place] = added;
    if (2 * spellings() > slots_.size()) rehash();
    return added;
}

std::uint32_t TrainingText::append(std::string_view word) {
    letters_.insert(letters_.end(), word.begin(), word.end());
    offsets_.push_back(letters_.size());
    for (auto* column : {&counts_, &held_out_, &inside_, &capitals_}) column->push_back(0);
    return static_cast<std::uint32_t>(counts_.size() - 1);
}

void TrainingText::rehash() {
    slots_.assign(2 * slots_.size(), UNKNOWN);
    for (std::uint32_t i = END + 1; i < spellings(); ++i) slots_[slot(spelling(i))] = i;
}

void TrainingText::restrict_to(const std::vector<std::string_view>& words) {
    forbidden_.assign(spellings(), true);
    for (const std::string_view word : words) forbidden_[slots_[slot(word)]] = false;
}

Numbering TrainingText::number(bool rest, std::uint64_t min_word_count) const {
    Numbering result;
    std::vector<std::uint32_t> count = counts_;
    if (rest) {
        for (std::size_t i = 0; i < count.size(); ++i) count[i] -= held_out_[i];
    }
    result.words = {UNKNOWN, BEGIN, END};
    for (std::uint32_t i = END + 1; i < spellings(); ++i) {
        if (count[i] == 0) continue;
        if (count[i] >= min_word_count && (forbidden_.empty() || !forbidden_[i])) {
            result.words.push_back(i);
        } else {
            ++result.cut;
        }
    }
    std::sort(result.words.begin() + END + 1, result.words.end(),
              [&](std::uint32_t a, std::uint32_t b) {
                  return count[a] != count[b] ? count[a] > count[b] : spelling(a) < spelling(b);
              });
    result.ids.assign(spellings(), UNKNOWN);
    for (std::uint32_t id = 0; id < result.words.size(); ++id) result.ids[result.words[id]] = id;
    return result;
}

SentenceReader::SentenceReader(int descriptor, std::size_t stored, const std::uint32_t* ids,
                               std::size_t spellings, Selection selection)
    : reader_(descriptor, 0, stored, READ_AT_ONCE),
      ids_(ids),
      spellings_(spellings),
      selection_(selection) {}

bool SentenceReader::next(std::vector<std::uint32_t>& sentence) {
    while (true) {
        sentence.assign(1, BEGIN);
        std::uint32_t word = END;
        while (reader_.next(word) && word != END) {
            if (word >= spellings_) throw std::out_of_range("training text");
            sentence.push_back(ids_[word]);
        }
        if (sentence.size() == 1) return false;  // none is empty, so this is the end
        if (!selection_(++number_)) continue;
        sentence.push_back(END);
        return true;
    }
}

}  // namespace syntacticdiff
