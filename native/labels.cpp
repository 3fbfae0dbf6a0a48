#include "labels.hpp"

#include <algorithm>
#include <limits>

#include "easyfirst.hpp"
#include "hashing.hpp"

namespace syntacticdiff {
namespace {

constexpr std::uint32_t FARTHEST = 7;  // distances beyond are alike

// A tree's arcs in the order in which they are named: heads before their children, the children of
// a head from left to right.
class Arcs {
public:
    explicit Arcs(const Tree& tree) : tree_(tree), children_(tree.heads.size()) {
        for (std::uint32_t d = 0; d < tree.heads.size(); ++d) {
            if (tree.heads[d] == NO_HEAD) {
                order_.push_back(d);
            } else {
                children_[static_cast<std::size_t>(tree.heads[d])].push_back(d);
            }
        }
        for (std::size_t next = 0; next < order_.size(); ++next) {
            const auto& below = children_[order_[next]];
            order_.insert(order_.end(), below.begin(), below.end());
        }
    }

    const std::vector<std::uint32_t>& order() const { return order_; }

    // The features of the arc above d; `label_of(token)` is the hash of a label named already.
    template <class LabelOf>
    void features(std::uint32_t d, const LabelOf& label_of,
                  std::vector<std::uint64_t>& result) const {
        const auto h = static_cast<std::uint32_t>(tree_.heads[d]);
        const auto &siblings = children_[h], &below = children_[d];
        const auto place = std::lower_bound(siblings.begin(), siblings.end(), d);
        const std::uint32_t before = place == siblings.begin() ? NONE : *(place - 1);
        const std::uint32_t behind = place + 1 == siblings.end() ? NONE : *(place + 1);
        const std::uint32_t first = below.empty() ? NONE : below.front();
        const std::uint32_t last = below.empty() ? NONE : below.back();
        const std::uint32_t far = std::min(d < h ? h - d : d - h, FARTHEST);
        const std::uint64_t side = 2 * far + (d < h ? 1 : 0), direction = d < h ? 1 : 0;
        const std::uint64_t dw = tree_.words[d], dt = tree_.tags[d], hw = tree_.words[h],
                            ht = tree_.tags[h], hl = label_of(h),
                            bl = before == NONE ? NOTHING : label_of(before);
        const std::uint64_t fw = word(first), ft = tag(first), lw = word(last), lt = tag(last);
        result.assign({
            feature(0, dw, direction),
            feature(1, dt, direction),
            feature(2, hw, direction),
            feature(3, ht, direction),
            feature(4, dt, ht, direction),
            feature(5, dw, ht, direction),
            feature(6, dt, hw, direction),
            feature(7, dw, hw, direction),
            feature(8, dt, ht, side),
            feature(9, dt, hl, direction),
            feature(10, dt, ht, hl, direction),
            feature(11, dw, hl, direction),
            feature(12, dt, ht, bl, direction),
            feature(13, dw, bl, direction),
            feature(14, dt, bl, hl, direction),
            feature(15, dt, ht, fw, direction),
            feature(16, dt, ht, ft, direction),
            feature(17, dt, ht, lw, direction),
            feature(18, dt, ht, lt, direction),
            feature(19, dt, ht, ft, lt, direction),
            feature(20, dt, hw, fw, direction),
            feature(21, dw, fw, direction),
            feature(22, dt, ht, word(before), direction),
            feature(23, dt, ht, tag(before), direction),
            feature(24, dt, ht, word(behind), direction),
            feature(25, dt, ht, tag(behind), direction),
            feature(26, dt, ht, tag(before), tag(behind), direction),
            feature(27, dt, tag(d == 0 ? NONE : d - 1), tag(d + 1)),
            feature(28, dt, word(d == 0 ? NONE : d - 1), direction),
            feature(29, dt, word(d + 1), direction),
            feature(30, dt, ht, word(siblings.front()), tag(siblings.front()), direction),
            feature(31, dt, ht, tag(siblings.back()), direction),
            feature(32, dt, ht, std::min<std::uint64_t>(siblings.size(), 6), direction),
            feature(33, dt, hl, word(before), direction),
            feature(34, dw, ht, hl, direction),
        });
    }

private:
    static constexpr std::uint32_t NONE = ABSENT;

    std::uint64_t word(std::uint32_t i) const {
        return i < tree_.words.size() ? tree_.words[i] : NOTHING;
    }
    std::uint64_t tag(std::uint32_t i) const {
        return i < tree_.tags.size() ? tree_.tags[i] : NOTHING;
    }

    const Tree& tree_;
    std::vector<std::vector<std::uint32_t>> children_;
    std::vector<std::uint32_t> order_;
};

std::uint8_t best_class(const std::vector<std::int32_t>& scores) {
    return static_cast<std::uint8_t>(std::max_element(scores.begin(), scores.end()) -
                                     scores.begin());
}

}  // namespace

std::vector<std::uint8_t> label_tree(const PackedWeights& weights, const LabelSet& labels,
                                     const Tree& tree) {
    const Arcs arcs(tree);
    std::vector<std::uint8_t> result(tree.heads.size(), labels.root);
    std::vector<std::uint64_t> features;
    std::vector<std::int32_t> scores(weights.classes());
    for (const std::uint32_t d : arcs.order()) {
        if (tree.heads[d] == NO_HEAD) continue;
        arcs.features(d, [&](std::uint32_t i) { return labels.hashes[result[i]]; }, features);
        std::fill(scores.begin(), scores.end(), 0);
        weights.add(features, scores.data());
        scores[labels.root] = std::numeric_limits<std::int32_t>::min();  // the root alone is one
        result[d] = best_class(scores);
    }
    return result;
}

LearnedWeights train_labels(const std::vector<Tree>& trees,
                            const std::vector<std::vector<std::uint8_t>>& gold,
                            const LabelSet& labels, std::size_t iterations, std::uint64_t seed,
                            std::uint32_t min_updates, const Heartbeat& heartbeat) {
    GrowingWeights weights(labels.hashes.size(), min_updates);
    Random random(seed);
    std::vector<std::size_t> order(trees.size());
    for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
    std::vector<std::uint64_t> features;
    std::vector<std::int32_t> scores(weights.classes());
    for (std::size_t iteration = 0; iteration < iterations; ++iteration) {
        random.shuffle(order);
        for (const std::size_t s : order) {
            heartbeat();
            const Arcs arcs(trees[s]);
            std::vector<std::uint8_t> named(trees[s].heads.size(), labels.root);
            for (const std::uint32_t d : arcs.order()) {
                if (trees[s].heads[d] == NO_HEAD) continue;
                const auto label_of = [&](std::uint32_t i) { return labels.hashes[named[i]]; };
                arcs.features(d, label_of, features);
                std::fill(scores.begin(), scores.end(), 0);
                weights.add(features, scores.data());
                named[d] = best_class(scores);
                if (named[d] != gold[s][d]) weights.move(features, named[d], gold[s][d]);
                weights.step();
            }
        }
    }
    return weights.averaged();
}

}  // namespace syntacticdiff
