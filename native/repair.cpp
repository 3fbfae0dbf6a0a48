#include "repair.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace syntacticdiff {
namespace {

constexpr std::size_t EDITS = REPAIR_ACTIONS - FIRST_EDIT;

// The gain of an edit in ten steps; the limits are in bits.
std::uint64_t gain_step(std::int64_t gain) {
    constexpr std::array<std::int64_t, 9> LIMITS = {-8, -4, -2, -1, 0, 1, 2, 4, 8};
    std::uint64_t step = 0;
    for (const std::int64_t limit : LIMITS) step += gain > limit * (1 << 20) ? 1 : 0;
    return step;
}

// The best candidate of an edit, and what the reference model gains by it.
struct Cue {
    bool possible = false;
    std::int64_t gain = 0;
    std::uint32_t lexeme = ABSENT;
};
using Cues = std::array<Cue, EDITS>;

class RepairState : public ParseState {
public:
    RepairState(const Lexemes& lexemes, const Scorer& scorer, const RepairSettings& settings,
                const std::vector<std::uint32_t>& sentence)
        : settings_(settings), lexemes_(lexemes), scorer_(scorer), limit_(sentence.size()) {
        std::vector<std::uint64_t> words, tags;
        for (const std::uint32_t lexeme : sentence) {
            words.push_back(lexemes.all[lexeme].word);
            tags.push_back(lexemes.all[lexeme].tag);
        }
        begin(words, tags);
        lexeme_ = sentence;
        edited_.assign(sentence.size(), false);
        cues_.resize(sentence.size());
    }

    const RepairSettings& settings() const { return settings_; }
    std::uint32_t lexeme(std::uint32_t node) const { return lexeme_[node]; }
    bool edited(std::uint32_t node) const { return edited_[node]; }

    // How far, in words, an edit changes what the reference model gains by others.
    std::size_t reach() const { return scorer_.order(); }

    // What could be done to the right one of a pair, were it the sentence's first edit.
    const Cues& cues(std::uint32_t node) {
        static const Cues NONE{};
        if (edited_[node]) return NONE;  // it is not edited again
        const Node& n = nodes[node];
        FoundCues& found = cues_[node];
        if (!found.of_word) {
            find_cues_of_word(node, found.cues);
            found.of_word = true;
        }
        if (n.left_children + n.right_children > 0) {
            found.cues[DELETE_PREPOSITION - FIRST_EDIT] = {};
            found.cues[DELETE_DETERMINER - FIRST_EDIT] = {};
        }
        if (found.before != n.first) {
            find_cues_before(node, found.cues);
            found.before = n.first;
        }
        return found.cues;
    }

    bool legal(std::size_t pair, std::size_t action) {
        if (action < FIRST_EDIT) return true;
        if (!settings_.edits || pending.size() < 3 || edits_ >= limit_) return false;
        const std::uint32_t node = pending[pair + 1];
        return !edited_[node] && is_possible(node, action);
    }

    // Whether a token could be deleted: it is then no token to attach.
    bool deletable(std::uint32_t node) {
        return settings_.edits && pending.size() >= 3 && edits_ < limit_ && !edited_[node] &&
               (is_possible(node, DELETE_PREPOSITION) || is_possible(node, DELETE_DETERMINER));
    }

    // Returns the node that was inserted, if one was.
    std::uint32_t edit(std::size_t pair, std::size_t action) {
        const std::uint32_t node = pending[pair + 1];
        const Cue cue = cues(node)[action - FIRST_EDIT];
        ++edits_;
        const bool insertion = action == INSERT_DETERMINER || action == INSERT_PREPOSITION;
        const std::uint32_t around = insertion ? nodes[node].first : nodes[node].position;
        std::uint32_t inserted = ABSENT;
        if (action == DELETE_PREPOSITION || action == DELETE_DETERMINER) {
            remove(node, pair + 1);
        } else if (insertion) {
            inserted = insert(cue.lexeme, nodes[node].first, pair + 1);
        } else {
            lexeme_[node] = cue.lexeme;
            nodes[node].word = lexemes_.all[cue.lexeme].word;
            nodes[node].tag = lexemes_.all[cue.lexeme].tag;
            edited_[node] = true;
        }
        forget_cues(around);
        return inserted;
    }

private:
    // What was found for a node. An edit of the word itself depends on the text around it, one
    // before it on where its partial tree begins as well.
    struct FoundCues {
        Cues cues;
        bool of_word = false;
        std::uint32_t before = ABSENT;
    };

    const Lexeme& lexeme_of(std::uint32_t node) const { return lexemes_.all[lexeme_[node]]; }
    std::uint8_t traits(std::uint32_t node) const { return lexeme_of(node).traits; }

    bool is_possible(std::uint32_t node, std::size_t action) {
        return cues(node)[action - FIRST_EDIT].possible;
    }

    void find_cues_of_word(std::uint32_t node, Cues& cues) const {
        const std::uint32_t position = nodes[node].position;
        const std::uint8_t has = traits(node);
        constexpr std::array<std::pair<std::uint8_t, RepairAction>, 4> SUBSTITUTIONS = {
            {{NOUN, SUBSTITUTE_NOUN},
             {VERB, SUBSTITUTE_VERB},
             {PREPOSITION, SUBSTITUTE_PREPOSITION},
             {DETERMINER, SUBSTITUTE_DETERMINER}}};
        for (const auto& [trait, action] : SUBSTITUTIONS) {
            Cue& cue = cues[action - FIRST_EDIT];
            cue = {};
            if (has & trait) cue = best(position, 1, lexeme_of(node).substitutes);
        }
        for (const auto& [trait, action] :
             {std::pair{PREPOSITION, DELETE_PREPOSITION}, {DETERMINER, DELETE_DETERMINER}}) {
            Cue& cue = cues[action - FIRST_EDIT];
            cue = {};
            if (has & trait) cue = {true, gain(position, 1, ABSENT), ABSENT};
        }
    }

    // Before the whole partial tree, so that it stays in one piece.
    void find_cues_before(std::uint32_t node, Cues& cues) const {
        const std::uint32_t place = nodes[node].first;
        const std::uint8_t has = traits(node);
        const std::uint8_t first = text[place] == node ? std::uint8_t{0} : traits(text[place]);
        const std::uint8_t before = place == 0 ? std::uint8_t{0} : traits(text[place - 1]);
        Cue& determiner = cues[INSERT_DETERMINER - FIRST_EDIT];
        determiner = {};
        if ((has & TAKES_DETERMINER) && !((first | before) & TAGGED_DETERMINER)) {
            determiner = best(place, 0, lexemes_.determiners);
        }
        Cue& preposition = cues[INSERT_PREPOSITION - FIRST_EDIT];
        preposition = {};
        if ((has & TAKES_PREPOSITION) && !((first | before) & TAGGED_PREPOSITION)) {
            preposition = best(place, 0, lexemes_.prepositions);
        }
    }

    // After an edit at a position: the model sees so many words from there, in both directions.
    // What stands behind has moved by one at most, so its places are found anew.
    void forget_cues(std::uint32_t around) {
        const auto reach = static_cast<std::uint32_t>(this->reach());
        const auto is_near = [around, reach](std::uint32_t place) {
            return place + reach >= around && place <= around + reach;
        };
        for (std::size_t node = 0; node < cues_.size(); ++node) {
            if (is_near(nodes[node].position)) cues_[node].of_word = false;
            if (nodes[node].first + reach >= around) cues_[node].before = ABSENT;
        }
    }

    // The candidate that gains most, the first of equal ones.
    Cue best(std::uint32_t position, std::uint32_t replaced,
             const std::vector<std::uint32_t>& candidates) const {
        Cue result;
        for (const std::uint32_t candidate : candidates) {
            const std::int64_t found = gain(position, replaced, candidate);
            if (!result.possible || found > result.gain) result = {true, found, candidate};
        }
        return result;
    }

    // What the reference model gains if `replaced` words from `position` on give way to one, or to
    // none (ABSENT): in bits of the words that see the change, fixed point.
    std::int64_t gain(std::uint32_t position, std::uint32_t replaced,
                      std::uint32_t candidate) const {
        const std::size_t reach = scorer_.order() - 1;
        State before = context(position);
        State after = before;
        std::int64_t result = 0;
        for (std::uint32_t p = position; p < position + replaced; ++p) {
            result += scorer_.advance(before, word_id(p));
        }
        if (candidate != ABSENT) result -= scorer_.advance(after, lexemes_.all[candidate].id);
        const std::size_t end = std::min(text.size() + 1, position + replaced + reach);
        for (std::size_t p = position + replaced; p < end; ++p) {
            const std::uint32_t id = word_id(p);
            result += scorer_.advance(before, id) - scorer_.advance(after, id);
        }
        return result;
    }

    State context(std::uint32_t position) const {
        const auto reach = static_cast<std::uint32_t>(scorer_.order() - 1);
        State state = position <= reach ? scorer_.begin() : NO_CONTEXT;
        for (std::uint32_t p = position <= reach ? 0 : position - reach; p < position; ++p) {
            scorer_.advance(state, word_id(p));
        }
        return state;
    }
    std::uint32_t word_id(std::size_t p) const {
        return p < text.size() ? lexeme_of(text[p]).id : END;
    }

    void remove(std::uint32_t node, std::size_t place) {
        pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(place));
        text.erase(text.begin() + nodes[node].position);
        shift(nodes[node].position + 1, std::uint32_t(-1));
    }

    std::uint32_t insert(std::uint32_t lexeme, std::uint32_t position, std::size_t place) {
        shift(position, 1);
        const auto node = static_cast<std::uint32_t>(nodes.size());
        Node added = {lexemes_.all[lexeme].word, lexemes_.all[lexeme].tag};
        added.position = added.first = added.last = position;
        nodes.push_back(added);
        text.insert(text.begin() + position, node);
        pending.insert(pending.begin() + static_cast<std::ptrdiff_t>(place), node);
        lexeme_.push_back(lexeme);
        edited_.push_back(true);
        cues_.emplace_back();
        return node;
    }

    // Moves what stands at `position` and behind it.
    void shift(std::uint32_t position, std::uint32_t by) {
        for (Node& node : nodes) {
            for (std::uint32_t* value : {&node.position, &node.first, &node.last}) {
                if (*value >= position) *value += by;
            }
        }
    }

    RepairSettings settings_;
    const Lexemes& lexemes_;
    const Scorer& scorer_;
    std::size_t limit_, edits_ = 0;
    std::vector<std::uint32_t> lexeme_;
    std::vector<bool> edited_;  // the edit flags
    std::vector<FoundCues> cues_;
};

// What is asked about the right one of a pair: its neighbours in the text, its flag, its cues.
void edit_features(RepairState& state, std::size_t pair, std::vector<std::uint64_t>& features) {
    const std::uint32_t node = state.pending[pair + 1];
    const Node& r = state.nodes[node];
    const auto neighbour = [&](std::int64_t offset) {
        const std::int64_t p = static_cast<std::int64_t>(r.position) + offset;
        const bool inside = p >= 0 && p < static_cast<std::int64_t>(state.text.size());
        if (!inside) return std::pair{NOTHING, NOTHING};
        const Node& found = state.at(static_cast<std::uint32_t>(p));
        return std::pair{found.word, found.tag};
    };
    const auto [w2, t2] = neighbour(-2);
    const auto [w1, t1] = neighbour(-1);
    const auto [wn, tn] = neighbour(1);
    for (const std::uint64_t hash :
         {feature(300, static_cast<std::uint64_t>(state.edited(node))), feature(301, w1),
          feature(302, t1), feature(303, wn), feature(304, tn), feature(305, w1, r.word),
          feature(306, r.word, wn), feature(307, t1, r.tag, tn), feature(308, w1, r.tag),
          feature(309, r.tag, wn), feature(310, t2, t1, r.tag), feature(311, w2, w1),
          feature(312, w1, wn), feature(313, t1, r.word, tn), feature(314, w2, w1, r.word)}) {
        features.push_back(hash);
    }
    if (!state.settings().cues) return;
    const Cues& cues = state.cues(node);
    for (std::uint64_t edit = 0; edit < EDITS; ++edit) {
        if (!cues[edit].possible) continue;
        const std::uint64_t step = gain_step(cues[edit].gain);
        features.push_back(feature(320 + edit, step));
        features.push_back(feature(340 + edit, step, r.tag));
    }
}

struct Choice {
    std::size_t pair = 0, action = 0;
};

template <class Weights>
class RepairScores {
public:
    explicit RepairScores(const Weights& weights) : weights_(weights) {}

    void begin(RepairState& state) {
        scores_.assign(std::max<std::size_t>(state.pending.size(), 1) - 1, {});
        for (std::size_t i = 0; i < scores_.size(); ++i) {
            for (std::size_t reach = 0; reach < REACHES; ++reach) score(state, i, reach);
        }
    }

    // After the pair i has become one item by an attachment.
    void follow(RepairState& state, std::size_t i) {
        scores_.erase(scores_.begin() + static_cast<std::ptrdiff_t>(i));
        for (std::size_t reach = 0; reach < REACHES; ++reach) {
            const std::size_t begin = i < reach + 1 ? 0 : i - reach - 1;
            const std::size_t end = std::min(scores_.size(), i + reach + 1);
            for (std::size_t j = begin; j < end; ++j) score(state, j, reach);
        }
    }

    // After the right one of the pair i has been edited. An item is at least one word, so what is
    // further away than features and the reference model see has the same scores as before.
    void follow_edit(RepairState& state, std::size_t i) {
        const std::size_t pairs = state.pending.size() - 1;
        const auto place = scores_.begin() + static_cast<std::ptrdiff_t>(i);
        if (pairs < scores_.size()) scores_.erase(place);
        if (pairs > scores_.size()) scores_.emplace(place);
        const std::size_t far = FEATURES_REACH + state.reach();
        const std::size_t end = std::min(pairs, i + far + 1);
        for (std::size_t j = i < far ? 0 : i - far; j < end; ++j) {
            for (std::size_t reach = 0; reach < REACHES; ++reach) score(state, j, reach);
        }
    }

    std::int32_t at(const Choice& choice) const {
        std::int32_t sum = 0;
        for (const auto& part : scores_[choice.pair]) sum += part[choice.action];
        return sum;
    }
    std::size_t pairs() const { return scores_.size(); }

    // The highest score of a legal action; of equal ones the leftmost pair's, then the first.
    Choice best(RepairState& state) const {
        Choice best;
        std::int32_t highest = std::numeric_limits<std::int32_t>::min();
        for (Choice c; c.pair < scores_.size(); ++c.pair) {
            for (c.action = 0; c.action < REPAIR_ACTIONS; ++c.action) {
                const std::int32_t score = at(c);
                if (score > highest && state.legal(c.pair, c.action)) {
                    highest = score;
                    best = c;
                }
            }
        }
        return best;
    }

private:
    static constexpr std::size_t REACHES = 3;
    static constexpr std::size_t FEATURES_REACH = 4;  // items from a pair, both ways

    void score(RepairState& state, std::size_t i, std::size_t reach) {
        features_.clear();
        if (reach == 0) {
            pair_features(state, i, features_);
            edit_features(state, i, features_);
        } else if (reach == 1) {
            neighbour_features(state, i, features_);
        } else {
            distant_features(state, i, features_);
        }
        scores_[i][reach] = {};
        weights_.add(features_, scores_[i][reach].data());
    }

    const Weights& weights_;
    std::vector<std::array<std::array<std::int32_t, REPAIR_ACTIONS>, REACHES>> scores_;
    std::vector<std::uint64_t> features_;
};

// What is right, by the identities of tokens: which gold token each of them is, if any.
class RepairOracle {
public:
    RepairOracle(const RepairSentence& gold, RepairState& state, const Lexemes& lexemes)
        : gold_(gold),
          state_(state),
          lexemes_(lexemes),
          identity_(gold.origins),
          node_of_(gold.gold_words.size(), ABSENT),
          waiting_(gold.gold_words.size()) {
        for (std::uint32_t node = 0; node < identity_.size(); ++node) appear(node);
    }

    bool is_right(const Choice& c) {
        return c.action < FIRST_EDIT ? cost(c) == 0 : is_right_edit(c);
    }

    // Gold arcs and words that an attachment puts out of reach.
    std::uint32_t cost(const Choice& c) {
        const std::uint32_t child = state_.pending[c.pair + (c.action == REPAIR_LEFT ? 0 : 1)];
        const std::uint32_t parent = state_.pending[c.pair + (c.action == REPAIR_LEFT ? 1 : 0)];
        const std::int32_t identity = identity_[child];
        if (identity < 0) return state_.deletable(child) ? 1 : 0;
        const auto own = static_cast<std::size_t>(identity);
        const std::uint32_t head = gold_head(own);
        const bool lost = head != ABSENT && head != parent && is_pending_[head];
        return waiting_[own] + (lost ? 1 : 0) + (loses_substitution(c) ? 1 : 0);
    }

    bool is_right_edit(const Choice& c) {
        const std::uint32_t node = state_.pending[c.pair + 1];
        const std::int32_t identity = identity_[node];
        if (c.action == DELETE_PREPOSITION || c.action == DELETE_DETERMINER) return identity < 0;
        const std::uint32_t lexeme = state_.cues(node)[c.action - FIRST_EDIT].lexeme;
        const std::uint64_t word = lexemes_.all[lexeme].word;
        if (c.action == INSERT_DETERMINER || c.action == INSERT_PREPOSITION) {
            const std::int32_t missing = missing_before(node);
            return missing >= 0 && gold_.gold_words[static_cast<std::size_t>(missing)] == word;
        }
        if (identity < 0) return false;
        const std::uint64_t wanted = gold_.gold_words[static_cast<std::size_t>(identity)];
        return wanted != state_.nodes[node].word && wanted == word;
    }

    void perform(const Choice& c) {
        if (c.action < FIRST_EDIT) {
            const std::uint32_t child = state_.pending[c.pair + (c.action == REPAIR_LEFT ? 0 : 1)];
            vanish(child);
            c.action == REPAIR_LEFT ? state_.attach_left(c.pair) : state_.attach_right(c.pair);
            return;
        }
        const std::uint32_t node = state_.pending[c.pair + 1];
        const bool right = is_right_edit(c);
        const std::int32_t missing = missing_before(node);
        if (c.action == DELETE_PREPOSITION || c.action == DELETE_DETERMINER) {
            vanish(node);
            if (identity_[node] >= 0) node_of_[static_cast<std::size_t>(identity_[node])] = ABSENT;
        }
        const std::uint32_t inserted = state_.edit(c.pair, c.action);
        if (inserted == ABSENT) return;
        identity_.push_back(right ? missing : NO_HEAD);
        appear(inserted);
    }

private:
    // Whether a legal substitution that is right gets out of reach: an attached token stays as it
    // is. What is missing before a token can often still be inserted before its head.
    bool loses_substitution(const Choice& c) {
        const std::size_t place = c.pair + (c.action == REPAIR_LEFT ? 0 : 1);
        if (place == 0) return false;  // the first token is never edited
        for (std::size_t action = SUBSTITUTE_NOUN; action <= SUBSTITUTE_DETERMINER; ++action) {
            const Choice edit = {place - 1, action};
            if (state_.legal(edit.pair, action) && is_right_edit(edit)) return true;
        }
        return false;
    }

    // A token that is pending from now on.
    void appear(std::uint32_t node) {
        is_pending_.resize(std::max<std::size_t>(is_pending_.size(), node + 1));
        is_pending_[node] = true;
        if (identity_[node] < 0) return;
        const auto own = static_cast<std::size_t>(identity_[node]);
        node_of_[own] = node;
        const std::int32_t head = gold_.gold_heads[own];
        if (head >= 0) ++waiting_[static_cast<std::size_t>(head)];
    }

    // A token that is no longer pending.
    void vanish(std::uint32_t node) {
        is_pending_[node] = false;
        if (identity_[node] < 0) return;
        const std::int32_t head = gold_.gold_heads[static_cast<std::size_t>(identity_[node])];
        if (head >= 0) --waiting_[static_cast<std::size_t>(head)];
    }

    std::uint32_t gold_head(std::size_t own) const {
        const std::int32_t head = gold_.gold_heads[own];
        return head < 0 ? ABSENT : node_of_[static_cast<std::size_t>(head)];
    }

    // The gold token that belongs directly before a node's partial tree and is not there.
    std::int32_t missing_before(std::uint32_t node) const {
        const std::uint32_t first = state_.text[state_.nodes[node].first];
        const std::int32_t identity = identity_[first];
        if (identity <= 0 || node_of_[static_cast<std::size_t>(identity - 1)] != ABSENT) return -1;
        return identity - 1;
    }

    const RepairSentence& gold_;
    RepairState& state_;
    const Lexemes& lexemes_;
    std::vector<std::int32_t> identity_;  // of each node
    std::vector<std::uint32_t> node_of_;  // of each gold token
    std::vector<std::uint32_t> waiting_;  // pending gold children of each gold token
    std::vector<bool> is_pending_;        // of each node
};

// The action to learn: the best-scored right edit, else the best-scored of the cheapest
// attachments.
Choice best_right(RepairState& state, RepairOracle& oracle,
                  const RepairScores<GrowingWeights>& scores) {
    Choice edit, attachment;
    bool found = false;
    std::uint32_t lowest = std::numeric_limits<std::uint32_t>::max();
    for (Choice c; c.pair < scores.pairs(); ++c.pair) {
        for (c.action = 0; c.action < REPAIR_ACTIONS; ++c.action) {
            if (c.action >= FIRST_EDIT) {
                if (!state.legal(c.pair, c.action) || !oracle.is_right_edit(c)) continue;
                if (!found || scores.at(c) > scores.at(edit)) edit = c;
                found = true;
                continue;
            }
            const std::uint32_t cost = oracle.cost(c);
            if (cost < lowest || (cost == lowest && scores.at(c) > scores.at(attachment))) {
                lowest = cost;
                attachment = c;
            }
        }
    }
    return found ? edit : attachment;
}

void all_features(RepairState& state, std::size_t pair, std::vector<std::uint64_t>& features) {
    features.clear();
    arc_features(state, pair, features);
    edit_features(state, pair, features);
}

}  // namespace

Repaired repair_sentence(const PackedWeights& weights, const Lexemes& lexemes, const Scorer& scorer,
                         const RepairSettings& settings, const std::vector<std::uint32_t>& sentence,
                         const Heartbeat& heartbeat) {
    RepairState state(lexemes, scorer, settings, sentence);
    RepairScores<PackedWeights> scores(weights);
    scores.begin(state);
    while (state.pending.size() > 1) {
        heartbeat();
        const Choice choice = scores.best(state);
        if (choice.action >= FIRST_EDIT) {
            state.edit(choice.pair, choice.action);
            scores.follow_edit(state, choice.pair);
            continue;
        }
        choice.action == REPAIR_LEFT ? state.attach_left(choice.pair)
                                     : state.attach_right(choice.pair);
        scores.follow(state, choice.pair);
    }
    Repaired result;
    for (const std::uint32_t node : state.text) {
        const std::int32_t head = state.nodes[node].head;
        result.lexemes.push_back(state.lexeme(node));
        const bool inserted = node >= sentence.size();
        result.sources.push_back(inserted ? NO_HEAD : static_cast<std::int32_t>(node));
        result.heads.push_back(
            head < 0
                ? NO_HEAD
                : static_cast<std::int32_t>(state.nodes[static_cast<std::size_t>(head)].position));
    }
    return result;
}

void RepairTrainer::learn(const std::vector<RepairSentence>& sentences, const Lexemes& lexemes,
                          const Scorer& scorer, const Heartbeat& heartbeat) {
    const double exploration = first_ ? 0.0 : exploration_;
    first_ = false;
    std::vector<std::size_t> order(sentences.size());
    for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
    random_.shuffle(order);
    RepairScores<GrowingWeights> scores(weights_);
    std::vector<std::uint64_t> features;
    for (const std::size_t s : order) {
        heartbeat();
        RepairState state(lexemes, scorer, settings_, sentences[s].lexemes);
        RepairOracle oracle(sentences[s], state, lexemes);
        scores.begin(state);
        while (state.pending.size() > 1) {
            const Choice guess = scores.best(state);
            weights_.step();
            Choice next = guess;
            bool changed = guess.action >= FIRST_EDIT;
            if (!oracle.is_right(guess)) {
                const Choice right = best_right(state, oracle, scores);
                const bool as_good = right.action < FIRST_EDIT && guess.action < FIRST_EDIT &&
                                     oracle.cost(guess) == oracle.cost(right);
                if (!as_good) {
                    all_features(state, guess.pair, features);
                    weights_.update(features, guess.action, -1);
                    all_features(state, right.pair, features);
                    weights_.update(features, right.action, 1);
                    changed = true;
                    if (!random_.chance(exploration)) next = right;
                }
            }
            oracle.perform(next);
            if (changed || next.action >= FIRST_EDIT) {
                scores.begin(state);
            } else {
                scores.follow(state, next.pair);
            }
        }
    }
}

}  // namespace syntacticdiff
