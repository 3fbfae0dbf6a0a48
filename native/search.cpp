#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "frontier.hpp"
#include "hypothesis.hpp"
#include "lattice.hpp"
#include "settings.hpp"
#include "words.hpp"

namespace syntacticdiff {

namespace {

// A probability as thresholds see it: to a millionth, as in search/lattice.py.
double rounded(double probability) { return std::nearbyint(probability / 1e-6) * 1e-6; }

}  // namespace

Searcher::Searcher(const Engine& engine, const WordTable& table, Interrupt& interrupt)
    : engine_(engine),
      interrupt_(interrupt),
      insertions_(table.insertions()),
      penalties_(table.insertions()),
      scores_(engine.borrow_scores()),
      lattice_(engine, table.insertions(), interrupt),
      beams_{Beam(engine.settings.beam.value_or(1), same_),
             Beam(engine.settings.beam.value_or(1), same_)} {
    for (const Choice& choice : insertions_) {
        slots_.push_back(engine.insertions.slot(choice.word->id));
    }
}

void Searcher::search(const std::vector<const Token*>& sentence, const std::int64_t* prices,
                      std::size_t priced, Results& results, const std::int64_t* gains) {
    tokens_ = &sentence;
    penalties_.reset(sentence, prices, priced, gains);
    words_.clear();
    for (const Token* token : sentence) words_.push_back(token->word);
    source_.score(engine_.scorer, sentence);
    if (engine_.settings.search == Search::sweep) {
        sweep(results);
    } else if (engine_.settings.search == Search::lattice) {
        lattice(results);
    } else {
        Hypothesis best = original();
        if (engine_.settings.search == Search::beam && engine_.settings.beam) {
            beam(best);
        } else {
            recursive(best);  // a beam that drops nothing finds the same
        }
        add_found(best, results);
    }
}

// The edits of the best hypothesis that are probable enough, and what is probable besides.
void Searcher::lattice(Results& results) {
    const Steps& best = lattice_.search(*tokens_, source_, penalties_, *scores_);
    const double before = bits_per_token(source_.total, source_.windows());
    Hypothesis kept;
    auto step = best.begin();
    std::size_t told = 0, removed = 0;
    for (const LatticeEdit& edit : lattice_.edits()) {
        if (!edit.reached) continue;
        const std::size_t windows =
            source_.windows() + (edit.step.rank == Rank::remove ? 0 : 1) -
            (edit.step.rank == Rank::insert ? 0 : 1) +
            (edit.step.target == nullptr ? 0 : edit.step.target->size() - 1);
        const double gain = before - bits_per_token(edit.total, windows);
        results.add_edit(edit.step, edit.probability, edit.expected, gain);
        ++told;
    }
    for (; step != best.end(); ++step) {
        const double probability = lattice_.probability(*step);
        if (rounded(probability) < engine_.settings.min_probability) continue;
        kept.steps.push_back(*step);
        results.probabilities.push_back(probability);
        if (step->rank == Rank::remove) ++removed;
    }
    if (removed != 0 && removed == tokens_->size() && removed == kept.steps.size()) {
        // What the best hypothesis puts in is not probable enough, and a token must be left.
        const auto first = results.probabilities.end() - static_cast<std::ptrdiff_t>(removed);
        const auto least_probable =
            std::min_element(first, results.probabilities.end(),
                             [](double a, double b) { return rounded(a) < rounded(b); });
        kept.steps.erase(kept.steps.begin() + (least_probable - first));
        results.probabilities.erase(least_probable);
    }
    results.edit_counts.push_back(static_cast<std::uint32_t>(told));
    add_found(kept, results);
}

std::vector<RankedHypothesis> Searcher::n_best(const std::vector<const Token*>& sentence,
                                               const std::int64_t* prices, std::size_t priced,
                                               std::size_t number, Results& results) {
    tokens_ = &sentence;
    penalties_.reset(sentence, prices, priced);
    source_.score(engine_.scorer, sentence);
    std::vector<RankedHypothesis> ranked =
        lattice_.n_best(sentence, source_, penalties_, *scores_, number);
    Hypothesis found;
    for (const RankedHypothesis& hypothesis : ranked) {
        found.steps = hypothesis.steps;
        add_found(found, results);
    }
    return ranked;
}

Hypothesis Searcher::original() const {
    Hypothesis result;
    result.total = source_.total;
    result.windows = source_.windows();
    result.objective = engine_.objective(result.total, result.windows, 0, 0);
    return result;
}

// Every hypothesis of up to max_edits edits that the position rule reaches, none twice. Depth by
// depth, so that the deepest, which are by far the most, need not be remembered.
void Searcher::recursive(Hypothesis& best) {
    Hypothesis parent = original();
    Best keep_best(best);
    All::Reached frontier{{parent.steps, parent.penalty}};
    for (std::size_t depth = 1; depth <= engine_.settings.max_edits; ++depth) {
        All all(keep_best);
        for (const auto& [steps, penalty] : frontier) {
            parent.steps = steps;
            parent.penalty = penalty;
            const ScoredSentence& current = sentence_of(steps);
            if (depth == engine_.settings.max_edits) {
                successors(parent, current, keep_best);
            } else {
                successors(parent, current, all);
            }
        }
        frontier.swap(all.reached());
        if (frontier.empty()) break;
    }
}

void Searcher::beam(Hypothesis& best) {
    const Settings& settings = engine_.settings;
    const Hypothesis start = best;
    same_.reset(words_);
    Beam* frontier = &beams_[0];
    Beam* reached = &beams_[1];
    for (std::size_t depth = 1; depth <= settings.max_edits; ++depth) {
        const double bits = bits_per_token(best.total, best.windows);
        if (settings.stop_at && bits <= *settings.stop_at) break;
        const std::size_t parents = depth == 1 ? 1 : frontier->size();
        const bool last = depth == settings.max_edits;
        Best keep_best(best);
        reached->clear();
        for (std::size_t i = 0; i < parents; ++i) {
            const Hypothesis& parent = depth == 1 ? start : (*frontier)[i];
            const ScoredSentence& current = sentence_of(parent.steps);
            if (last) {
                successors(parent, current, keep_best);  // the others would go nowhere
            } else {
                successors(parent, current, *reached);
            }
        }
        reached->sort_out();
        if (last || reached->size() == 0 || !(*reached)[0].before(best)) break;
        best = (*reached)[0];
        std::swap(frontier, reached);
    }
}

namespace {

// Keeps the first of the candidates for one place in a sweep, if it beats the original. They are
// offered in the order of their targets.
class BestAtPlace {
public:
    void clear(double limit) {
        limit_ = limit;
        found_ = false;
    }
    double limit() const { return limit_; }

    void offer(const Candidate& candidate) {
        if (candidate.objective >= limit_) return;
        limit_ = candidate.objective;
        candidate_ = candidate;
        found_ = true;
    }

    const Candidate* found() const { return found_ ? &candidate_ : nullptr; }

private:
    double limit_ = 0.0;
    bool found_ = false;
    Candidate candidate_{};
};

}  // namespace

// At every gap the best insertion, at every token the best removal and the best substitution.
void Searcher::sweep(Results& results) {
    const Hypothesis start = original();
    const double before = bits_per_token(start.total, start.windows);
    std::size_t steps = 0;
    BestAtPlace best;
    const auto keep = [&] {
        if (const Candidate* found = best.found()) {
            const double gain = before - bits_per_token(found->total, found->windows);
            if (gain > engine_.settings.min_gain) {
                results.add_step({found->place.gap, found->rank, found->target}, gain);
                ++steps;
            }
        }
        best.clear(start.objective);
    };
    best.clear(start.objective);
    Candidate edit{};
    edit.parent = &start;
    for (std::size_t position = 0; position < source_.windows(); ++position) {
        interrupt_.poll();
        edit.place = place_at(position, 0, source_.windows() - 1, start.steps, source_);
        insertions_at(position, edit, source_, best);
        keep();
        for (const Rank rank : {Rank::remove, Rank::substitute}) {
            edit.rank = rank;
            changes_at(position, edit, source_, best);
            keep();
        }
    }
    results.end_sentence(steps, before, std::numeric_limits<double>::quiet_NaN());
}

// The best hypothesis with the gain of each step, applied left to right.
void Searcher::add_found(const Hypothesis& best, Results& results) {
    const double before = bits_per_token(source_.total, source_.windows());
    double bits = before;
    Steps applied;
    for (const Step& step : best.steps) {
        interrupt_.poll();
        applied.push_back(step);
        const ScoredSentence& current = sentence_of(applied);
        const double next = bits_per_token(current.total, current.windows());
        results.add_step(step, bits - next);
        bits = next;
    }
    results.end_sentence(best.steps.size(), before, bits);
}

const ScoredSentence& Searcher::sentence_of(const Steps& steps) {
    if (steps.empty()) return source_;
    edited_.edit(engine_.scorer, source_, steps);
    return edited_;
}

template <class Sink>
void Searcher::successors(const Hypothesis& parent, const ScoredSentence& current, Sink& sink) {
    const auto [first, last] = current.positions(engine_.settings.positions, engine_.model.order());
    Candidate edit{};
    edit.parent = &parent;
    for (std::size_t position = first; position <= last; ++position) {
        interrupt_.poll();
        edit.place = place_at(position, first, last, parent.steps, current);
        insertions_at(position, edit, current, sink);
        for (const Rank rank : {Rank::remove, Rank::substitute}) {
            edit.rank = rank;
            changes_at(position, edit, current, sink);
        }
    }
}

Place Searcher::place_at(std::size_t position, std::size_t first, std::size_t last,
                         const Steps& steps, const ScoredSentence& current) {
    constexpr std::size_t block = 32;
    const std::size_t number = (position - first) % block;
    if (number == 0) {
        places_.clear();
        changes_.clear();
        for (std::size_t at = position; at <= std::min(last, position + block - 1); ++at) {
            const Place place = locate(steps, tokens_->size(), at);
            places_.push_back(place);
            if (!place.editable) continue;
            const Token& token = *(*tokens_)[place.gap];
            if (removes(token, current)) changes_.add(at, nullptr);
            for (const Choice& choice : token.substitutions) changes_.add(at, choice.word);
        }
        next_total_ = changes_.score(engine_.scorer, current).data();
    }
    return places_[number];
}

template <class Sink>
void Searcher::judge(Candidate& candidate, Sink& sink) const {
    candidate.objective = engine_.objective(candidate.total, candidate.windows, candidate.penalty,
                                            candidate.parent->steps.size() + 1);
    if (candidate.objective <= sink.limit()) sink.offer(candidate);
}

template <class Sink>
void Searcher::insertions_at(std::size_t position, const Candidate& edit,
                             const ScoredSentence& current, Sink& sink) {
    if (insertions_.empty() || edit.place.slot == NO_SLOT) return;
    const std::int64_t* costs = scores_->score(current, position);
    work_.candidates += insertions_.size();
    work_.queries += insertions_.size() * (1 + current.reach(engine_.scorer, position) - position);

    Candidate candidate = edit;
    candidate.rank = Rank::insert;
    candidate.windows = current.windows() + 1;
    const std::int64_t kept = current.total - current.replaced(engine_.scorer, position, position);
    const std::size_t gap = penalties_.gap_paid(edit.parent->steps, edit.place.gap);
    const std::int64_t* penalties = penalties_.insertions(gap);
    const std::int64_t least = edit.parent->penalty + penalties_.least_insertion(gap);
    const auto most = [&] {
        return engine_.objective.most_total(sink.limit(), candidate.windows, least,
                                            edit.parent->steps.size() + 1) -
               kept;
    };
    std::int64_t most_cost = most();
    for (std::size_t i = 0; i < insertions_.size(); ++i) {
        const std::int64_t cost = costs[slots_[i]];
        if (cost > most_cost) continue;
        candidate.target = insertions_[i].word;
        candidate.total = kept + cost;
        candidate.penalty = edit.parent->penalty + penalties[i];
        judge(candidate, sink);
        most_cost = most();
    }
}

// The removal or the substitutions of a token not yet edited, as `edit.rank` says.
template <class Sink>
void Searcher::changes_at(std::size_t position, const Candidate& edit,
                          const ScoredSentence& current, Sink& sink) {
    if (!edit.place.editable) return;
    const Token& token = *(*tokens_)[edit.place.gap];
    const std::size_t right = current.reach(engine_.scorer, position + 1) - (position + 1);
    Candidate candidate = edit;
    if (edit.rank == Rank::remove) {
        if (!removes(token, current)) return;
        work_.candidates += 1;
        work_.queries += right;
        candidate.target = nullptr;
        candidate.windows = current.windows() - 1;
        candidate.total = *next_total_++;
        candidate.penalty =
            edit.parent->penalty + penalties_.removal(edit.parent->steps, edit.place.gap);
        judge(candidate, sink);
        return;
    }
    work_.candidates += token.substitutions.size();
    for (std::size_t i = 0; i < token.substitutions.size(); ++i) {
        candidate.target = token.substitutions[i].word;
        work_.queries += candidate.target->size() + right;
        candidate.windows = current.windows() - 1 + candidate.target->size();
        candidate.total = *next_total_++;
        candidate.penalty = edit.parent->penalty + penalties_.substitution(edit.place.gap, i);
        judge(candidate, sink);
    }
}

}  // namespace syntacticdiff
