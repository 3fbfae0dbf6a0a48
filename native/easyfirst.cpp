#include "easyfirst.hpp"

#include <algorithm>
#include <limits>

namespace syntacticdiff {
namespace {

constexpr Node OUTSIDE = {NOTHING, NOTHING};

// Numbers enter features cut off: beyond, they are "many".
constexpr std::uint64_t cut(std::uint32_t number, std::uint32_t most) {
    return std::min(number, most);
}

const Node& pending_at(const ParseState& state, std::size_t i, std::ptrdiff_t offset) {
    const auto place = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) + offset);
    return place < state.pending.size() ? state.nodes[state.pending[place]] : OUTSIDE;
}

std::uint64_t distance(const Node& left, const Node& right) {
    if (left.tag == NOTHING || right.tag == NOTHING) return 0;
    return cut(right.position - left.position, 6);
}

}  // namespace

void ParseState::begin(const std::vector<std::uint64_t>& words,
                       const std::vector<std::uint64_t>& tags) {
    nodes.clear();
    pending.clear();
    text.clear();
    for (std::uint32_t i = 0; i < words.size(); ++i) {
        Node node = {words[i], tags[i]};
        node.position = node.first = node.last = i;
        nodes.push_back(node);
        pending.push_back(i);
        text.push_back(i);
    }
}

void ParseState::attach(std::uint32_t parent, std::uint32_t child, std::size_t place) {
    Node &p = nodes[parent], &c = nodes[child];
    c.head = static_cast<std::int32_t>(parent);
    if (c.position < p.position) {
        ++p.left_children;
        p.left_tag = c.tag;
        p.left_word = c.word;
        p.first = c.first;
    } else {
        ++p.right_children;
        p.right_tag = c.tag;
        p.right_word = c.word;
        p.last = c.last;
    }
    pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(place));
}

namespace {

// The items around a pair: two before it, the pair, two behind it.
struct Items {
    Items(const ParseState& state, std::size_t i)
        : a(pending_at(state, i, -2)),
          b(pending_at(state, i, -1)),
          l(pending_at(state, i, 0)),
          r(pending_at(state, i, 1)),
          c(pending_at(state, i, 2)),
          d(pending_at(state, i, 3)) {}

    const Node &a, &b, &l, &r, &c, &d;
};

class Collector {
public:
    explicit Collector(std::vector<std::uint64_t>& features) : features_(features) {}

    template <class... Values>
    void add(std::uint64_t number, Values... values) {
        features_.push_back(feature(number, values...));
    }
    void item(std::uint64_t number, const Node& p) {
        add(number, p.tag, cut(p.last - p.first, 8));
        add(number + 1, p.tag, cut(p.left_children + p.right_children, 6));
        add(number + 2, p.tag);
        add(number + 3, p.word);
        add(number + 4, p.tag, p.left_tag);
        add(number + 5, p.tag, p.right_tag);
        add(number + 6, p.tag, p.left_tag, p.right_tag);
    }
    void pair(std::uint64_t number, const Node& p, const Node& q) {
        add(number, p.tag, q.tag);
        add(number + 1, p.word, q.word);
        add(number + 2, p.tag, q.word);
        add(number + 3, p.word, q.tag);
        add(number + 4, p.tag, q.tag, p.left_tag, q.left_tag);
        add(number + 5, p.tag, q.tag, p.left_tag, q.right_tag);
        add(number + 6, p.tag, q.tag, p.right_tag, q.left_tag);
        add(number + 7, p.tag, q.tag, p.right_tag, q.right_tag);
    }
    void distant(std::uint64_t number, const Node& p, const Node& q) {
        const std::uint64_t far = distance(p, q);
        add(number, far);
        add(number + 1, far, p.tag, q.tag);
    }
    // A preposition is a child of its noun.
    void prepositional(std::uint64_t number, const Node& p, const Node& q) {
        add(number, p.word, q.word, q.right_word);
        add(number + 1, p.tag, q.word, q.right_word);
        add(number + 2, p.word, q.tag, q.left_word);
        add(number + 3, p.tag, q.word, q.left_word);
        add(number + 4, p.word, q.word, q.left_word);
    }

private:
    std::vector<std::uint64_t>& features_;
};

}  // namespace

void pair_features(const ParseState& state, std::size_t i, Features& features) {
    Collector to(features);
    const Items at(state, i);
    const Node &l = at.l, &r = at.r;
    to.item(0, l);
    to.item(10, r);
    to.pair(20, l, r);
    to.distant(30, l, r);
    to.prepositional(40, l, r);
    to.add(50, l.word, l.tag, r.word, r.tag);
    const std::uint64_t ll = cut(l.left_children, 4), lr = cut(l.right_children, 4),
                        rl = cut(r.left_children, 4), rr = cut(r.right_children, 4);
    to.add(51, l.tag, ll, lr);
    to.add(52, r.tag, rl, rr);
    to.add(53, l.tag, r.tag, lr, rl);
    to.add(54, l.tag, r.tag, ll, lr, rl, rr);
    to.add(55, l.word, lr);
    to.add(56, l.word, ll);
    to.add(57, r.word, rl);
    to.add(58, r.word, rr);
    to.add(59, l.tag, l.left_word);
    to.add(60, l.tag, l.right_word);
    to.add(61, r.tag, r.left_word);
    to.add(62, r.tag, r.right_word);
    to.add(63, l.word, l.left_tag, l.right_tag);
    to.add(64, r.word, r.left_tag, r.right_tag);
    // What stands where the two partial trees meet.
    const Node &last = state.at(l.last), &first = state.at(r.first);
    to.add(65, l.tag, r.tag, last.tag, first.tag);
    to.add(66, l.tag, r.tag, last.word);
    to.add(67, l.tag, r.tag, first.word);
}

void neighbour_features(const ParseState& state, std::size_t i, Features& features) {
    Collector to(features);
    const Items at(state, i);
    const Node &b = at.b, &l = at.l, &r = at.r, &c = at.c;
    to.item(100, b);
    to.item(110, c);
    to.pair(120, l, c);
    to.pair(130, b, l);
    to.pair(140, b, c);
    to.pair(150, r, c);
    to.distant(160, b, l);
    to.distant(162, r, c);
    to.prepositional(170, b, l);
    to.prepositional(180, r, c);
    to.add(190, b.tag, l.tag, r.tag);
    to.add(191, l.tag, r.tag, c.tag);
    to.add(192, b.tag, l.tag, r.tag, c.tag);
    to.add(193, l.tag, r.tag, c.tag, distance(l, r));
    to.add(194, l.tag, r.tag, b.word);
    to.add(195, l.tag, r.tag, c.word);
    to.add(196, l.word, r.tag, c.tag);
    to.add(197, l.tag, r.word, c.tag);
    to.add(198, b.tag, l.word, r.tag);
    to.add(199, b.tag, l.tag, r.word);
    to.add(200, l.tag, r.tag, c.tag, c.left_tag);
    to.add(201, l.tag, r.tag, b.tag, b.right_tag);
    to.add(202, l.tag, r.tag, c.tag, r.right_tag, c.left_tag);
}

void distant_features(const ParseState& state, std::size_t i, Features& features) {
    Collector to(features);
    const Items at(state, i);
    to.item(210, at.a);
    to.item(220, at.d);
    to.distant(230, at.a, at.b);
    to.distant(232, at.c, at.d);
    to.add(234, at.l.tag, at.r.tag, at.c.tag, at.d.tag);
    to.add(235, at.a.tag, at.b.tag, at.l.tag, at.r.tag);
}

void arc_features(const ParseState& state, std::size_t i, Features& features) {
    pair_features(state, i, features);
    neighbour_features(state, i, features);
    distant_features(state, i, features);
}

namespace {

// Every pair's scores, kept up to date as actions change the state.
template <class Weights>
class ArcScores {
public:
    explicit ArcScores(const Weights& weights) : weights_(weights) {}

    struct Choice {
        std::size_t pair;
        ArcAction action;
    };

    void begin(const ParseState& state) {
        scores_.assign(std::max<std::size_t>(state.pending.size(), 1) - 1, {});
        for (std::size_t i = 0; i < scores_.size(); ++i) {
            for (std::size_t reach = 0; reach < REACHES.size(); ++reach) score(state, i, reach);
        }
    }

    // After the pair i has become one item: only what sees that item has changed.
    void follow(const ParseState& state, std::size_t i) {
        scores_.erase(scores_.begin() + static_cast<std::ptrdiff_t>(i));
        for (std::size_t reach = 0; reach < REACHES.size(); ++reach) {
            const std::size_t begin = i < reach + 1 ? 0 : i - reach - 1;
            const std::size_t end = std::min(scores_.size(), i + reach + 1);
            for (std::size_t j = begin; j < end; ++j) score(state, j, reach);
        }
    }

    std::int32_t at(const Choice& choice) const { return scores_[choice.pair].of(choice.action); }
    std::size_t pairs() const { return scores_.size(); }

    // The highest score; of equal ones the leftmost pair's, attaching left before right.
    Choice best() const {
        Choice best = {0, ATTACH_LEFT};
        std::int32_t highest = std::numeric_limits<std::int32_t>::min();
        for (std::size_t i = 0; i < scores_.size(); ++i) {
            for (const ArcAction action : {ATTACH_LEFT, ATTACH_RIGHT}) {
                const std::int32_t score = scores_[i].of(action);
                if (score > highest) {
                    highest = score;
                    best = {i, action};
                }
            }
        }
        return best;
    }

private:
    // The features of a pair by the number of items that they look at on either side of it.
    static constexpr std::array REACHES = {pair_features, neighbour_features, distant_features};

    struct PairScores {
        std::array<std::array<std::int32_t, ARC_ACTIONS>, REACHES.size()> parts{};

        std::int32_t of(ArcAction action) const {
            return parts[0][action] + parts[1][action] + parts[2][action];
        }
    };

    void score(const ParseState& state, std::size_t i, std::size_t reach) {
        features_.clear();
        REACHES[reach](state, i, features_);
        scores_[i].parts[reach] = {};
        weights_.add(features_, scores_[i].parts[reach].data());
    }

    const Weights& weights_;
    std::vector<PairScores> scores_;
    std::vector<std::uint64_t> features_;
};

template <class Choice>
void perform(ParseState& state, const Choice& choice) {
    if (choice.action == ATTACH_LEFT) {
        state.attach_left(choice.pair);
    } else {
        state.attach_right(choice.pair);
    }
}

// What attachments cost in any state (Goldberg & Nivre 2013): gold arcs that get out of reach.
class Oracle {
public:
    explicit Oracle(const Tree& gold)
        : gold_(gold), waiting_(gold.heads.size()), is_pending_(gold.heads.size(), true) {
        for (const std::int32_t head : gold.heads) {
            if (head != NO_HEAD) ++waiting_[static_cast<std::size_t>(head)];
        }
    }

    std::uint32_t cost(std::uint32_t parent, std::uint32_t child) const {
        const std::int32_t head = gold_.heads[child];
        const bool lost = head != NO_HEAD && head != static_cast<std::int32_t>(parent) &&
                          is_pending_[static_cast<std::size_t>(head)];
        return waiting_[child] + (lost ? 1 : 0);
    }

    void attached(std::uint32_t child) {
        is_pending_[child] = false;
        const std::int32_t head = gold_.heads[child];
        if (head != NO_HEAD) --waiting_[static_cast<std::size_t>(head)];
    }

private:
    const Tree& gold_;
    std::vector<std::uint32_t> waiting_;  // pending gold children of each token
    std::vector<bool> is_pending_;
};

class ArcTrainer {
public:
    ArcTrainer(const ArcTraining& settings)
        : settings_(settings),
          weights_(ARC_ACTIONS, settings.min_updates),
          scores_(weights_),
          random_(settings.seed) {}

    LearnedWeights train(const std::vector<Tree>& trees, const Heartbeat& heartbeat) {
        std::vector<std::size_t> order(trees.size());
        for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
        for (std::size_t iteration = 0; iteration < settings_.iterations; ++iteration) {
            random_.shuffle(order);
            for (const std::size_t s : order) {
                heartbeat();
                learn(trees[s], iteration == 0 ? 0.0 : settings_.exploration);
            }
        }
        return weights_.averaged();
    }

private:
    using Choice = ArcScores<GrowingWeights>::Choice;

    void learn(const Tree& gold, double exploration) {
        state_.begin(gold.words, gold.tags);
        scores_.begin(state_);
        Oracle oracle(gold);
        while (state_.pending.size() > 1) {
            const Choice guess = scores_.best(), right = best_right(oracle);
            Choice next = guess;
            bool changed = false;
            weights_.step();
            if (cost(oracle, guess) > cost(oracle, right)) {
                update(guess, -1);
                update(right, 1);
                changed = true;
                if (!random_.chance(exploration)) next = right;
            }
            oracle.attached(child(next));
            perform(state_, next);
            if (changed) {
                scores_.begin(state_);
            } else {
                scores_.follow(state_, next.pair);
            }
        }
    }

    // The best-scored of the cheapest actions.
    Choice best_right(const Oracle& oracle) const {
        Choice best = {0, ATTACH_LEFT};
        std::uint32_t lowest = std::numeric_limits<std::uint32_t>::max();
        for (std::size_t i = 0; i < scores_.pairs(); ++i) {
            for (const ArcAction action : {ATTACH_LEFT, ATTACH_RIGHT}) {
                const Choice choice = {i, action};
                const std::uint32_t price = cost(oracle, choice);
                if (price < lowest || (price == lowest && scores_.at(choice) > scores_.at(best))) {
                    lowest = price;
                    best = choice;
                }
            }
        }
        return best;
    }

    std::uint32_t child(const Choice& choice) const {
        return state_.pending[choice.pair + (choice.action == ATTACH_LEFT ? 0 : 1)];
    }
    std::uint32_t parent(const Choice& choice) const {
        return state_.pending[choice.pair + (choice.action == ATTACH_LEFT ? 1 : 0)];
    }
    std::uint32_t cost(const Oracle& oracle, const Choice& choice) const {
        return oracle.cost(parent(choice), child(choice));
    }

    void update(const Choice& choice, std::int32_t change) {
        features_.clear();
        arc_features(state_, choice.pair, features_);
        weights_.update(features_, choice.action, change);
    }

    ArcTraining settings_;
    GrowingWeights weights_;
    ArcScores<GrowingWeights> scores_;
    Random random_;
    ParseState state_;
    std::vector<std::uint64_t> features_;
};

}  // namespace

std::vector<std::int32_t> parse_sentence(const PackedWeights& weights,
                                         const std::vector<std::uint64_t>& words,
                                         const std::vector<std::uint64_t>& tags) {
    ParseState state;
    state.begin(words, tags);
    ArcScores<PackedWeights> scores(weights);
    scores.begin(state);
    while (state.pending.size() > 1) {
        const auto choice = scores.best();
        perform(state, choice);
        scores.follow(state, choice.pair);
    }
    std::vector<std::int32_t> heads;
    for (const Node& node : state.nodes) heads.push_back(node.head);
    return heads;
}

LearnedWeights train_arcs(const std::vector<Tree>& trees, const ArcTraining& settings,
                          const Heartbeat& heartbeat) {
    return ArcTrainer(settings).train(trees, heartbeat);
}

}  // namespace syntacticdiff
