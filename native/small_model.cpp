#include "small_model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "model.hpp"
#include "scorer.hpp"
#include "words.hpp"

namespace syntacticdiff::testing {

SmallModel::SmallModel(Ngrams ngrams) : ngrams_(std::move(ngrams)) {
    for (const auto& [words, entry] : ngrams_)
        arrays_.resize(std::max(arrays_.size(), words.size()));
    // A map lists the n-grams of one order by context and word, as the model wants them.
    std::vector<std::map<Words, std::uint32_t>> indices(arrays_.size());
    for (const auto& [words, entry] : ngrams_) {
        Arrays& level = arrays_[words.size() - 1];
        indices[words.size() - 1][words] = static_cast<std::uint32_t>(level.words.size());
        level.words.push_back(words.back());
        level.log10.push_back(entry.log10);
        if (words.size() < arrays_.size()) level.backoff.push_back(entry.backoff);
    }
    for (std::size_t length = 1; length < arrays_.size(); ++length) {
        std::vector<std::uint32_t>& children = arrays_[length - 1].children;
        children.assign(arrays_[length - 1].words.size() + 1, 0);
        for (const auto& [words, index] : indices[length]) {
            ++children[indices[length - 1].at({words.begin(), std::prev(words.end())}) + 1];
        }
        for (std::size_t i = 1; i < children.size(); ++i) children[i] += children[i - 1];
    }
}

SmallModel SmallModel::random(unsigned seed, std::size_t order, std::uint32_t vocabulary,
                              bool closed) {
    std::mt19937 generator(seed);
    const auto chance = [&](unsigned percent) { return generator() % 100 < percent; };
    // Quarters, so that sums are exact and often equal.
    const auto quarters = [&](unsigned most) {
        return -static_cast<float>(generator() % (4 * most + 1)) / 4.0F;
    };
    Ngrams ngrams;
    for (std::uint32_t word = 0; word < vocabulary; ++word) {
        ngrams[{word}] = {quarters(3), quarters(1)};
    }
    std::vector<Words> contexts;
    for (const auto& [words, entry] : ngrams) contexts.push_back(words);
    for (std::size_t length = 2; length <= order; ++length) {
        std::vector<Words> found;
        for (Words words : contexts) {
            if (words.back() == END) continue;
            words.push_back(0);
            for (std::uint32_t word = 0; word < vocabulary; ++word) {
                words.back() = word;
                if (word == BEGIN || !chance(40)) continue;
                const bool known = ngrams.count({std::next(words.begin()), words.end()}) != 0;
                if (closed && !known) continue;
                const float log10 = chance(10) ? PREFIX_ONLY : quarters(2);
                ngrams[words] = {log10, quarters(1)};
                found.push_back(words);
            }
        }
        contexts.swap(found);
    }
    return SmallModel(std::move(ngrams));
}

std::vector<Level> SmallModel::levels() const {
    std::vector<Level> result;
    for (const Arrays& level : arrays_) {
        result.push_back({{level.words.data(), level.words.size()},
                          {level.log10.data(), level.log10.size()},
                          {level.backoff.data(), level.backoff.size()},
                          {level.children.data(), level.children.size()}});
    }
    return result;
}

double SmallModel::log10(const Words& context, std::uint32_t word) const {
    double sum = 0.0;
    for (auto first = context.begin();; ++first) {
        Words words(first, context.end());
        const auto as_context = ngrams_.find(words);
        words.push_back(word);
        const auto found = ngrams_.find(words);
        if (found != ngrams_.end() && found->second.log10 != PREFIX_ONLY) {
            return sum + static_cast<double>(found->second.log10);
        }
        if (first == context.end()) return sum;
        if (as_context != ngrams_.end()) sum += static_cast<double>(as_context->second.backoff);
    }
}

std::int64_t SmallModel::bits(Words sentence) const {
    sentence.insert(sentence.begin(), BEGIN);
    sentence.push_back(END);
    std::int64_t sum = 0;
    for (std::size_t i = 1; i < sentence.size(); ++i) {
        const auto end = sentence.begin() + static_cast<std::ptrdiff_t>(i);
        const std::size_t length = std::min(i, arrays_.size() - 1);
        sum += word_bits(log10({end - static_cast<std::ptrdiff_t>(length), end}, *end));
    }
    return sum;
}

SmallModel cat_model() {
    return SmallModel({
        {{UNKNOWN}, {-3.0F, 0.0F}},
        {{BEGIN}, {-99.0F, -0.5F}},
        {{END}, {-1.0F, 0.0F}},
        {{A}, {-1.5F, -0.25F}},
        {{CAT}, {-2.0F, -0.5F}},
        {{SAT}, {-2.5F, -0.125F}},
        {{THE}, {-1.25F, -0.75F}},
        {{BEGIN, A}, {-1.0F, -0.125F}},
        {{BEGIN, THE}, {-0.5F, -0.25F}},
        {{A, CAT}, {-0.625F, -0.5F}},
        {{CAT, SAT}, {-1.0F, -0.0625F}},
        {{SAT, END}, {-0.25F, 0.0F}},
        {{THE, CAT}, {-0.75F, -0.375F}},
        {{BEGIN, THE, CAT}, {-0.125F, 0.0F}},
        {{CAT, SAT, END}, {-0.03125F, 0.0F}},
        {{THE, CAT, SAT}, {-0.0625F, 0.0F}},
    });
}

const Word* SmallTable::word(const std::string& text) {
    const auto id = ids_.find(text);
    const auto known = handles_.find(text);
    if (known != handles_.end()) return &table.word(known->second);
    const std::uint32_t handle = table.add_word(text, id == ids_.end() ? UNKNOWN : id->second);
    handles_[text] = handle;
    return &table.word(handle);
}

std::vector<Choice> SmallTable::choices(const Penalties& penalties) {
    std::vector<Choice> result;
    for (const auto& [text, penalty] : penalties) result.push_back({word(text), penalty});
    return result;
}

const Token* SmallTable::token(const std::string& text, const Penalties& substitutions,
                               bool removable, std::int64_t removal) {
    const std::uint32_t handle = word(text)->handle;
    return &table.token(table.add_token(handle, removable, removal, choices(substitutions)));
}

std::vector<const Token*> SmallTable::sentence(const std::string& text) {
    std::istringstream words(text);
    std::vector<const Token*> result;
    for (std::string word; words >> word;) result.push_back(token(word));
    return result;
}

SmallTable cat_table(const Model& model) {
    return SmallTable(model, {{"a", A}, {"cat", CAT}, {"sat", SAT}, {"the", THE}});
}

}  // namespace syntacticdiff::testing
