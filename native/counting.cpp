#include "counting.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <stdexcept>
#include <utility>

namespace syntacticdiff {
namespace {

constexpr std::size_t CHECK_EVERY = 1 << 18;
constexpr std::size_t LEAST_READ = 1 << 10;

// N words packed into a number of PARTS * 64 bits, the first word in the highest bits: comparing
// two keys compares the words. What a sentence's end leaves over is filled with 0; since nothing
// follows </s>, this cannot be taken for a word.
template <std::size_t PARTS>
struct Key {
    std::array<std::uint64_t, PARTS> parts{};

    void shift_in(std::uint64_t word, unsigned bits) {
        for (std::size_t i = 0; i < PARTS; ++i) {
            const std::uint64_t carried = i + 1 < PARTS ? parts[i + 1] >> (64 - bits) : word;
            parts[i] = parts[i] << bits | carried;
        }
    }
    // The word that begins `place` bits before the end.
    std::uint32_t word(unsigned place, unsigned bits) const {
        const std::size_t i = PARTS - 1 - std::min<std::size_t>(place / 64, PARTS - 1);
        const unsigned within = place % 64;
        std::uint64_t value = parts[i] >> within;
        if (i > 0 && within + bits > 64) value |= parts[i - 1] << (64 - within);
        return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
    }
    bool operator<(const Key& other) const { return parts < other.parts; }
    bool operator==(const Key& other) const { return parts == other.parts; }
};

// Sorts keys of `bits` bits by their digits, the last one first: linear, unlike std::sort, which is
// for few keys. Takes as much memory again.
template <std::size_t PARTS>
void sort_keys(std::vector<Key<PARTS>>& keys, unsigned bits) {
    constexpr unsigned DIGIT = 11;
    constexpr std::size_t FEW = 1 << DIGIT;
    if (keys.size() < FEW) {
        std::sort(keys.begin(), keys.end());
        return;
    }
    std::vector<Key<PARTS>> sorted(keys.size());
    for (unsigned place = 0; place < bits; place += DIGIT) {
        std::array<std::size_t, FEW> next{};  // where the next key with each digit goes
        for (const Key<PARTS>& key : keys) ++next[key.word(place, DIGIT)];
        std::size_t before = 0;
        for (std::size_t& start : next) before += std::exchange(start, before);
        for (const Key<PARTS>& key : keys) sorted[next[key.word(place, DIGIT)]++] = key;
        keys.swap(sorted);
    }
}

template <std::size_t PARTS>
struct Record {
    Key<PARTS> key;
    std::uint32_t count = 0;
};

// The n-gram that lmplz would sort last: by last words, then the words before; words in the order
// in which they first occur, after the markers; before a sentence stand as many <s> as are needed.
class SortedLast {
public:
    SortedLast(std::uint32_t vocabulary, std::size_t order)
        : order_(order), rank_(vocabulary, 0), ranks_(order, 0) {
        rank_[BEGIN] = BEGIN;
        rank_[END] = END;
    }

    void add(const std::vector<std::uint32_t>& sentence) {
        for (std::size_t i = 1; i < sentence.size(); ++i) {
            const std::uint32_t word = sentence[i];
            if (word > END && rank_[word] == 0) rank_[word] = ++newest_;
            if (!words_.empty() && rank_[word] < ranks_[0]) continue;
            std::vector<std::uint32_t> ranks(order_, BEGIN);
            const std::size_t length = std::min(order_, i + 1);
            for (std::size_t back = 0; back < length; ++back) {
                ranks[back] = rank_[sentence[i - back]];
            }
            if (!words_.empty() && ranks <= ranks_) continue;
            ranks_ = ranks;
            words_.assign(sentence.begin() + static_cast<std::ptrdiff_t>(i + 1 - length),
                          sentence.begin() + static_cast<std::ptrdiff_t>(i + 1));
        }
    }
    std::vector<std::uint32_t> words() const { return words_; }

private:
    std::size_t order_;
    std::uint32_t newest_ = END;
    std::vector<std::uint32_t> rank_, ranks_, words_;
};

// Takes all n-grams in their order, and writes the trie: every n-gram's beginnings are n-grams,
// too.
class Trie {
public:
    Trie(std::uint32_t vocabulary, std::size_t order, const std::vector<LevelFiles>& files)
        : order_(order), last_(order, std::numeric_limits<std::uint32_t>::max()), open_(order, 0) {
        result_.count.assign(vocabulary, 0);
        result_.children.assign(vocabulary + 1, 0);
        for (const LevelFiles& level : files) {
            words_.emplace_back(level.words);
            counts_.emplace_back(level.count);
            children_.emplace_back(level.children);
        }
    }

    void add(const std::vector<std::uint32_t>& ngram, std::uint32_t count) {
        std::size_t same = 0;
        while (same < ngram.size() && same < depth_ && ngram[same] == last_[same]) ++same;
        close(same);
        for (std::size_t k = same; k < ngram.size(); ++k) begin(k, ngram[k]);
        depth_ = ngram.size();
        for (std::size_t k = 0; k < depth_; ++k) open_[k] += count;
    }

    Counted finish() {
        close(0);
        while (next_word_ <= result_.count.size()) mark_children();
        result_.count[BEGIN] = 0;  // <s> is never predicted
        result_.sizes.assign(1, result_.count.size());
        for (std::size_t k = 0; k < words_.size(); ++k) {
            result_.sizes.push_back(words_[k].size());
            if (k + 1 < words_.size()) {
                children_[k].push(static_cast<std::uint32_t>(words_[k + 1].size()));
                children_[k].flush();
            }
            words_[k].flush();
            counts_[k].flush();
        }
        return std::move(result_);
    }

private:
    // An n-gram of k + 1 words begins with what is open of k words.
    void begin(std::size_t k, std::uint32_t word) {
        last_[k] = word;
        open_[k] = 0;
        if (k == 0) {
            while (next_word_ <= word) mark_children();
            return;
        }
        words_[k - 1].push(word);
        if (k + 1 < order_) children_[k - 1].push(static_cast<std::uint32_t>(words_[k].size()));
    }
    void mark_children() {
        const std::size_t longer = words_.empty() ? 0 : words_[0].size();
        result_.children[next_word_++] = static_cast<std::uint32_t>(longer);
    }
    // The n-grams of more than `kept` words are complete.
    void close(std::size_t kept) {
        for (std::size_t k = depth_; k-- > kept;) {
            if (k == 0) {
                result_.count[last_[0]] = open_[0];
            } else {
                counts_[k - 1].push(open_[k]);
            }
        }
        depth_ = std::min(depth_, kept);
    }

    std::size_t order_, depth_ = 0, next_word_ = 0;
    std::vector<std::uint32_t> last_, open_;  // the words of what is open, and its counts
    std::vector<Writer<std::uint32_t>> words_, counts_, children_;
    Counted result_;
};

template <std::size_t PARTS>
class Counter {
public:
    Counter(std::uint32_t vocabulary, std::size_t order, std::size_t records, int runs,
            const Check& check)
        : order_(order),
          vocabulary_(vocabulary),
          records_(std::max<std::size_t>(records, 1)),
          descriptor_(runs),
          runs_(runs),
          check_(check) {
        while (std::uint64_t{1} << bits_ < vocabulary) ++bits_;
        keys_.reserve(records_);
    }

    void add(const std::vector<std::uint32_t>& sentence) {
        for (std::size_t i = 0; i < sentence.size(); ++i) {
            Key<PARTS> key;
            for (std::size_t j = i; j < i + order_; ++j) {
                key.shift_in(j < sentence.size() ? sentence[j] : 0, bits_);
            }
            if (keys_.size() == records_) write_run();
            keys_.push_back(key);
        }
        added_ += sentence.size();
        if (added_ >= CHECK_EVERY) {
            added_ = 0;
            check_();
        }
    }

    Counted finish(const std::vector<LevelFiles>& files) {
        Trie trie(vocabulary_, order_, files);
        if (ends_.empty()) {  // all of it fits into memory
            sort_keys(keys_, bits_ * static_cast<unsigned>(order_));
            each_sorted([&](const Record<PARTS>& record) { add_to(trie, record); });
        } else {
            write_run();
            keys_ = {};
            merge(trie);
        }
        return trie.finish();
    }

private:
    // The distinct keys and how often each occurs.
    template <class F>
    void each_sorted(F&& f) {
        for (std::size_t i = 0; i < keys_.size();) {
            std::size_t end = i + 1;
            while (end < keys_.size() && keys_[end] == keys_[i]) ++end;
            f(Record<PARTS>{keys_[i], static_cast<std::uint32_t>(end - i)});
            i = end;
        }
    }

    void write_run() {
        check_();
        sort_keys(keys_, bits_ * static_cast<unsigned>(order_));
        each_sorted([&](const Record<PARTS>& record) { runs_.push(record); });
        runs_.flush();
        ends_.push_back(runs_.size());
        keys_.clear();
    }

    void merge(Trie& trie) {
        struct Head {
            Record<PARTS> record;
            std::size_t run;
        };
        const auto later = [](const Head& a, const Head& b) { return b.record.key < a.record.key; };
        std::priority_queue<Head, std::vector<Head>, decltype(later)> heads(later);
        std::vector<Reader<Record<PARTS>>> readers;
        const std::size_t block = std::max(LEAST_READ, records_ / (2 * ends_.size()));
        std::size_t begin = 0;
        for (const std::size_t end : ends_) {
            readers.emplace_back(descriptor_, begin, end, block);
            begin = end;
        }
        Head head;
        for (head.run = 0; head.run < readers.size(); ++head.run) {
            if (readers[head.run].next(head.record)) heads.push(head);
        }
        Record<PARTS> sum;
        for (std::size_t merged = 0; !heads.empty(); ++merged) {
            if (merged % CHECK_EVERY == 0) check_();
            head = heads.top();
            heads.pop();
            if (head.record.key == sum.key) {
                sum.count += head.record.count;
            } else {
                if (sum.count > 0) add_to(trie, sum);
                sum = head.record;
            }
            if (readers[head.run].next(head.record)) heads.push(head);
        }
        add_to(trie, sum);
    }

    void add_to(Trie& trie, const Record<PARTS>& record) {
        ngram_.clear();
        for (std::size_t j = order_; j-- > 0;) {
            ngram_.push_back(record.key.word(static_cast<unsigned>(j) * bits_, bits_));
            if (ngram_.back() == END) break;
        }
        trie.add(ngram_, record.count);
    }

    std::size_t order_;
    std::uint32_t vocabulary_;
    unsigned bits_ = 1;
    std::size_t records_, added_ = 0;
    int descriptor_;
    Writer<Record<PARTS>> runs_;
    std::vector<std::size_t> ends_;  // of the runs in their file
    std::vector<Key<PARTS>> keys_;
    std::vector<std::uint32_t> ngram_;
    const Check& check_;
};

template <std::size_t PARTS>
Counted count(SentenceReader& sentences, std::uint32_t vocabulary, std::size_t order,
              std::size_t records, int runs, const std::vector<LevelFiles>& files,
              const Check& check) {
    Counter<PARTS> counter(vocabulary, order, records, runs, check);
    SortedLast last(vocabulary, order);
    std::vector<std::uint32_t> sentence;
    while (sentences.next(sentence)) {
        counter.add(sentence);
        last.add(sentence);
    }
    Counted result = counter.finish(files);
    result.sorted_last = last.words();
    return result;
}

}  // namespace

Counted count_ngrams(SentenceReader& sentences, std::uint32_t vocabulary, std::size_t order,
                     std::size_t records, int runs, const std::vector<LevelFiles>& files,
                     const Check& check) {
    if (order < 1 || order > MAX_ORDER || files.size() + 1 != order || vocabulary <= END) {
        throw std::invalid_argument("count_ngrams");
    }
    std::size_t bits = 1;
    while (std::uint64_t{1} << bits < vocabulary) ++bits;
    if (bits * order > 128) {
        throw std::overflow_error("the training text has too many different words");
    }
    const auto chosen = bits * order <= 64 ? count<1> : count<2>;
    return chosen(sentences, vocabulary, order, records, runs, files, check);
}

}  // namespace syntacticdiff
