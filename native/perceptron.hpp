// The averaged perceptron: weights while they are learned, and as a file holds them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model.hpp"
#include "view.hpp"

namespace syntacticdiff {

// Asks for memory that is going to be read.
inline void prefetch([[maybe_unused]] const void* place) {
#if defined(__GNUC__)
    __builtin_prefetch(place);
#endif
}

// Learned weights, feature by feature: hashes[f] has counts[f] entries of `classes` and `values`.
struct LearnedWeights {
    std::vector<std::uint64_t> hashes;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint8_t> classes;
    std::vector<double> values;
};

// Weights that are being learned, by the full hash of their features.
//
// A feature takes part only after `min_updates` updates (Goldberg & Elhadad 2011): what is rare is
// left out while learning, not cut off afterwards.
class GrowingWeights {
public:
    GrowingWeights(std::size_t classes, std::uint32_t min_updates)
        : classes_(classes), min_updates_(min_updates), slots_(1 << 16) {}

    std::size_t classes() const { return classes_; }

    // Adds the features' weights for each class to the scores. Look-ups wait for little else than
    // memory: so all of it is asked for before any is used.
    void add(const std::vector<std::uint64_t>& features, std::int32_t* scores) const {
        for (std::size_t begin = 0; begin < features.size(); begin += TOGETHER) {
            const std::size_t end = std::min(features.size(), begin + TOGETHER);
            prefetch_slots(features, begin, end);
            std::array<std::uint32_t, TOGETHER> found;
            std::size_t count = 0;
            for (std::size_t f = begin; f < end; ++f) {
                const Slot& slot = slots_[find(features[f])];
                if (!takes_part(slot)) continue;
                prefetch(&weights_[slot.index * classes_]);
                found[count++] = slot.index;
            }
            for (std::size_t i = 0; i < count; ++i) add_weights(found[i], scores);
        }
    }

    void add_one(std::uint64_t hash, std::int32_t* scores) const {
        const Slot& slot = slots_[find(hash)];
        if (takes_part(slot)) add_weights(slot.index, scores);
    }

    // Changes the weights of one class; counts as one update of each feature.
    void update(const std::vector<std::uint64_t>& features, std::size_t label,
                std::int32_t change) {
        prefetch_slots(features, 0, features.size());
        for (const std::uint64_t hash : features) change_weight(updated(hash), label, change);
    }

    // Moves weight from one class to another; counts as one update of each feature.
    void move(const std::vector<std::uint64_t>& features, std::size_t from, std::size_t to) {
        prefetch_slots(features, 0, features.size());
        for (const std::uint64_t hash : features) {
            const std::uint32_t index = updated(hash);
            change_weight(index, from, -1);
            change_weight(index, to, 1);
        }
    }

    // One decision more to average over.
    void step() { ++step_; }

    // The average of each weight over all decisions.
    LearnedWeights averaged() const {
        LearnedWeights result;
        for (const Slot& slot : slots_) {
            if (!takes_part(slot)) continue;
            std::uint32_t count = 0;
            for (std::size_t c = 0; c < classes_; ++c) {
                const std::size_t place = slot.index * classes_ + c;
                const std::int64_t sum = weights_[place] * step_ - delayed_[place];
                if (sum == 0) continue;
                ++count;
                result.classes.push_back(static_cast<std::uint8_t>(c));
                result.values.push_back(static_cast<double>(sum) / static_cast<double>(step_));
            }
            if (count == 0) continue;
            result.hashes.push_back(slot.hash);
            result.counts.push_back(count);
        }
        return result;
    }

private:
    static constexpr std::size_t TOGETHER = 64;  // features that are looked up at a time

    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t index = ABSENT;  // of its weights
        std::uint32_t updates = 0;
    };

    bool takes_part(const Slot& slot) const {
        return slot.index != ABSENT && slot.updates >= min_updates_;
    }

    void prefetch_slots(const std::vector<std::uint64_t>& features, std::size_t begin,
                        std::size_t end) const {
        for (std::size_t f = begin; f < end; ++f) prefetch(&slots_[home(features[f])]);
    }

    void add_weights(std::uint32_t index, std::int32_t* scores) const {
        const std::int32_t* weights = &weights_[index * classes_];
        for (std::size_t c = 0; c < classes_; ++c) scores[c] += weights[c];
    }

    void change_weight(std::uint32_t index, std::size_t label, std::int32_t change) {
        const std::size_t place = index * classes_ + label;
        weights_[place] += change;
        delayed_[place] += change * step_;
    }

    // Where a feature is looked for first.
    std::size_t home(std::uint64_t hash) const { return (hash >> 20) & (slots_.size() - 1); }

    // The slot that holds the feature, or the one where it belongs.
    std::size_t find(std::uint64_t hash) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = home(hash);
        while (slots_[slot].index != ABSENT && slots_[slot].hash != hash) slot = (slot + 1) & mask;
        return slot;
    }

    // Counts an update of the feature and says where its weights are.
    std::uint32_t updated(std::uint64_t hash) {
        std::size_t slot = find(hash);
        if (slots_[slot].index == ABSENT) {
            if (3 * features_ > 2 * slots_.size()) {
                grow();
                slot = find(hash);
            }
            slots_[slot] = {hash, static_cast<std::uint32_t>(features_++)};
            weights_.resize(weights_.size() + classes_);
            delayed_.resize(delayed_.size() + classes_);
        }
        ++slots_[slot].updates;
        return slots_[slot].index;
    }

    void grow() {
        std::vector<Slot> before(slots_.size() * 2);
        before.swap(slots_);
        for (const Slot& slot : before) {
            if (slot.index != ABSENT) slots_[find(slot.hash)] = slot;
        }
    }

    std::size_t classes_;
    std::uint32_t min_updates_;
    std::int64_t step_ = 1;
    std::vector<Slot> slots_;  // a power of two
    std::size_t features_ = 0;
    std::vector<std::int32_t> weights_;
    std::vector<std::int64_t> delayed_;  // each change times the step at which it was made
};

// Weights as they stand in a file; syntacticdiff/syntax/weights.py says how.
//
// Nothing here is trusted: a damaged file gives other answers, never a read beyond its arrays.
class PackedWeights {
public:
    PackedWeights(std::size_t classes, View<std::uint32_t> bases, View<std::uint16_t> offsets,
                  View<std::uint8_t> records, View<std::int32_t> codes)
        : classes_(classes), bases_(bases), offsets_(offsets), records_(records), codes_(codes) {
        if (classes < 1 || classes > 255 || offsets.size < 2 || codes.size != 256 ||
            bases.size != (offsets.size - 1) / BLOCK + 1) {
            throw std::invalid_argument("weights: their arrays do not fit together");
        }
        for (std::size_t i = 0; i < codes.size; ++i) {
            // Beyond, sums could overflow.
            if (codes.data[i] < -LARGEST || codes.data[i] > LARGEST) {
                throw std::invalid_argument("weights: too large");
            }
        }
        find_all();
    }

    std::size_t classes() const { return classes_; }

    // Most features have no weight: a table of bits, small enough for the processor's cache, knows
    // that of nearly all of them. The sum does not depend on the order, and the other look-ups wait
    // for little else than memory: so all of it is asked for before any is used.
    void add(const std::vector<std::uint64_t>& features, std::int32_t* scores) const {
        for (std::size_t begin = 0; begin < features.size(); begin += TOGETHER) {
            const std::size_t end = std::min(features.size(), begin + TOGETHER);
            std::array<std::uint64_t, TOGETHER> left;
            std::size_t count = 0;
            for (std::size_t f = begin; f < end; ++f) {
                left[count] = features[f];
                if (may_be_here(features[f])) ++count;
            }
            for (std::size_t i = 0; i < count; ++i) prefetch(offsets_.data + bucket(left[i]));
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t place = start(bucket(left[i]));
                if (place < records_.size) prefetch(records_.data + place);
            }
            for (std::size_t i = 0; i < count; ++i) add_one(left[i], scores);
        }
    }

private:
    std::size_t bucket(std::uint64_t hash) const {
        return ((hash >> 32) * (offsets_.size - 1)) >> 32;
    }

    // Where a bucket begins; each block of buckets has a base of its own.
    std::size_t start(std::size_t bucket) const {
        return std::size_t{bases_.data[bucket / BLOCK]} + offsets_.data[bucket];
    }

    void add_one(std::uint64_t hash, std::int32_t* scores) const {
        const std::size_t b = bucket(hash);
        const std::size_t end = std::min(start(b + 1), records_.size);
        std::size_t place = start(b);
        const auto fingerprint = static_cast<std::uint16_t>(hash);
        while (place + 3 <= end) {
            const std::uint8_t* record = records_.data + place;
            const std::size_t count = record[2];
            const bool dense = count == classes_;  // then the classes are not named
            place += 3 + (dense ? count : 2 * count);
            if ((record[0] | record[1] << 8) != fingerprint) continue;
            if (place > end) return;
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t label = dense ? i : record[3 + 2 * i];
                const std::uint8_t code = dense ? record[3 + i] : record[4 + 2 * i];
                if (label < classes_) scores[label] += codes_.data[code];
            }
            return;
        }
    }

    // Where the bit of a feature is: by all that is kept of its hash.
    static std::size_t bit(std::size_t bucket, std::uint64_t hash) {
        return static_cast<std::size_t>(((bucket << 16 | (hash & 0xffff)) * 0x9e3779b97f4a7c15) >>
                                        (64 - FILTER_BITS));
    }
    bool may_be_here(std::uint64_t hash) const {
        const std::size_t place = bit(bucket(hash), hash);
        return ((*here_)[place / 64] >> (place % 64) & 1) != 0;
    }

    // Sets the bits of all features. In a damaged file buckets may overlap, so that going through
    // them would take very long; then all bits are set.
    void find_all() {
        auto here =
            std::make_shared<std::vector<std::uint64_t>>((std::size_t{1} << FILTER_BITS) / 64);
        std::size_t left = records_.size;
        for (std::size_t b = 0; b + 1 < offsets_.size; ++b) {
            const std::size_t end = std::min(start(b + 1), records_.size);
            for (std::size_t place = start(b); place + 3 <= end;) {
                const std::uint8_t* record = records_.data + place;
                const std::size_t count = record[2], size = 3 + (count == classes_ ? 1 : 2) * count;
                const std::size_t found =
                    bit(b, static_cast<std::uint64_t>(record[0] | record[1] << 8));
                (*here)[found / 64] |= std::uint64_t{1} << (found % 64);
                if (size > left) {
                    std::fill(here->begin(), here->end(), ~std::uint64_t{0});
                    here_ = std::move(here);
                    return;
                }
                left -= size;
                place += size;
            }
        }
        here_ = std::move(here);
    }

    static constexpr std::size_t BLOCK = 16, TOGETHER = 64, FILTER_BITS = 22;
    static constexpr std::int32_t LARGEST = 1 << 16;

    std::size_t classes_;
    View<std::uint32_t> bases_;
    View<std::uint16_t> offsets_;
    View<std::uint8_t> records_;
    View<std::int32_t> codes_;
    std::shared_ptr<const std::vector<std::uint64_t>> here_;  // which features have weights
};

}  // namespace syntacticdiff
