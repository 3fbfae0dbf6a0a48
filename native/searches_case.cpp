#include "searches_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "hypothesis.hpp"
#include "model.hpp"
#include "penalties.hpp"
#include "search.hpp"
#include "settings.hpp"
#include "small_model.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {
namespace {

constexpr std::size_t TEXTS = 10;
constexpr double LEAST_ALPHA = 0.001;  // of the lattice
constexpr auto QUARTER = static_cast<std::int64_t>(ONE_BIT) / 4;

void law(bool holds, const char* what) {
    if (!holds) throw BrokenLaw(what);
}

// The bytes of a case, one after another; zeros when there are no more.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    std::uint8_t next() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
    bool flag() { return next() % 2 != 0; }
    std::uint32_t up_to(std::uint32_t most) { return next() % (most + 1); }
    std::uint32_t word() {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value = value << 8 | next();
        return value;
    }
    template <class T, std::size_t N>
    T one_of(const std::array<T, N>& values) {
        return values[next() % N];
    }

private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

const SmallModel& model_of(Bytes& bytes, std::size_t order, bool closed) {
    using Key = std::array<std::uint32_t, 4>;
    static std::map<Key, SmallModel> made;  // making one takes longer than a search
    const std::uint32_t seed = bytes.up_to(7), vocabulary = 4 + 2 * bytes.up_to(2);
    const Key key{seed, static_cast<std::uint32_t>(order), vocabulary, closed ? 1U : 0U};
    const auto found = made.find(key);
    if (found != made.end()) return found->second;
    return made.emplace(key, SmallModel::random(seed, order, vocabulary, closed)).first->second;
}

// A copy of a model's arrays, plain or in the compact forms, in which anything may be overwritten.
class DamagedModel {
public:
    DamagedModel(const SmallModel& model, Bytes& bytes) : compact_(bytes.flag()) {
        for (const Level& level : model.levels()) arrays_.push_back(copy_of(level));
        for (std::uint32_t left = bytes.up_to(12); left > 0; --left) overwrite(bytes);
        for (std::size_t i = 0; i < table_.size(); ++i) {
            table_[i] = -static_cast<float>(i) / 32.0F;
        }
        const std::uint32_t odd = bytes.word();
        std::memcpy(&table_[bytes.next()], &odd, sizeof odd);
        if (compact_) {
            for (Arrays& arrays : arrays_) arrays.make_compact();
        }
    }

    std::vector<Level> levels() const {
        std::vector<Level> result;
        for (const Arrays& a : arrays_) {
            Level level{{a.words.data(), a.words.size()},
                        {a.log10.data(), a.log10.size()},
                        {a.backoff.data(), a.backoff.size()},
                        {a.children.data(), a.children.size()}};
            if (compact_) {
                level.words = {a.narrow.data(), a.narrow.size()};
                level.log10 = {a.codes.data(), a.codes.size(), table_.data(), table_.size()};
                if (!a.children.empty()) {
                    level.children = {a.items.data(), a.items.size(), a.bases.data(),
                                      a.bases.size(), SHIFT};
                }
            }
            result.push_back(level);
        }
        return result;
    }

private:
    static constexpr unsigned SHIFT = 2;

    struct Arrays {
        std::vector<std::uint32_t> words;
        std::vector<float> log10, backoff;
        std::vector<std::uint32_t> children;
        std::vector<std::uint16_t> narrow;
        std::vector<std::uint8_t> codes, items;
        std::vector<std::uint32_t> bases;

        void make_compact() {
            for (const std::uint32_t word : words) {
                narrow.push_back(static_cast<std::uint16_t>(word));
            }
            for (const float number : log10) {
                std::uint32_t bits = 0;
                std::memcpy(&bits, &number, sizeof bits);
                codes.push_back(static_cast<std::uint8_t>(bits >> 16 ^ bits));
            }
            for (std::size_t i = 0; i < children.size(); ++i) {
                if (i % (std::size_t{1} << SHIFT) == 0) bases.push_back(children[i]);
                items.push_back(static_cast<std::uint8_t>(children[i] - bases.back()));
            }
        }
    };

    static Arrays copy_of(const Level& level) {
        Arrays result;
        for (std::size_t i = 0; i < level.words.size(); ++i) {
            result.words.push_back(level.words[i]);
        }
        for (std::size_t i = 0; i < level.log10.size(); ++i) {
            result.log10.push_back(level.log10[i]);
        }
        for (std::size_t i = 0; i < level.backoff.size(); ++i) {
            result.backoff.push_back(level.backoff[i]);
        }
        for (std::size_t i = 0; i < level.children.size(); ++i) {
            result.children.push_back(level.children[i]);
        }
        return result;
    }

    void overwrite(Bytes& bytes) {
        Arrays& arrays = arrays_[bytes.next() % arrays_.size()];
        const std::uint32_t kind = bytes.up_to(3), value = bytes.word();
        std::size_t place = bytes.next();
        place = place << 8 | bytes.next();
        const auto put = [&](auto& array) {
            if (array.empty()) return;
            std::memcpy(&array[place % array.size()], &value, sizeof value);
        };
        if (kind == 0) put(arrays.words);
        if (kind == 1) put(arrays.log10);
        if (kind == 2) put(arrays.backoff);
        if (kind == 3) put(arrays.children);
    }

    bool compact_;
    std::vector<Arrays> arrays_;
    std::array<float, 256> table_{};
};

Settings settings_of(Bytes& bytes) {
    Settings settings;
    settings.search =
        bytes.one_of<Search, 4>({Search::recursive, Search::beam, Search::lattice, Search::sweep});
    settings.max_edits = bytes.up_to(3);
    settings.beam = bytes.up_to(4);
    if (*settings.beam == 0) settings.beam.reset();
    settings.positions =
        bytes.one_of<Positions, 3>({Positions::worst, Positions::window, Positions::all});
    settings.mean = bytes.flag();
    settings.cost = bytes.one_of<Cost, 3>({Cost::bits, Cost::perplexity, Cost::window});
    settings.alpha = bytes.one_of<double, 4>({0.5, 0.0, 1.0, 0.9});
    if (bytes.flag()) settings.stop_at = bytes.up_to(8);
    settings.min_gain = bytes.one_of<double, 3>({0.0, 0.5, -1.0});
    settings.max_inserted = bytes.up_to(2);
    if (bytes.flag()) settings.prune = bytes.up_to(8);
    settings.min_probability = bytes.one_of<double, 3>({0.0, 0.5, 1.0});
    settings.temperature = bytes.one_of<double, 4>({1.0, 0.25, 4.0, 100.0});
    settings.probabilities = !bytes.flag();
    if (settings.search == Search::lattice) {  // as it is defined
        settings.cost = Cost::window;
        settings.mean = false;
        settings.alpha = std::max(settings.alpha, LEAST_ALPHA);
        if (bytes.flag()) settings.max_edits = NO_LIMIT;
    }
    return settings;
}

// What is searched with an engine: words, what may be done to them, a sentence and its prices.
struct Problem {
    WordTable table;
    std::vector<const Token*> sentence;
    std::vector<std::int64_t> prices;

    Problem(const Engine& engine, Bytes bytes, const std::vector<std::uint32_t>& inserted)
        : table(engine.model) {
        for (std::size_t i = 0; i < TEXTS; ++i) {
            table.add_word(std::string(1, static_cast<char>('a' + i)), id_of(i));
        }
        const std::uint32_t phrases = bytes.up_to(2);
        for (std::uint32_t i = 0; i < phrases; ++i) {
            std::vector<std::uint32_t> tokens{bytes.up_to(TEXTS - 1), bytes.up_to(TEXTS - 1)};
            if (bytes.flag()) tokens.push_back(bytes.up_to(TEXTS - 1));
            table.add_phrase(std::string("p") + static_cast<char>('0' + i), tokens);
        }
        std::vector<Choice> insertions;
        for (const std::uint32_t word : inserted) {
            insertions.push_back({&table.word(word), QUARTER * bytes.up_to(20)});
        }
        table.set_insertions(insertions);
        const std::uint32_t length = bytes.up_to(7);
        for (std::uint32_t i = 0; i < length; ++i) {
            sentence.push_back(token(bytes, phrases));
        }
        if (bytes.flag()) add_prices(bytes);
    }

    static std::uint32_t id_of(std::size_t text) {
        return static_cast<std::uint32_t>(text) + END + 1;  // beyond the vocabulary: unknown
    }

    Results answer(Searcher& searcher) const {
        Results results;
        searcher.search(sentence, prices.data(), prices.size(), results);
        return results;
    }

private:
    const Token* token(Bytes& bytes, std::uint32_t phrases) {
        const std::uint32_t word = bytes.up_to(TEXTS - 1);
        const bool removable = bytes.flag();
        const std::int64_t removal = QUARTER * bytes.up_to(20);
        const auto words = static_cast<std::uint32_t>(TEXTS) + phrases;
        std::map<std::uint32_t, std::int64_t> substitutes;
        for (std::uint32_t left = bytes.up_to(3); left > 0; --left) {
            const std::uint32_t other = bytes.up_to(words - 1);
            if (other != word) substitutes[other] = QUARTER * bytes.up_to(20);
        }
        std::vector<Choice> choices;
        for (const auto& [other, penalty] : substitutes) {
            choices.push_back({&table.word(other), penalty});
        }
        return &table.token(table.add_token(word, removable, removal, choices));
    }

    void add_prices(Bytes& bytes) {
        std::size_t count = table.insertions().size();
        for (const Token* token : sentence) count += candidates_at(table.insertions(), *token);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t quarters = bytes.up_to(60);
            prices.push_back(quarters == 60 ? NEVER : QUARTER * (std::int64_t{quarters} - 20));
        }
    }
};

bool is_share(double number) { return number >= 0.0 && number <= 1.0 + 1e-9; }

// What holds of any answer, also with a damaged model.
void check_columns(const Results& found, const Problem& problem, const Settings& settings) {
    const std::size_t steps = found.positions.size(), edits = found.edit_positions.size();
    law(found.counts.size() == 1 && found.before.size() == 1 && found.after.size() == 1,
        "one answer for one sentence");
    law(found.counts[0] == steps && found.ranks.size() == steps && found.targets.size() == steps &&
            found.gains.size() == steps,
        "columns of steps are as long");
    law(std::isfinite(found.before[0]), "bits are a number");
    law(settings.search == Search::sweep || std::isfinite(found.after[0]), "bits are a number");
    law(settings.search == Search::sweep || settings.max_edits == NO_LIMIT ||
            steps <= settings.max_edits,
        "no more edits than allowed");
    for (std::size_t i = 0; i < steps; ++i) {
        const bool insertion = found.ranks[i] == static_cast<std::uint8_t>(Rank::insert);
        const bool removal = found.ranks[i] == static_cast<std::uint8_t>(Rank::remove);
        const std::size_t end = problem.sentence.size() + (insertion ? 1 : 0);
        law(found.positions[i] < end, "an edit is at a place of the sentence");
        law((found.targets[i] == ABSENT) == removal, "all but removals have a target");
        if (!removal) problem.table.word(found.targets[i]);
        law(!removal || problem.sentence[found.positions[i]]->removable, "what may not go stays");
        law(std::isfinite(found.gains[i]) || settings.cost == Cost::perplexity,
            "a gain is a number");
    }
    for (const double probability : found.probabilities) law(is_share(probability), "a share");
    law(found.edit_probabilities.size() == edits && found.edit_expected.size() == edits &&
            found.edit_gains.size() == edits && found.edit_ranks.size() == edits &&
            found.edit_targets.size() == edits,
        "columns of edits are as long");
    for (std::size_t i = 0; i < edits; ++i) {
        law(is_share(found.edit_probabilities[i]), "a share");
        law(found.edit_expected[i] >= 0.0 && std::isfinite(found.edit_expected[i]), "a count");
    }
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

bool same_steps(const Results& a, const Results& b) {
    return a.counts == b.counts && a.positions == b.positions && a.ranks == b.ranks &&
           a.targets == b.targets && same(a.gains, b.gains) && same(a.before, b.before) &&
           same(a.after, b.after);
}

bool same_answer(const Results& a, const Results& b) {
    return same_steps(a, b) && same(a.probabilities, b.probabilities) &&
           a.edit_positions == b.edit_positions && a.edit_targets == b.edit_targets &&
           same(a.edit_probabilities, b.edit_probabilities) &&
           same(a.edit_expected, b.edit_expected) && same(a.edit_gains, b.edit_gains);
}

// The ids of a sentence after its edits, which are in their normal form.
SmallModel::Words edited(const Problem& problem, const Results& found) {
    SmallModel::Words ids;
    std::size_t step = 0;
    const auto put = [&](const Word& word) {
        word.each_id([&](std::uint32_t id) { ids.push_back(id); });
    };
    for (std::size_t i = 0; i <= problem.sentence.size(); ++i) {
        bool stands = i < problem.sentence.size();
        for (; step < found.positions.size() && found.positions[step] == i; ++step) {
            const bool removal = found.targets[step] == ABSENT;
            if (found.ranks[step] != static_cast<std::uint8_t>(Rank::insert)) stands = false;
            if (!removal) put(problem.table.word(found.targets[step]));
        }
        if (stands) put(*problem.sentence[i]->word);
    }
    return ids;
}

double bits_of(const SmallModel& model, const SmallModel::Words& ids) {
    return bits_per_token(model.bits(ids), ids.size() + 1);
}

// What holds if the model is whole: an answer's bits are those of its sentence.
void check_bits(const SmallModel& model, const Problem& problem, const Results& found) {
    SmallModel::Words source;
    for (const Token* token : problem.sentence) source.push_back(token->word->id);
    law(found.before[0] == bits_of(model, source), "bits before are the sentence's");
    if (std::isnan(found.after[0])) return;
    const SmallModel::Words after = edited(problem, found);
    law(!after.empty() || source.empty(), "a token is left");
    law(found.after[0] == bits_of(model, after), "bits after are the edited sentence's");
}

// Whether a word is inserted beside its own removal.
bool put_in_and_taken_out(const Problem& problem, const Results& found) {
    for (std::size_t i = 1; i < found.positions.size(); ++i) {
        const std::uint32_t position = found.positions[i];
        if (found.ranks[i] == static_cast<std::uint8_t>(Rank::remove) &&
            found.ranks[i - 1] == static_cast<std::uint8_t>(Rank::insert) &&
            found.positions[i - 1] == position &&
            &problem.table.word(found.targets[i - 1]) == problem.sentence[position]->word) {
            return true;
        }
    }
    return false;
}

}  // namespace

void search_case(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const std::size_t order = 1 + bytes.up_to(MAX_ORDER - 1);
    const bool closed = bytes.flag(), damaged = bytes.flag();
    const SmallModel& model = model_of(bytes, order, closed);
    const Settings settings = settings_of(bytes);
    std::vector<std::uint32_t> inserted, ids;
    for (std::uint32_t i = 0, mask = bytes.word(); i < TEXTS; ++i) {
        if ((mask >> i & 1U) == 0 || inserted.size() == 4) continue;
        inserted.push_back(i);
        ids.push_back(Problem::id_of(i));
    }
    Stop stop;
    Interrupt interrupt{stop, [] {}};
    if (damaged) {
        const DamagedModel broken(model, bytes);
        const Engine engine(broken.levels(), closed, settings, ids);
        const Problem problem(engine, bytes, inserted);
        Searcher searcher(engine, problem.table, interrupt);
        check_columns(problem.answer(searcher), problem, settings);
        return;
    }
    const Engine engine(model.levels(), closed, settings, ids);
    const Problem problem(engine, bytes, inserted);
    Searcher searcher(engine, problem.table, interrupt);
    const Results found = problem.answer(searcher);
    check_columns(found, problem, settings);
    check_bits(model, problem, found);
    law(same_answer(found, problem.answer(searcher)), "the same again with memory in use");

    // Without a bound on anything but the edits, the lattice finds what an exhaustive search does.
    if (settings.search != Search::lattice || settings.max_edits > 2) return;
    if (problem.sentence.empty() || problem.sentence.size() > 5) return;
    // Only the lattice leaves out what costs NEVER; elsewhere it is a price, which may not count.
    const std::vector<std::int64_t>& prices = problem.prices;
    const bool never = std::find(prices.begin(), prices.end(), NEVER) != prices.end();
    if (never && settings.alpha == 1.0) return;
    Settings whole = settings;
    whole.prune.reset();
    whole.stop_at.reset();
    whole.max_inserted = whole.max_edits;
    whole.min_probability = whole.min_gain = 0.0;
    Settings exhaustive = whole;
    exhaustive.search = Search::recursive;
    exhaustive.positions = Positions::all;
    const auto answer = [&](const Settings& how) {
        const Engine other(model.levels(), closed, how, ids);
        const Problem again(other, bytes, inserted);
        Searcher fresh(other, again.table, interrupt);
        return again.answer(fresh);
    };
    const Results best = answer(exhaustive);
    if (put_in_and_taken_out(problem, best)) return;  // no hypothesis of the lattice
    law(same_steps(answer(whole), best), "the lattice finds the best hypothesis");
}

}  // namespace syntacticdiff::testing
