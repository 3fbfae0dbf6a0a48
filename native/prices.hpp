// Calibrated prices: cues of candidate edits and what they are worth. search/prices/ has the
// definition (parts.py, templates.py, calibrated.py); everything is integers, and equal to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "candidates.hpp"
#include "engine.hpp"
#include "hypothesis.hpp"
#include "letters.hpp"
#include "network.hpp"
#include "penalties.hpp"
#include "perceptron.hpp"
#include "sentence.hpp"
#include "surroundings.hpp"
#include "words.hpp"

namespace syntacticdiff {

// The parts that cues are made of, in the order of parts.py's PARTS.
enum class Part : std::uint8_t {
    type,
    kind,
    tags,
    gain,
    gain2,
    gain1,
    about,
    opinion,
    about_opinion,
    word_before,
    tag_before,
    tag_after,
    vowel_after,
    first,
    last,
    first_tag,
    length,
    unlisted,
    finite,
    subject_tag,
    subject_word,
    determiner,
    leader,
    noun_tag,
    has_article,
    distance,
    same_letter,
    listed,
    source_count,
    target_count,
    ending,
    written,
    share,
    end  // their number
};
constexpr std::size_t PARTS = static_cast<std::size_t>(Part::end);

// The values of an edit's parts; 0 is a part that it has not.
class PartValues {
public:
    std::uint64_t& operator[](Part part) { return values_[static_cast<std::size_t>(part)]; }
    std::uint64_t operator[](std::size_t part) const { return values_[part]; }

private:
    std::array<std::uint64_t, PARTS> values_{};
};

struct Template {
    std::uint64_t number;
    std::vector<std::uint8_t> parts;
};

// What prices are made with, for all threads.
struct PriceSettings {
    std::vector<Template> templates;
    PackedWeights weights;
    std::int64_t scale;       // the temperature in units of 2^-10
    std::int64_t least_gain;  // of edits that are looked at, in units of 2^-20 bit
    std::vector<Tag> tags;

    // Throws if a template has parts that do not exist.
    void check() const;
};

// One sentence: words, and tags and heads for each.
struct PricedSentence {
    const std::vector<const Token*>& tokens;
    const std::uint8_t* tags;
    const std::int32_t* heads;
    Opinions* opinions;         // the context network's, or none
    const NetworkSizes* sizes;  // of that network
};

// The cues of candidates; for one thread, with memory that is used again.
class CueMaker {
public:
    // `lower` are the same model's n-grams of up to two words and of one, or none.
    CueMaker(const PriceSettings& settings, const Engine& engine,
             std::array<const Engine*, 2> lower, const WordTable& table, Interrupt& interrupt);

    // Calls `f(row, gain, step, cues)` for every candidate that is looked at, in their order, and
    // returns how many candidates there are.
    template <class F>
    std::size_t each(const PricedSentence& sentence, F&& f) {
        begin(sentence);
        std::size_t row = 0;
        for (std::size_t position = 0; position <= sentence.tokens.size(); ++position) {
            interrupt_.poll();
            at_position(position);
            const auto look_at = [&](Rank rank, const Word* target) {
                if (gains_[row] >= settings_.least_gain) {
                    make_cues(rank, target, gains_[row]);
                    f(row, gains_[row], Step{static_cast<std::uint32_t>(position), rank, target},
                      cues_);
                }
                ++row;
            };
            for (const Choice& choice : insertions_) look_at(Rank::insert, choice.word);
            if (position == sentence.tokens.size()) break;
            const Token& token = *sentence.tokens[position];
            if (token.removable) look_at(Rank::remove, nullptr);
            for (const Choice& choice : token.substitutions) {
                look_at(Rank::substitute, choice.word);
            }
        }
        return row;
    }

    // Of all candidates of the last sentence, also of those that were not looked at.
    const std::vector<std::int64_t>& gains() const { return gains_; }

private:
    void begin(const PricedSentence& sentence);
    void at_position(std::size_t position);
    void make_cues(Rank rank, const Word* target, std::int64_t gain);
    void place_parts(Rank rank, PartValues& parts) const;
    void head_parts(Rank rank, PartValues& parts) const;
    void verb_and_noun_parts(Rank rank, const Word* target, PartValues& parts);
    std::uint64_t word_or_tag(std::int32_t token) const;
    void change_parts(Rank rank, const Word* target, PartValues& parts);
    void bits_parts(Rank rank, const Word* target, std::int64_t gain, PartValues& parts);
    // Whether the network has an opinion, and which.
    std::pair<bool, std::int32_t> opinion(Rank rank, const Word* target) const;
    const WordTraits& traits(std::int32_t token) const {
        return (*tokens_)[static_cast<std::size_t>(token)]->word->traits;
    }

    const PriceSettings& settings_;
    const std::vector<Choice>& insertions_;
    Interrupt& interrupt_;
    CandidateGains gainer_;
    std::array<const Engine*, 2> lower_;

    // The sentence
    const std::vector<const Token*>* tokens_ = nullptr;
    Opinions* opinions_ = nullptr;
    const NetworkSizes* sizes_ = nullptr;
    Surroundings around_;
    std::vector<std::int64_t> gains_;
    std::array<ScoredSentence, 2> scored_;
    PartValues common_;

    // The position
    std::int32_t at_ = 0;
    std::array<PartValues, 2> here_;  // of insertions and of changes
    std::array<bool, 2> has_here_{};
    std::int32_t subject_ = 0;
    bool has_subject_ = false;

    std::vector<std::uint64_t> cues_;
    LetterDistance distance_;
};

// The prices of a sentence's candidates, and the bits that each of them saves, appended.
void add_prices(CueMaker& maker, const PriceSettings& settings, const PricedSentence& sentence,
                std::vector<std::int64_t>& prices, std::vector<std::int64_t>& gains);

// Cues for learning; search/prices/cue_table.py says what the columns mean.
struct CueColumns {
    std::vector<std::uint32_t> counts, sizes, rows, targets;
    std::vector<std::int32_t> positions;
    std::vector<std::uint8_t> ranks;
    std::vector<std::int64_t> gains;
    std::vector<std::uint64_t> ends, cues;

    void add_sentence(CueMaker& maker, const PricedSentence& sentence);
};

}  // namespace syntacticdiff
