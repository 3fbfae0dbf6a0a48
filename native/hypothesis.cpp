#include "hypothesis.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace syntacticdiff {

namespace {

int compare(const Step& a, const Step& b) {
    if (a.position != b.position) return a.position < b.position ? -1 : 1;
    if (a.rank != b.rank) return a.rank < b.rank ? -1 : 1;
    if (a.target == b.target) return 0;  // one pointer for each text
    return a.target->text.compare(b.target->text);
}

bool listed_before(const Step& a, const Step& b) {
    return a.position != b.position ? a.position < b.position : a.rank < b.rank;
}

// Stable, and linear where nearly everything is in its place, as here.
void sort_nearly_sorted(Steps& steps) {
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const Step step = steps[i];
        std::size_t hole = i;
        for (; hole > 0 && listed_before(step, steps[hole - 1]); --hole) {
            steps[hole] = steps[hole - 1];
        }
        steps[hole] = step;
    }
}

// Moves every insertion before the removed tokens that it stands behind.
void normalise(Steps& steps) {
    sort_nearly_sorted(steps);
    std::uint32_t run = 0, run_end = 0;  // removed tokens without a gap between, [run, run_end)
    for (Step& step : steps) {
        if (step.rank == Rank::insert) {
            if (run < run_end && step.position == run_end) step.position = run;
        } else if (step.rank == Rank::remove) {
            if (run == run_end || step.position != run_end) run = step.position;
            run_end = step.position + 1;
        }
    }
    sort_nearly_sorted(steps);
}

constexpr std::uint64_t MULTIPLIER = 0x9E3779B97F4A7C15;

std::uint64_t scrambled(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

std::uint64_t hash_of(const Word* word) { return scrambled(word->handle + MULTIPLIER); }

// An edited sentence as runs: stretches of the source, and words put in.
class Runs {
public:
    struct Run {
        const Word* const* words;
        std::size_t size;
        bool of_source;
    };

    Runs(const std::vector<const Word*>& source, const Steps& steps)
        : source_(source), steps_(steps) {}

    // The next run that is not empty; an empty one at the end.
    Run next() {
        while (step_ < steps_.size()) {
            const Step& step = steps_[step_];
            if (source_at_ < step.position) return stretch(step.position);
            ++step_;
            if (step.rank != Rank::insert) ++source_at_;
            if (step.rank != Rank::remove) return put_in(step.target);
        }
        return stretch(source_.size());
    }

    std::size_t source_position(const Run& run) const {
        return static_cast<std::size_t>(run.words - source_.data());
    }

private:
    static Run put_in(const Word* const& word) {
        if (word->tokens.empty()) return {&word, 1, false};
        return {word->tokens.data(), word->tokens.size(), false};
    }

    Run stretch(std::size_t end) {
        const Run run{source_.data() + source_at_, end - source_at_, true};
        source_at_ = end;
        return run;
    }

    const std::vector<const Word*>& source_;
    const Steps& steps_;
    std::size_t step_ = 0, source_at_ = 0;
};

}  // namespace

int compare(const Steps& a, const Steps& b) {
    const std::size_t common = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < common; ++i) {
        if (const int order = compare(a[i], b[i])) return order;
    }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

Place locate(const Steps& steps, std::size_t length, std::size_t index) {
    std::size_t gap = 0;   // the next gap to look at
    std::size_t item = 0;  // the first item in it
    for (std::size_t i = 0; i < steps.size();) {
        const std::size_t position = steps[i].position;
        if (index < item + (position - gap)) break;
        item += position - gap;
        gap = position;
        std::size_t slots = 0;
        while (i < steps.size() && steps[i].position == gap && steps[i].rank == Rank::insert) {
            ++i;
            ++slots;
        }
        const bool changed = i < steps.size() && steps[i].position == gap;
        const bool removed = changed && steps[i].rank == Rank::remove;
        const auto here = static_cast<std::uint32_t>(gap);
        if (index < item + slots) return {here, static_cast<std::uint32_t>(index - item), false};
        item += slots;
        const std::size_t size = !changed ? 1 : removed ? 0 : steps[i].target->size();
        if (index < item + size) {
            const std::uint32_t slot = index == item ? static_cast<std::uint32_t>(slots) : NO_SLOT;
            return {here, slot, !changed && gap < length};
        }
        item += size;
        i += changed ? 1 : 0;
        ++gap;
    }
    gap += index - item;
    return {static_cast<std::uint32_t>(gap), 0, gap < length};
}

void with_insertion(const Steps& steps, const Place& place, const Word* target, Steps& result) {
    const auto first = std::find_if(steps.begin(), steps.end(),
                                    [&](const Step& step) { return step.position >= place.gap; });
    const auto split = first + place.slot;
    result.assign(steps.begin(), split);
    result.push_back({place.gap, Rank::insert, target});
    result.insert(result.end(), split, steps.end());
    normalise(result);
}

void with_change(const Steps& steps, const Step& change, Steps& result) {
    result.assign(steps.begin(), steps.end());
    result.push_back(change);
    normalise(result);
}

std::uint64_t hash_of(const Steps& steps) {
    std::uint64_t hash = 0;
    for (const Step& step : steps) {
        const std::uint64_t target = step.target == nullptr ? 0 : hash_of(step.target);
        hash = scrambled(hash * MULTIPLIER + step.position * 3U +
                         static_cast<std::uint64_t>(step.rank)) ^
               target;
    }
    return hash;
}

void SameSentence::reset(const std::vector<const Word*>& source) {
    source_ = &source;
    prefixes_.assign(1, 0);
    powers_.assign(1, 1);
    for (const Word* word : source) {
        prefixes_.push_back(prefixes_.back() * MULTIPLIER + hash_of(word));
        powers_.push_back(powers_.back() * MULTIPLIER);
    }
}

std::uint64_t SameSentence::hash(const Steps& steps) const {
    std::uint64_t hash = 0;
    Runs runs(*source_, steps);
    for (auto run = runs.next(); run.size != 0; run = runs.next()) {
        if (run.size == 1 || !run.of_source) {
            for (std::size_t i = 0; i < run.size; ++i) {
                hash = hash * MULTIPLIER + hash_of(run.words[i]);
            }
            continue;
        }
        const std::size_t begin = runs.source_position(run), end = begin + run.size;
        const std::uint64_t power = powers_[run.size];
        hash = hash * power + prefixes_[end] - prefixes_[begin] * power;
    }
    return hash;
}

bool SameSentence::same(const Steps& a, const Steps& b) const {
    Runs left(*source_, a), right(*source_, b);
    auto x = left.next(), y = right.next();
    while (x.size != 0 && y.size != 0) {
        const std::size_t common = std::min(x.size, y.size);
        // The same stretch of the source needs no look; others are compared word by word.
        if (x.words != y.words && !std::equal(x.words, x.words + common, y.words)) return false;
        x = x.size == common ? left.next()
                             : decltype(x){x.words + common, x.size - common, x.of_source};
        y = y.size == common ? right.next()
                             : decltype(y){y.words + common, y.size - common, y.of_source};
    }
    return x.size == y.size;
}

}  // namespace syntacticdiff
