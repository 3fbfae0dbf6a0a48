#include "lattice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model.hpp"
#include "settings.hpp"

namespace syntacticdiff {

namespace {

constexpr std::size_t FEW_INSERTIONS = 8;
constexpr std::size_t SETTLED_FROM = 1 << 15;  // arcs; fewer are kept until the end
// Arcs and tokens between borders: the first bounds memory, the second the size of sums.
constexpr std::size_t MOST_ARCS = 1 << 20;
constexpr std::size_t MOST_PLACES = 128;
constexpr std::size_t FEW_RECORDS = 1 << 16;

std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

}  // namespace

Lattice::Lattice(const Engine& engine, const std::vector<Choice>& insertions, Interrupt& interrupt)
    : engine_(engine),
      insertions_(insertions),
      interrupt_(interrupt),
      limited_(engine.settings.max_edits != NO_LIMIT),
      base_(insertions.size() + 1) {
    for (const Choice& choice : insertions_) {
        slots_.push_back(engine.insertions.slot(choice.word->id));
    }
    double lists = 1.0;
    for (std::uint32_t i = 0; i < engine.settings.max_inserted && lists < 1e18; ++i) {
        lists *= static_cast<double>(base_);
    }
    if (lists >= 1e18) throw std::invalid_argument("max_inserted: too many words for one gap");
}

std::uint64_t Lattice::Node::hash() const {
    std::uint64_t hash = inserted * 4 + (removed ? 2 : 0) + (stands ? 1 : 0);
    for (const std::uint32_t part : context) hash = mixed(hash * 31 + part);
    return mixed(hash + edits);
}

// Candidates

void Lattice::list_edits(const std::vector<const Token*>& tokens, const ScoredSentence& source,
                         const SentencePenalties& penalties, InsertionScores& scores) {
    const Scorer& scorer = engine_.scorer;
    edits_.clear();
    words_.clear();
    places_.clear();
    for (std::size_t place = 0; place <= tokens.size(); ++place) {
        interrupt_.poll();
        places_.push_back(static_cast<std::uint32_t>(edits_.size()));
        const auto position = static_cast<std::uint32_t>(place);
        if (engine_.settings.max_inserted > 0) list_insertions(place, source, penalties, scores);
        if (place == tokens.size()) break;
        const Token& token = *tokens[place];
        const std::int64_t* gains = penalties.gains(place);
        const auto change = [&](const Step& step, std::int64_t penalty, std::size_t number) {
            words_.push_back(0);
            add_edit(step, penalty,
                     gains == nullptr ? source.total_with(scorer, place, place + 1, step.target)
                                      : source.total - gains[number],
                     source);
        };
        std::size_t number = insertions_.size();
        if (token.removable) {
            if (penalties.offers(place, number)) {
                change({position, Rank::remove, nullptr}, penalties.removal({}, position), number);
            }
            ++number;
        }
        for (std::size_t i = 0; i < token.substitutions.size(); ++i) {
            if (!penalties.offers(place, number + i)) continue;
            change({position, Rank::substitute, token.substitutions[i].word},
                   penalties.substitution(place, i), number + i);
        }
    }
    places_.push_back(static_cast<std::uint32_t>(edits_.size()));
}

// The words that may be inserted in a gap. Where their gains are not known, all of them together
// are scored faster than one by one, unless they are few.
void Lattice::list_insertions(std::size_t place, const ScoredSentence& source,
                              const SentencePenalties& penalties, InsertionScores& scores) {
    offered_.clear();
    for (std::size_t i = 0; i < insertions_.size(); ++i) {
        if (penalties.offers(place, i)) offered_.push_back(static_cast<std::uint32_t>(i));
    }
    if (offered_.empty()) return;
    const std::int64_t* gains = penalties.gains(place);
    const bool few = gains == nullptr && offered_.size() < FEW_INSERTIONS;
    const std::int64_t* costs = gains != nullptr || few ? nullptr : scores.score(source, place);
    const std::int64_t kept = source.total - source.replaced(engine_.scorer, place, place);
    const std::int64_t* prices = penalties.insertions(place);
    for (const std::uint32_t i : offered_) {
        const Word* word = insertions_[i].word;
        const std::int64_t total = gains != nullptr ? source.total - gains[i]
                                   : few ? source.total_with(engine_.scorer, place, place, word)
                                         : kept + costs[slots_[i]];
        words_.push_back(i);
        add_edit({static_cast<std::uint32_t>(place), Rank::insert, word}, prices[i], total, source);
    }
}

// Adds a candidate unless it is pruned; its number in V_INS stands last in `words_`.
void Lattice::add_edit(const Step& step, std::int64_t penalty, std::int64_t total,
                       const ScoredSentence& source) {
    const double alpha = engine_.settings.alpha;
    const double scaled = static_cast<double>(penalty) * (1.0 - alpha) / alpha;
    const auto part = static_cast<std::int64_t>(std::floor(scaled + 0.5));
    if (engine_.settings.prune) {
        const double most = std::floor(*engine_.settings.prune * ONE_BIT + 0.5);
        if (total - source.total + part > static_cast<std::int64_t>(most)) {
            words_.pop_back();
            return;
        }
    }
    LatticeEdit edit{};
    edit.step = step;
    edit.penalty = part;
    edit.total = total;
    edits_.push_back(edit);
}

// The graph

const Steps& Lattice::search(const std::vector<const Token*>& tokens, const ScoredSentence& source,
                             const SentencePenalties& penalties, InsertionScores& scores) {
    list_edits(tokens, source, penalties, scores);
    build(tokens, 1, true);
    return best_;
}

double Lattice::probability(const Step& step) const {
    for (std::uint32_t edit = places_[step.position]; edit < places_[step.position + 1]; ++edit) {
        const Step& found = edits_[edit].step;
        if (found.rank == step.rank && found.target == step.target) return edits_[edit].probability;
    }
    return 0.0;
}

std::vector<RankedHypothesis> Lattice::n_best(const std::vector<const Token*>& tokens,
                                              const ScoredSentence& source,
                                              const SentencePenalties& penalties,
                                              InsertionScores& scores, std::size_t number) {
    list_edits(tokens, source, penalties, scores);
    build(tokens, number, false);
    std::vector<RankedHypothesis> ranked;
    const std::size_t last = nodes_.size() - 1;
    for (std::uint32_t rank = 0; rank < way_counts_[last]; ++rank) {
        const Way& way = ways_[last * most_ways_ + rank];
        RankedHypothesis hypothesis{{}, way.cost, std::exp2(log_weight(way.cost) - log_total_)};
        steps_of(way, hypothesis.steps);
        ranked.push_back(std::move(hypothesis));
    }
    return ranked;
}

void Lattice::build(const std::vector<const Token*>& tokens, std::size_t most_ways, bool settles) {
    most_ways_ = most_ways;
    tokens_ = &tokens;
    best_.clear();
    log_total_ = 0.0;
    again_ = false;
    borders_.clear();
    start({engine_.scorer.begin(), 0, 0, false, false}, 0);
    for (std::size_t place = 0; place < tokens.size(); ++place) {
        interrupt_.poll();
        expand_gap(place);
        expand_token(place, *tokens[place]);
        const std::size_t next = place + 1, places = next - borders_.back().place;
        if (!settles || (arcs_.size() < SETTLED_FROM && places < MOST_PLACES)) continue;
        if (nodes_.size() - gap_row_ == 1) {
            const Node node = nodes_.back();
            settle();
            start(node, next);
        } else if (arcs_.size() >= MOST_ARCS || places >= MOST_PLACES) {
            draw_border(next);
        }
    }
    expand_gap(tokens.size());
    expand_end();
    settle();
}

// Begins with one node, before which everything is settled.
void Lattice::start(const Node& node, std::size_t place) {
    records_.assign(1, {ABSENT, 0});
    live_records_ = 1;
    borders_.push_back({place, {node}, {{0, 0, ABSENT, 0}}, {0}, {1.0}, 1.0});
    start(borders_.back());
}

// Begins with the nodes of a border.
void Lattice::start(const Border& border) {
    nodes_.clear();
    ways_.clear();
    way_counts_.clear();
    arcs_.clear();
    gap_row_ = 0;
    start_records_ = border.records;
    start_sums_ = border.sums;
    begin_row();
    for (std::size_t i = 0; i < border.nodes.size(); ++i) {
        offer(node_index(border.nodes[i]), border.ways[i]);
    }
}

// Keeps the row before a place and forgets the graph that leads there.
void Lattice::draw_border(std::size_t place) {
    sum_forward();
    Border border{place, {}, {}, {}, {}, 0.0};
    for (std::size_t node = gap_row_; node < nodes_.size(); ++node) {
        border.scale = std::max(border.scale, forward_[node]);
    }
    for (std::size_t node = gap_row_; node < nodes_.size(); ++node) {
        const Way& way = ways_[node * most_ways_];
        border.nodes.push_back(nodes_[node]);
        border.ways.push_back(
            {way.cost, way.edits, ABSENT, static_cast<std::uint32_t>(border.ways.size())});
        border.records.push_back(recorded(way));
        border.sums.push_back(forward_[node] / border.scale);
    }
    if (records_.size() > 2 * live_records_ + FEW_RECORDS) forget_records(border.records);
    borders_.push_back(std::move(border));
    start(borders_.back());
}

// The edits of a way as records.
std::uint32_t Lattice::recorded(Way way) {
    recorded_.clear();
    while (way.arc != ABSENT) {
        const Arc& arc = arcs_[way.arc];
        if (arc.edit != ABSENT) recorded_.push_back(arc.edit);
        way = ways_[arc.source * most_ways_ + way.rank];
    }
    std::uint32_t record = start_records_[way.rank];
    for (auto edit = recorded_.rbegin(); edit != recorded_.rend(); ++edit) {
        records_.push_back({*edit, record});
        record = static_cast<std::uint32_t>(records_.size() - 1);
    }
    return record;
}

// Forgets all records but those that these lead to.
void Lattice::forget_records(std::vector<std::uint32_t>& kept) {
    std::vector<std::uint32_t> places(records_.size(), ABSENT);
    for (std::uint32_t record : kept) {
        for (; places[record] == ABSENT; record = records_[record].before) {
            places[record] = 0;
            if (record == 0) break;
        }
    }
    places[0] = 0;
    std::uint32_t live = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (places[i] == ABSENT) continue;
        places[i] = live;
        records_[live++] = {records_[i].edit, i == 0 ? 0 : places[records_[i].before]};
    }
    records_.resize(live);
    live_records_ = live;
    for (std::uint32_t& record : kept) record = places[record];
}

void Lattice::begin_row() {
    row_ = nodes_.size();
    if (table_.empty()) table_.resize(64);
    std::fill(table_.begin(), table_.end(), ABSENT);
}

// The words inserted before a token. Rows of nodes with one word, two, ... are put behind the row
// before the gap, from `gap_row_` on.
void Lattice::expand_gap(std::size_t place) {
    const std::uint32_t first = places_[place];
    std::uint32_t last = first;
    while (last < places_[place + 1] && edits_[last].step.rank == Rank::insert) ++last;
    std::size_t from = gap_row_;
    for (std::uint32_t count = 0; count < engine_.settings.max_inserted && first < last; ++count) {
        const std::size_t to = nodes_.size();
        begin_row();
        for (std::size_t index = from; index < to; ++index) {
            const Node node = nodes_[index];
            if (node.removed || !allows_edit(node)) continue;
            for (std::uint32_t edit = first; edit < last; ++edit) {
                Node target{node.context, node.inserted * base_ + words_[edit] + 1,
                            edits_after(node), false, true};
                const std::int64_t bits =
                    engine_.scorer.advance(target.context, edits_[edit].step.target->id);
                add_arc(static_cast<std::uint32_t>(index), target, bits + edits_[edit].penalty,
                        edit, contains(node.inserted, words_[edit]));
            }
        }
        from = to;
    }
}

// What happens to a token, from every row of its gap to the row before the next one.
void Lattice::expand_token(std::size_t place, const Token& token) {
    const std::size_t from = gap_row_, to = nodes_.size();
    std::uint32_t first = places_[place];
    while (first < places_[place + 1] && edits_[first].step.rank == Rank::insert) ++first;
    begin_row();
    for (std::size_t index = from; index < to; ++index) {
        const Node node = nodes_[index];
        const auto source = static_cast<std::uint32_t>(index);
        Node kept{node.context, 0, node.edits, false, true};
        const std::int64_t bits = engine_.scorer.advance(kept.context, token.word->id);
        add_arc(source, kept, bits, ABSENT);
        if (!allows_edit(node)) continue;
        for (std::uint32_t edit = first; edit < places_[place + 1]; ++edit) {
            const Step& step = edits_[edit].step;
            Node target{node.context, 0, edits_after(node), false, true};
            std::int64_t cost = edits_[edit].penalty;
            if (step.rank == Rank::remove) {
                const std::uint64_t before = node.inserted % base_;
                if (before != 0 && insertions_[before - 1].word == token.word) continue;
                target.removed = true;
                target.stands = node.stands;
            } else {
                step.target->each_id(
                    [&](std::uint32_t id) { cost += engine_.scorer.advance(target.context, id); });
            }
            add_arc(source, target, cost, edit);
        }
    }
    gap_row_ = row_;
}

// The end of the sentence, which must have a word.
void Lattice::expand_end() {
    const std::size_t from = gap_row_, to = nodes_.size();
    begin_row();
    for (std::size_t index = from; index < to; ++index) {
        if (!nodes_[index].stands) continue;
        State context = nodes_[index].context;
        const std::int64_t bits = engine_.scorer.advance(context, END);
        add_arc(static_cast<std::uint32_t>(index), {NO_CONTEXT, 0, 0, false, true}, bits, ABSENT);
    }
    gap_row_ = row_;
}

void Lattice::add_arc(std::uint32_t source, const Node& target, std::int64_t cost,
                      std::uint32_t edit, bool again) {
    const auto arc = static_cast<std::uint32_t>(arcs_.size());
    const std::uint32_t node = node_index(target);
    arcs_.push_back({source, node, cost, edit, again});
    const std::uint32_t more = edit == ABSENT ? 0 : 1;
    for (std::uint32_t rank = 0; rank < way_counts_[source]; ++rank) {
        const Way& way = ways_[source * most_ways_ + rank];
        offer(node, {way.cost + cost, way.edits + more, arc, rank});
    }
}

// The node of the row that is being made; added if it is new.
std::uint32_t Lattice::node_index(const Node& node) {
    if ((nodes_.size() - row_ + 1) * 2 > table_.size()) grow();
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = node.hash() & mask;
    for (; table_[slot] != ABSENT; slot = (slot + 1) & mask) {
        if (nodes_[table_[slot]] == node) return table_[slot];
    }
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    table_[slot] = index;
    nodes_.push_back(node);
    ways_.resize(ways_.size() + most_ways_);
    way_counts_.push_back(0);
    return index;
}

void Lattice::grow() {
    table_.assign(table_.size() * 2, ABSENT);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t index = row_; index < nodes_.size(); ++index) {
        std::size_t slot = nodes_[index].hash() & mask;
        while (table_[slot] != ABSENT) slot = (slot + 1) & mask;
        table_[slot] = static_cast<std::uint32_t>(index);
    }
}

std::uint32_t Lattice::edits_after(const Node& node) const { return limited_ ? node.edits + 1 : 0; }

bool Lattice::allows_edit(const Node& node) const {
    return !limited_ || node.edits < engine_.settings.max_edits;
}

bool Lattice::contains(std::uint64_t inserted, std::size_t word) const {
    for (; inserted != 0; inserted /= base_) {
        if (inserted % base_ == word + 1) return true;
    }
    return false;
}

// The best ways

void Lattice::offer(std::uint32_t node, const Way& way) {
    Way* const ways = ways_.data() + node * most_ways_;
    std::uint32_t& count = way_counts_[node];
    if (count == most_ways_) {
        if (!comes_before(way, ways[count - 1])) return;
        --count;
    }
    std::uint32_t at = count++;
    for (; at > 0 && comes_before(way, ways[at - 1]); --at) ways[at] = ways[at - 1];
    ways[at] = way;
}

// The order of hypotheses: J', then the number of edits, then the edits themselves.
bool Lattice::comes_before(const Way& a, const Way& b) const {
    if (a.cost != b.cost) return a.cost < b.cost;
    if (a.edits != b.edits) return a.edits < b.edits;
    if (a.edits == 0 || again_) return false;
    // Both are followed back until they meet; what lies before is the same. Nodes and records have
    // larger numbers than those that lead to them.
    left_.clear();
    right_.clear();
    Way left = a, right = b;
    const auto node = [&](const Way& way) {
        return way.arc == ABSENT ? std::int64_t{-1} : std::int64_t{arcs_[way.arc].target};
    };
    const auto go_back = [&](Way& way, Steps& steps) {
        const Arc& arc = arcs_[way.arc];
        if (arc.edit != ABSENT) steps.push_back(edits_[arc.edit].step);
        way = ways_[arc.source * most_ways_ + way.rank];
    };
    while (left.arc != right.arc || left.rank != right.rank) {
        const std::int64_t left_node = node(left), right_node = node(right);
        if (left_node < 0 && right_node < 0) break;
        if (left_node >= right_node) {
            go_back(left, left_);
        } else {
            go_back(right, right_);
        }
    }
    if (left.arc == ABSENT && right.arc == ABSENT) {
        std::uint32_t before_left = start_records_[left.rank],
                      before_right = start_records_[right.rank];
        while (before_left != before_right) {
            std::uint32_t& later = before_left > before_right ? before_left : before_right;
            Steps& steps = before_left > before_right ? left_ : right_;
            steps.push_back(edits_[records_[later].edit].step);
            later = records_[later].before;
        }
    }
    std::reverse(left_.begin(), left_.end());
    std::reverse(right_.begin(), right_.end());
    return compare(left_, right_) < 0;
}

void Lattice::steps_of(Way way, Steps& steps) const {
    steps.clear();
    while (way.arc != ABSENT) {
        const Arc& arc = arcs_[way.arc];
        if (arc.edit != ABSENT) steps.push_back(edits_[arc.edit].step);
        way = ways_[arc.source * most_ways_ + way.rank];
    }
    for (std::uint32_t record = start_records_[way.rank]; record != 0;
         record = records_[record].before) {
        steps.push_back(edits_[records_[record].edit].step);
    }
    std::reverse(steps.begin(), steps.end());
}

// Sums

double Lattice::log_weight(std::int64_t cost) const {
    return -static_cast<double>(cost) / ONE_BIT / engine_.settings.temperature;
}

// Adds what the graph says to the best hypothesis and to the edits' sums, back to the last row that
// was settled. Its last row has one node.
void Lattice::settle() {
    Steps steps;
    steps_of(ways_[(nodes_.size() - 1) * most_ways_], steps);
    best_.insert(best_.end(), steps.begin(), steps.end());
    if (engine_.settings.probabilities) {
        sum_forward();
        const double total = forward_.back();
        log_total_ += std::log2(total) + log_weight(ways_[(nodes_.size() - 1) * most_ways_].cost);
        for (const Border& border : borders_) log_total_ += std::log2(border.scale);
        backward_.assign(nodes_.size(), 0.0);
        leads_on_.assign(nodes_.size(), 0);
        backward_.back() = 1.0 / total;
        leads_on_.back() = 1;
        sum_backward();
        again_ = true;
        while (borders_.size() > 1) {
            // The nodes with which this graph began are the last row of the one before.
            const Border border = std::move(borders_.back());
            borders_.pop_back();
            const std::vector<double> behind(
                backward_.begin(),
                backward_.begin() + static_cast<std::ptrdiff_t>(border.nodes.size()));
            const std::vector<char> leads_on(
                leads_on_.begin(),
                leads_on_.begin() + static_cast<std::ptrdiff_t>(border.nodes.size()));
            start(borders_.back());
            for (std::size_t place = borders_.back().place; place < border.place; ++place) {
                interrupt_.poll();
                expand_gap(place);
                expand_token(place, *(*tokens_)[place]);
            }
            sum_forward();
            backward_.assign(nodes_.size(), 0.0);
            leads_on_.assign(nodes_.size(), 0);
            for (std::size_t i = 0; i < behind.size(); ++i) {
                backward_[gap_row_ + i] = behind[i] / border.scale;
                leads_on_[gap_row_ + i] = leads_on[i];
            }
            sum_backward();
        }
        again_ = false;
    }
    borders_.clear();
}

// Sums are relative to the best way to each node, so that they neither overflow nor vanish: the sum
// over all ways to a node is 2^(-cost of the best / t) times `forward_`, and times the borders'
// scales.
void Lattice::sum_forward() {
    const auto cost_to = [&](std::uint32_t node) { return ways_[node * most_ways_].cost; };
    forward_.assign(nodes_.size(), 0.0);
    weights_.resize(arcs_.size());
    std::copy(start_sums_.begin(), start_sums_.end(), forward_.begin());
    for (std::size_t i = 0; i < arcs_.size(); ++i) {  // in the order of their rows
        const Arc& arc = arcs_[i];
        const std::int64_t more = cost_to(arc.source) + arc.cost - cost_to(arc.target);
        weights_[i] = more == 0 ? 1.0 : std::exp2(log_weight(more));
        forward_[arc.target] += forward_[arc.source] * weights_[i];
    }
}

// From the last row, whose sums are known, to the first.
void Lattice::sum_backward() {
    for (std::size_t i = arcs_.size(); i-- > 0;) {
        const Arc& arc = arcs_[i];
        if (!leads_on_[arc.target]) continue;  // a dead end: no word is left
        leads_on_[arc.source] = 1;
        const double behind = weights_[i] * backward_[arc.target];
        backward_[arc.source] += behind;
        if (arc.edit == ABSENT) continue;
        LatticeEdit& edit = edits_[arc.edit];
        const double share = forward_[arc.source] * behind;
        edit.reached = true;
        edit.expected += share;
        if (!arc.again) edit.probability += share;
    }
}

}  // namespace syntacticdiff
