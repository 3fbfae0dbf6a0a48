// The searches, for one thread: search/python_engine.py is their definition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "changes.hpp"
#include "engine.hpp"
#include "frontier.hpp"
#include "hypothesis.hpp"
#include "lattice.hpp"
#include "penalties.hpp"
#include "sentence.hpp"
#include "words.hpp"

namespace syntacticdiff {

// What searches have done: candidates judged, and the look-ups that this stands for, had each
// changed window been looked up by itself.
struct Work {
    std::uint64_t candidates = 0, queries = 0;
};

// Searches sentences one after another, with memory that is used again.
class Searcher {
public:
    Searcher(const Engine& engine, const WordTable& table, Interrupt& interrupt);
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    // Appends the answer for a sentence; `prices` and `gains` as SentencePenalties wants them.
    void search(const std::vector<const Token*>& sentence, const std::int64_t* prices,
                std::size_t priced, Results& results, const std::int64_t* gains = nullptr);

    // The best hypotheses of a sentence; `results` gets the answer for each.
    std::vector<RankedHypothesis> n_best(const std::vector<const Token*>& sentence,
                                         const std::int64_t* prices, std::size_t priced,
                                         std::size_t number, Results& results);

    // Since the searcher was made.
    const Work& work() const { return work_; }

private:
    Hypothesis original() const;
    void recursive(Hypothesis& best);
    void beam(Hypothesis& best);
    void sweep(Results& results);
    void lattice(Results& results);
    void add_found(const Hypothesis& best, Results& results);

    // Offers all hypotheses with one edit more than `parent`, whose sentence is `current`.
    template <class Sink>
    void successors(const Hypothesis& parent, const ScoredSentence& current, Sink& sink);
    template <class Sink>
    void insertions_at(std::size_t position, const Candidate& edit, const ScoredSentence& current,
                       Sink& sink);
    template <class Sink>
    void changes_at(std::size_t position, const Candidate& edit, const ScoredSentence& current,
                    Sink& sink);
    template <class Sink>
    void judge(Candidate& candidate, Sink& sink) const;

    // Finds the place of a position; for the first of each block of them, scores all changes of the
    // block at once, in the order in which `changes_at` wants them.
    Place place_at(std::size_t position, std::size_t first, std::size_t last, const Steps& steps,
                   const ScoredSentence& current);
    bool removes(const Token& token, const ScoredSentence& current) const {
        return token.removable && current.windows() > 2;  // a token must be left
    }

    // The sentence of a hypothesis.
    const ScoredSentence& sentence_of(const Steps& steps);

    const Engine& engine_;
    Interrupt& interrupt_;
    // V_INS in the order for ties, with the slot of each word
    const std::vector<Choice>& insertions_;
    std::vector<std::uint32_t> slots_;
    SentencePenalties penalties_;

    Engine::BorrowedScores scores_;
    Lattice lattice_;
    const std::vector<const Token*>* tokens_ = nullptr;
    std::vector<const Word*> words_;
    SameSentence same_;
    ScoredSentence source_, edited_;
    std::array<Beam, 2> beams_;  // this depth's hypotheses and the next one's
    std::vector<Place> places_;  // of a block of positions
    ChangeTotals changes_;
    const std::int64_t* next_total_ = nullptr;
    Work work_;
};

}  // namespace syntacticdiff
