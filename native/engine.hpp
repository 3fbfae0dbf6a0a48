// What all threads share (the engine), what stops them (the interrupt), what they give back.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hypothesis.hpp"
#include "insertions.hpp"
#include "model.hpp"
#include "scorer.hpp"
#include "settings.hpp"
#include "words.hpp"

namespace syntacticdiff {

// One model, one set of settings, one set of insertable words; constant while searches run.
class Engine {
public:
    Engine(const std::vector<Level>& levels, bool closed, const Settings& how,
           std::vector<std::uint32_t> insertable)
        : model(levels, closed),
          settings(how),
          objective(settings),
          scorer(model),
          insertions(scorer, known(std::move(insertable))) {}

    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const Model model;
    const Settings settings;
    const Objective objective;
    const Scorer scorer;
    const InsertionIndex insertions;

    // What one thread needs to score insertions is large and worth keeping warm, so that it is
    // lent to a batch and taken back when the batch ends, however it ends.
    struct GiveBack {
        const Engine* engine;
        void operator()(InsertionScores* scores) const noexcept { engine->take_back(scores); }
    };
    using BorrowedScores = std::unique_ptr<InsertionScores, GiveBack>;

    BorrowedScores borrow_scores() const {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (spare_.empty()) return {new InsertionScores(scorer, insertions), GiveBack{this}};
        BorrowedScores scores(spare_.back().release(), GiveBack{this});
        spare_.pop_back();
        return scores;
    }

private:
    void take_back(InsertionScores* scores) const noexcept {
        std::unique_ptr<InsertionScores> owned(scores);
        try {
            const std::lock_guard<std::mutex> lock(mutex_);
            spare_.push_back(std::move(owned));
        } catch (...) {
            // Destructors come here, so nothing may be thrown. The next batch makes new ones.
        }
    }

    // As WordTable::add_word: an id that only a damaged lexicon can give means unknown.
    std::vector<std::uint32_t> known(std::vector<std::uint32_t> ids) const {
        for (std::uint32_t& id : ids) id = id < model.vocabulary() ? id : UNKNOWN;
        return ids;
    }

    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<InsertionScores>> spare_;
};

// Tells one search, from another thread, that nobody waits for it any more.
class Stop {
public:
    void set() { set_ = true; }
    bool is_set() const { return set_; }

private:
    std::atomic<bool> set_{false};
};

struct Cancelled : std::runtime_error {
    Cancelled() : std::runtime_error("the search was called off") {}
};

// Asks now and then whether to go on; `poll` throws if not.
class Interrupt {
public:
    // `signals` is called about twenty times a second and may throw.
    Interrupt(const Stop& stop, std::function<void()> signals)
        : stop_(stop), signals_(std::move(signals)) {}

    void poll() {
        if (--countdown_ > 0) return;
        countdown_ = POSITIONS_BETWEEN_LOOKS;
        if (stop_.is_set()) throw Cancelled();
        const auto now = std::chrono::steady_clock::now();
        if (now - looked_ < std::chrono::milliseconds(50)) return;
        looked_ = now;
        signals_();
    }

private:
    static constexpr int POSITIONS_BETWEEN_LOOKS = 16;

    const Stop& stop_;
    std::function<void()> signals_;
    std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
    int countdown_ = POSITIONS_BETWEEN_LOOKS;
};

// The answers for a batch, as columns.
struct Results {
    // For each sentence
    std::vector<std::uint32_t> counts;  // of steps
    std::vector<double> before, after;  // `after` is NaN for a sweep
    // For each step
    std::vector<std::uint32_t> positions;
    std::vector<std::uint8_t> ranks;
    std::vector<std::uint32_t> targets;  // handles; ABSENT for a removal
    std::vector<double> gains;
    // The lattice's: for each step its probability; for each sentence the edits of all hypotheses
    std::vector<double> probabilities;
    std::vector<std::uint32_t> edit_counts, edit_positions, edit_targets;
    std::vector<std::uint8_t> edit_ranks;
    std::vector<double> edit_probabilities, edit_expected, edit_gains;

    void add_edit(const Step& step, double probability, double expected, double gain) {
        edit_positions.push_back(step.position);
        edit_ranks.push_back(static_cast<std::uint8_t>(step.rank));
        edit_targets.push_back(step.target == nullptr ? ABSENT : step.target->handle);
        edit_probabilities.push_back(probability);
        edit_expected.push_back(expected);
        edit_gains.push_back(gain);
    }
    void add_step(const Step& step, double gain) {
        positions.push_back(step.position);
        ranks.push_back(static_cast<std::uint8_t>(step.rank));
        targets.push_back(step.target == nullptr ? ABSENT : step.target->handle);
        gains.push_back(gain);
    }
    void end_sentence(std::size_t steps, double sentence_before, double sentence_after) {
        counts.push_back(static_cast<std::uint32_t>(steps));
        before.push_back(sentence_before);
        after.push_back(sentence_after);
    }
};

}  // namespace syntacticdiff
