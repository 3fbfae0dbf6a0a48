// Hypotheses: sets of edits of one sentence, in normal form (search/hypothesis.py says what that
// is). They are lists of steps over the source; sentences are never copied to make one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "words.hpp"

namespace syntacticdiff {

enum class Rank : std::uint8_t { insert, remove, substitute };  // in the order for ties

struct Step {
    std::uint32_t position;
    Rank rank;
    const Word* target;  // null for a removal
};

using Steps = std::vector<Step>;

// The order for ties: negative, zero or positive.
int compare(const Steps& a, const Steps& b);

constexpr std::uint32_t NO_SLOT = 0xFFFFFFFF;

// Where an item of the edited sentence stands: an insertion before it goes to `slot` of `gap`, or
// nowhere (NO_SLOT) inside a substitute of several tokens; `editable` if it is an original token
// (number `gap`) that may still be removed or replaced.
struct Place {
    std::uint32_t gap, slot;
    bool editable;
};

// The item at `index` of a sentence of `length` tokens as edited by `steps`; the end marker is the
// last item.
Place locate(const Steps& steps, std::size_t length, std::size_t index);

// `steps` and one edit more, in normal form.
void with_insertion(const Steps& steps, const Place& place, const Word* target, Steps& result);
void with_change(const Steps& steps, const Step& change, Steps& result);

// The gap that an insertion in `gap` moves to: before the removed tokens that stand before it.
inline std::uint32_t gap_in_normal_form(const Steps& steps, std::uint32_t gap) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        if (step->rank == Rank::remove && step->position + 1 == gap) --gap;
    }
    return gap;
}

struct Hypothesis {
    double objective = 0.0;  // J
    std::int64_t total = 0;
    std::int64_t penalty = 0;
    std::size_t windows = 0;
    Steps steps;

    // By J, then the number of edits, then the edits themselves.
    bool before(const Hypothesis& other) const {
        if (objective != other.objective) return objective < other.objective;
        if (steps.size() != other.steps.size()) return steps.size() < other.steps.size();
        return compare(steps, other.steps) < 0;
    }
};

// The words of a source sentence, hashed so that edited copies can be compared without making them.
class SameSentence {
public:
    void reset(const std::vector<const Word*>& source);

    // Equal sentences have equal hashes.
    std::uint64_t hash(const Steps& steps) const;

    // Whether two hypotheses give the same sentence, compared as strings.
    bool same(const Steps& a, const Steps& b) const;

private:
    const std::vector<const Word*>* source_ = nullptr;
    std::vector<std::uint64_t> prefixes_, powers_;
};

std::uint64_t hash_of(const Steps& steps);

}  // namespace syntacticdiff
