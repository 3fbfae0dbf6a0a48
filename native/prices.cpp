#include "prices.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "hashing.hpp"
#include "scorer.hpp"

namespace syntacticdiff {

namespace {

constexpr std::uint64_t EDGE = text_hash("^");
constexpr std::uint64_t NO_TEXT = text_hash("");
constexpr std::uint64_t NO_STEP = 255;      // of bits that are not known
constexpr std::uint64_t TAGS = 1 << 20;     // makes one part of an edit's two tags
constexpr std::uint64_t LEADER = TAGS + 1;  // and of `of` and the word before it
constexpr std::uint64_t OF = text_hash("of");
constexpr std::size_t LEAST_STEM = 2;  // letters that forms of one word begin with
constexpr std::uint64_t MOST_UNLISTED = 3;
constexpr std::uint64_t MOST_FINITE = 2;

// Bits at which a new step begins, in halves.
constexpr std::array GAIN_STEPS{-12, -8, -6, -4, -3, -2, -1, 0,  1,  2,
                                3,   4,  6,  8,  10, 12, 16, 20, 24, 32};
constexpr std::array OPINION_STEPS{-20, -16, -12, -8, -6, -4, -3, -2, -1, 0,  1,
                                   2,   3,   4,   6,  8,  10, 12, 16, 20, 24, 32};
constexpr std::array ABOUT_STEPS{-8, -4, 0, 4, 8, 14, 22};
constexpr std::array ABOUT_OPINION_STEPS{-14, -8, -4, 0, 4, 8, 14, 22};
constexpr std::array LENGTH_STEPS{4, 7, 11, 16, 22, 30, 45};

// How many of the steps have begun at a value; a step is so many units of it.
template <std::size_t N>
std::uint64_t begun(const std::array<int, N>& steps, std::int64_t value, std::int64_t unit = 1) {
    std::uint64_t count = 0;
    while (count < N && steps[count] * unit <= value) ++count;
    return count;
}

constexpr std::int64_t HALF_BIT = 1 << 19;         // of gains
constexpr std::int64_t HALF_OPINION_BIT = 1 << 9;  // of opinions

std::uint64_t yes_or_no(bool value) { return value ? 2 : 1; }

// A text's hash, piece by piece.
class PiecesHash {
public:
    PiecesHash& add(std::string_view text) {
        for (const char c : text) {
            hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
        }
        return *this;
    }
    operator std::uint64_t() const { return hash_; }

private:
    std::uint64_t hash_ = text_hash("");
};

constexpr std::array<std::string_view, 4> PATTERNS{"lower", "Title", "UPPER", "other"};

std::string_view pattern(const WordTraits& word) {
    return PATTERNS[std::min<std::size_t>(word.pattern, PATTERNS.size() - 1)];
}

std::uint64_t sub_name(std::string_view before, std::string_view source, std::string_view target) {
    return PiecesHash().add("sub(").add(before).add(source).add("->").add(before).add(target).add(
        ")");
}

// parts.py's edit_kind.
std::uint64_t kind_of(const WordTraits* source, const WordTraits* target) {
    if (source == nullptr) return PiecesHash().add("insert(").add(target->folded).add(")");
    if (target == nullptr) return PiecesHash().add("remove(").add(source->folded).add(")");
    if (source->text == target->text) return sub_name("", pattern(*source), pattern(*target));
    const std::string_view from = source->folded, to = target->folded;
    if (source->is(WordTraits::CLOSED)) return sub_name("", from, to);
    const std::size_t same = common_prefix(from, to);
    if (count_letters(from.substr(0, same)) < LEAST_STEM) return text_hash("sub(*)");
    return sub_name("-", from.substr(same), to.substr(same));
}

// parts.py's edit_type.
std::uint64_t type_of(const WordTraits* source, const WordTraits* target, bool several) {
    if (source == nullptr || target == nullptr) {
        const WordTraits& word = source == nullptr ? *target : *source;
        const bool marks = word.is(WordTraits::PUNCTUATION), closed = word.is(WordTraits::CLOSED);
        if (source == nullptr) {
            return marks    ? text_hash("insert:punctuation")
                   : closed ? text_hash("insert:closed")
                            : text_hash("insert:open");
        }
        return marks    ? text_hash("remove:punctuation")
               : closed ? text_hash("remove:closed")
                        : text_hash("remove:open");
    }
    if (source->text == target->text) return text_hash("sub:case");
    if (several) return text_hash("sub:several");
    if (!source->is(WordTraits::LISTED)) return text_hash("sub:spell");
    const bool closed = source->is(WordTraits::CLOSED) && target->is(WordTraits::CLOSED);
    return closed ? text_hash("sub:closed") : text_hash("sub:form");
}

}  // namespace

void PriceSettings::check() const {
    if (weights.classes() != 1 || templates.size() > 255 || tags.empty()) {
        throw std::invalid_argument("prices: weights of one class, at most 255 templates, tags");
    }
    for (const Template& one : templates) {
        if (one.parts.empty()) throw std::invalid_argument("prices: a template has parts");
        for (const std::uint8_t part : one.parts) {
            if (part >= PARTS) throw std::invalid_argument("prices: no such part");
        }
    }
}

CueMaker::CueMaker(const PriceSettings& settings, const Engine& engine,
                   std::array<const Engine*, 2> lower, const WordTable& table, Interrupt& interrupt)
    : settings_(settings),
      insertions_(table.insertions()),
      interrupt_(interrupt),
      gainer_(engine, table, interrupt),
      lower_(lower) {}

void CueMaker::begin(const PricedSentence& sentence) {
    tokens_ = &sentence.tokens;
    opinions_ = sentence.opinions;
    sizes_ = sentence.sizes;
    gains_.clear();
    gainer_.add_sentence(sentence.tokens, gains_);
    for (std::size_t i = 0; i < lower_.size(); ++i) {
        if (lower_[i] != nullptr) scored_[i].score(lower_[i]->scorer, sentence.tokens);
    }
    std::vector<const Tag*> tags;
    const auto size = static_cast<std::int32_t>(sentence.tokens.size());
    std::uint64_t unlisted = 0, finite = 0;
    for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
        if (sentence.tags[i] >= settings_.tags.size()) throw std::out_of_range("no such tag");
        if (sentence.heads[i] < NO_HEAD || sentence.heads[i] >= size) {
            throw std::out_of_range("no such head");
        }
        tags.push_back(&settings_.tags[sentence.tags[i]]);
        if (!sentence.tokens[i]->word->traits.is(WordTraits::LISTED)) ++unlisted;
        if ((tags.back()->kinds & FINITE) != 0) ++finite;
    }
    around_.reset(std::move(tags), sentence.heads);
    common_ = PartValues();
    common_[Part::first_tag] = size == 0 ? EDGE : around_.tag(0).hash;
    common_[Part::length] = 1 + begun(LENGTH_STEPS, size);
    common_[Part::unlisted] = 1 + std::min(unlisted, MOST_UNLISTED);
    common_[Part::finite] = 1 + std::min(finite, MOST_FINITE);
}

void CueMaker::at_position(std::size_t position) {
    at_ = static_cast<std::int32_t>(position);
    has_here_ = {false, false};
    has_subject_ = false;
}

void CueMaker::make_cues(Rank rank, const Word* target, std::int64_t gain) {
    const std::size_t change = rank == Rank::insert ? 0 : 1;
    if (!has_here_[change]) {
        has_here_[change] = true;
        here_[change] = common_;
        place_parts(rank, here_[change]);
        head_parts(rank, here_[change]);
    }
    PartValues parts = here_[change];
    verb_and_noun_parts(rank, target, parts);
    change_parts(rank, target, parts);
    bits_parts(rank, target, gain, parts);
    cues_.clear();
    const PartValues& values = parts;
    for (const Template& one : settings_.templates) {
        std::uint64_t hash = feature(one.number);
        bool whole = true;
        for (const std::uint8_t part : one.parts) {
            const std::uint64_t value = values[part];
            whole = whole && value != 0;
            hash = mixed(hash, value);
        }
        if (whole) cues_.push_back(hash);
    }
}

void CueMaker::place_parts(Rank rank, PartValues& parts) const {
    const std::int32_t size = around_.size(), behind = at_ + (rank == Rank::insert ? 0 : 1);
    const auto tag_at = [&](std::int32_t token) {
        return token < 0 || token >= size ? EDGE : around_.tag(token).hash;
    };
    parts[Part::word_before] = at_ == 0 ? EDGE : traits(at_ - 1).text;
    parts[Part::tag_before] = tag_at(at_ - 1);
    parts[Part::tag_after] = tag_at(behind);
    parts[Part::vowel_after] = yes_or_no(behind < size && traits(behind).is(WordTraits::VOWEL));
    parts[Part::first] = yes_or_no(at_ == 0);
    parts[Part::last] = yes_or_no(behind == size);
}

void CueMaker::head_parts(Rank rank, PartValues& parts) const {
    if (at_ == around_.size()) return;
    const bool change = rank != Rank::insert;
    const std::int32_t noun = change ? around_.noun_of(at_) : around_.phrase_noun(at_);
    parts[Part::noun_tag] = around_.tag(noun).hash;
    const std::int32_t article = around_.article(noun, change ? at_ : NO_HEAD);
    parts[Part::has_article] = article == NO_HEAD ? 1 : article >= at_ ? 3 : 2;
}

// The word that is put in may be a verb or a noun where the tagger, misled, saw none.
void CueMaker::verb_and_noun_parts(Rank rank, const Word* target, PartValues& parts) {
    if (at_ == around_.size()) return;
    const bool change = rank != Rank::insert;
    unsigned kinds = target == nullptr ? 0U : target->traits.kinds;
    if (change) kinds |= around_.tag(at_).kinds;
    if ((kinds & VERB) != 0) {
        if (!has_subject_) subject_ = around_.subject(at_);
        has_subject_ = true;
        parts[Part::subject_tag] = subject_ == NO_HEAD ? EDGE : around_.tag(subject_).hash;
        if (subject_ != NO_HEAD && around_.is_a(subject_, POINTING)) {
            parts[Part::subject_word] = traits(subject_).text;
        }
    }
    if (!change) return;
    if ((kinds & NOUN) != 0) parts[Part::determiner] = word_or_tag(around_.determiner(at_));
    if ((kinds & VERB) != 0) {
        parts[Part::leader] = word_or_tag(around_.leader_of_verb(at_));
    } else if ((kinds & NOUN) != 0) {
        const std::int32_t found = around_.leader_of_noun(at_);
        const bool of = found > 0 && traits(found).text == OF;
        parts[Part::leader] = of ? feature(LEADER, word_or_tag(found - 1)) : word_or_tag(found);
    }
}

// A word of a closed class by itself, another by its tag.
std::uint64_t CueMaker::word_or_tag(std::int32_t token) const {
    if (token == NO_HEAD) return EDGE;
    return traits(token).is(WordTraits::CLOSED) ? traits(token).text : around_.tag(token).hash;
}

void CueMaker::change_parts(Rank rank, const Word* target, PartValues& parts) {
    const WordTraits* source = rank == Rank::insert ? nullptr : &traits(at_);
    const WordTraits* put = target == nullptr ? nullptr : &target->traits;
    const bool several = target != nullptr && !target->tokens.empty();
    parts[Part::type] = type_of(source, put, several);
    parts[Part::kind] = kind_of(source, put);
    parts[Part::tags] = feature(TAGS, static_cast<std::uint64_t>(rank),
                                source == nullptr ? NO_TEXT : around_.tag(at_).hash,
                                put == nullptr ? NO_TEXT : put->tag);
    if (source != nullptr) parts[Part::ending] = source->ending;
    if (source == nullptr || put == nullptr) return;
    parts[Part::distance] = 1 + distance_(source->folded, put->folded);
    parts[Part::same_letter] = yes_or_no(first_letter(source->folded) == first_letter(put->folded));
    parts[Part::listed] = yes_or_no(source->is(WordTraits::LISTED));
    parts[Part::source_count] = 1U + source->count;
    parts[Part::target_count] = 1U + put->count;
    if (source->text == put->text) {
        parts[Part::written] = 1U + source->pattern;
        parts[Part::share] = 1U + source->capital;
    }
}

void CueMaker::bits_parts(Rank rank, const Word* target, std::int64_t gain, PartValues& parts) {
    parts[Part::gain] = 1 + begun(GAIN_STEPS, gain, HALF_BIT);
    parts[Part::about] = 1 + begun(ABOUT_STEPS, gain, HALF_BIT);
    const auto start = static_cast<std::size_t>(at_);
    const std::size_t end = start + (rank == Rank::insert ? 0 : 1);
    const std::array lower_parts{Part::gain2, Part::gain1};
    for (std::size_t i = 0; i < lower_.size(); ++i) {
        parts[lower_parts[i]] = NO_STEP;
        if (lower_[i] == nullptr) continue;
        const std::int64_t saved =
            scored_[i].total - scored_[i].total_with(lower_[i]->scorer, start, end, target);
        parts[lower_parts[i]] = 1 + begun(GAIN_STEPS, saved, HALF_BIT);
    }
    const auto [told, bits] = opinion(rank, target);
    parts[Part::opinion] = told ? 1 + begun(OPINION_STEPS, bits, HALF_OPINION_BIT) : NO_STEP;
    parts[Part::about_opinion] =
        told ? 1 + begun(ABOUT_OPINION_STEPS, bits, HALF_OPINION_BIT) : NO_STEP;
}

std::pair<bool, std::int32_t> CueMaker::opinion(Rank rank, const Word* target) const {
    constexpr std::pair<bool, std::int32_t> none{false, 0};
    if (opinions_ == nullptr || (target != nullptr && !target->tokens.empty())) return none;
    const auto position = static_cast<std::size_t>(at_);
    if (rank == Rank::substitute) {
        const WordTraits &source = traits(at_), &put = target->traits;
        const bool told = source.output != OTHER_WORD || put.output != OTHER_WORD;
        if (!told || source.text == put.text) return none;
        if (source.output >= sizes_->outputs || put.output >= sizes_->outputs) return none;
        return {true, opinions_->sub(position, source.output, put.output)};
    }
    const std::uint32_t gap = target == nullptr ? traits(at_).gap : target->traits.gap;
    if (gap == NO_WORD || gap >= sizes_->gaps) return none;
    return {true, target == nullptr ? opinions_->remove(position, gap)
                                    : opinions_->insert(position, gap)};
}

void add_prices(CueMaker& maker, const PriceSettings& settings, const PricedSentence& sentence,
                std::vector<std::int64_t>& prices, std::vector<std::int64_t>& gains) {
    const std::size_t before = prices.size();
    const std::size_t count = maker.each(
        sentence, [&](std::size_t row, std::int64_t gain, const Step&, const auto& cues) {
            std::int32_t odds = 0;
            settings.weights.add(cues, &odds);
            prices.resize(before + row, NEVER);
            prices.push_back(std::clamp(gain - settings.scale * odds, -NEVER, NEVER));
        });
    prices.resize(before + count, NEVER);
    gains.insert(gains.end(), maker.gains().begin(), maker.gains().end());
}

void CueColumns::add_sentence(CueMaker& maker, const PricedSentence& sentence) {
    const std::size_t before = rows.size();
    const std::size_t size = maker.each(
        sentence, [&](std::size_t row, std::int64_t gain, const Step& step, const auto& found) {
            rows.push_back(static_cast<std::uint32_t>(row));
            positions.push_back(static_cast<std::int32_t>(step.position));
            ranks.push_back(static_cast<std::uint8_t>(step.rank));
            targets.push_back(step.target == nullptr ? ABSENT : step.target->handle);
            gains.push_back(gain);
            cues.insert(cues.end(), found.begin(), found.end());
            ends.push_back(cues.size());
        });
    sizes.push_back(static_cast<std::uint32_t>(size));
    counts.push_back(static_cast<std::uint32_t>(rows.size() - before));
}

}  // namespace syntacticdiff
