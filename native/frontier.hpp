// Where a search puts the candidates that it judges: the best alone, the best few, or all.
//
// Each has `limit()`, the largest J that still has a chance, so that hopeless candidates are
// dropped before their list of steps is made, and `offer(candidate)`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "hypothesis.hpp"
#include "model.hpp"
#include "words.hpp"

namespace syntacticdiff {

// A hypothesis not yet written out: its parent and one edit more.
struct Candidate {
    const Hypothesis* parent;
    Place place;
    Rank rank;
    const Word* target;
    double objective;
    std::int64_t total, penalty;
    std::size_t windows;

    void write(Hypothesis& result) const {
        result.objective = objective;
        result.total = total;
        result.penalty = penalty;
        result.windows = windows;
        if (rank == Rank::insert) {
            with_insertion(parent->steps, place, target, result.steps);
        } else {
            with_change(parent->steps, {place.gap, rank, target}, result.steps);
        }
    }
};

// Keeps the first in the order.
class Best {
public:
    explicit Best(Hypothesis& best) : best_(best) {}

    double limit() const { return best_.objective; }

    void offer(const Candidate& candidate) {
        if (candidate.objective == best_.objective &&
            best_.steps.size() <= candidate.parent->steps.size()) {
            return;  // fewer edits come first
        }
        candidate.write(written_);
        if (written_.before(best_)) std::swap(best_, written_);
    }

private:
    Hypothesis& best_;
    Hypothesis written_;
};

// Keeps the best few, of hypotheses with the same sentence only the first. Candidates are collected
// until there are several times too many, then sorted out: what one costs does not grow with the
// width of the beam.
class Beam {
public:
    Beam(std::size_t width, const SameSentence& sentences) : width_(width), sentences_(sentences) {
        clear();
    }

    double limit() const { return limit_; }

    void clear() {
        used_ = 0;
        room_ = SPARE + 4 * std::min(width_, std::size_t{1024});
        limit_ = std::numeric_limits<double>::infinity();
    }

    void offer(const Candidate& candidate) {
        if (used_ == room_) {
            sort_out();
            room_ = std::max(room_, 2 * used_ + SPARE);
            if (candidate.objective > limit_) return;
        }
        if (used_ == entries_.size()) {
            order_.push_back(static_cast<std::uint32_t>(entries_.size()));
            entries_.emplace_back();
        }
        Entry& entry = entries_[order_[used_++]];
        candidate.write(entry.hypothesis);
        entry.hash = sentences_.hash(entry.hypothesis.steps);
    }

    // To be called when all have been offered; then the kept ones stand in their order.
    void sort_out();
    std::size_t size() const { return used_; }
    const Hypothesis& operator[](std::size_t i) const { return entries_[order_[i]].hypothesis; }

private:
    static constexpr std::size_t SPARE = 32;

    struct Entry {
        Hypothesis hypothesis;
        std::uint64_t hash;
    };

    bool first_of_its_sentence(std::uint32_t number);

    std::size_t width_, room_ = 0;
    const SameSentence& sentences_;
    double limit_ = 0.0;
    std::size_t used_ = 0;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> order_;  // entries in use, then free ones
    std::vector<std::uint32_t> kept_, dropped_;
    std::vector<std::uint32_t> table_;  // open addressing: kept entries by hash, ABSENT if free
};

inline void Beam::sort_out() {
    const auto used = order_.begin() + static_cast<std::ptrdiff_t>(used_);
    std::sort(order_.begin(), used, [this](std::uint32_t a, std::uint32_t b) {
        return entries_[a].hypothesis.before(entries_[b].hypothesis);
    });
    kept_.clear();
    dropped_.clear();
    std::size_t slots = 16;
    while (slots < 2 * std::min(width_, used_)) slots *= 2;
    table_.assign(slots, ABSENT);
    for (auto i = order_.begin(); i != used; ++i) {
        const bool keep = kept_.size() < width_ && first_of_its_sentence(*i);
        (keep ? kept_ : dropped_).push_back(*i);
    }
    std::copy(dropped_.begin(), dropped_.end(),
              std::copy(kept_.begin(), kept_.end(), order_.begin()));
    used_ = kept_.size();
    if (used_ == width_) limit_ = entries_[kept_.back()].hypothesis.objective;
}

inline bool Beam::first_of_its_sentence(std::uint32_t number) {
    const Entry& entry = entries_[number];
    const std::size_t mask = table_.size() - 1;
    for (std::size_t slot = entry.hash & mask;; slot = (slot + 1) & mask) {
        if (table_[slot] == ABSENT) {
            table_[slot] = number;
            return true;
        }
        const Entry& other = entries_[table_[slot]];
        if (entry.hash == other.hash &&
            sentences_.same(entry.hypothesis.steps, other.hypothesis.steps)) {
            return false;
        }
    }
}

// Keeps every hypothesis once, and the best.
class All {
public:
    explicit All(Best& best) : best_(best) {}

    double limit() const { return std::numeric_limits<double>::infinity(); }

    void offer(const Candidate& candidate) {
        candidate.write(written_);
        if (!reached_.emplace(written_.steps, written_.penalty).second) return;
        if (candidate.objective <= best_.limit()) best_.offer(candidate);
    }

    struct StepsHash {
        std::size_t operator()(const Steps& steps) const { return hash_of(steps); }
    };
    struct SameSteps {
        bool operator()(const Steps& a, const Steps& b) const { return compare(a, b) == 0; }
    };
    using Reached = std::unordered_map<Steps, std::int64_t, StepsHash, SameSteps>;

    Reached& reached() { return reached_; }

private:
    Best& best_;
    Hypothesis written_;
    Reached reached_;  // steps and their penalty
};

}  // namespace syntacticdiff
