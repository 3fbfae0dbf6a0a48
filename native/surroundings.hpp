// What tags and heads say of each place of a sentence; search/prices/surroundings.py has the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tree.hpp"

namespace syntacticdiff {

// Kinds of tags, as bits.
enum TagKind : std::uint16_t {
    VERB = 1 << 0,
    NOUN = 1 << 1,
    NOMINAL = 1 << 2,
    DETERMINER = 1 << 3,
    ARTICLE = 1 << 4,
    MODIFIER = 1 << 5,
    PREPOSITION = 1 << 6,
    POINTING = 1 << 7,
    RELATIVE = 1 << 8,
    POSSESSIVE = 1 << 9,
    FINITE = 1 << 10,
};

// A tag: its name's hash and its kinds.
struct Tag {
    std::uint64_t hash;
    std::uint16_t kinds;
};

class Surroundings {
public:
    // The next sentence. Heads are from NO_HEAD to below the number of tags.
    void reset(std::vector<const Tag*> tags, const std::int32_t* heads) {
        tags_ = std::move(tags);
        heads_.assign(heads, heads + tags_.size());
        // Children by their heads, from left to right
        starts_.assign(tags_.size() + 2, 0);
        for (const std::int32_t head : heads_) {
            if (head != NO_HEAD) ++starts_[static_cast<std::size_t>(head) + 2];
        }
        for (std::size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
        children_.resize(tags_.size());
        for (std::size_t token = 0; token < heads_.size(); ++token) {
            if (heads_[token] == NO_HEAD) continue;
            children_[starts_[static_cast<std::size_t>(heads_[token]) + 1]++] =
                static_cast<std::int32_t>(token);
        }
    }

    std::int32_t size() const { return static_cast<std::int32_t>(tags_.size()); }
    const Tag& tag(std::int32_t token) const { return *tags_[static_cast<std::size_t>(token)]; }
    std::int32_t head(std::int32_t token) const { return heads_[static_cast<std::size_t>(token)]; }
    bool is_a(std::int32_t token, unsigned kinds) const { return (tag(token).kinds & kinds) != 0; }

    // The likely subject of a verb at `token`, or of one that is put in before it.
    std::int32_t subject(std::int32_t token) const {
        std::int32_t at = token;
        for (int i = 0; i < CHAIN; ++i) {
            std::int32_t before = NO_HEAD, between = NO_HEAD;
            each_child(at, [&](std::int32_t child) {
                if (!is_a(child, NOMINAL)) return true;
                if (child < token) before = child;
                if (between == NO_HEAD && token < child && child < at) between = child;
                return true;
            });
            const std::int32_t found = before != NO_HEAD ? before : between;
            if (found != NO_HEAD) {
                const std::int32_t above = head(at);
                const bool stands_for_noun = is_a(found, RELATIVE) && above != NO_HEAD &&
                                             above < found && is_a(above, NOMINAL);
                return stands_for_noun ? above : found;
            }
            at = head(at);
            if (at == NO_HEAD) break;
        }
        return NO_HEAD;
    }

    // The leftmost determiner of a noun.
    std::int32_t determiner(std::int32_t noun) const {
        std::int32_t found = NO_HEAD;
        each_child(noun, [&](std::int32_t child) {
            if (child < noun && is_a(child, DETERMINER)) found = child;
            return found == NO_HEAD;
        });
        return found;
    }

    // The nearest token to the left of a verb that neither a subject nor an adverb can be.
    std::int32_t leader_of_verb(std::int32_t verb) const {
        return leader(verb, [this](std::int32_t token) {
            return is_a(token, NOMINAL | MODIFIER) && !is_a(token, VERB);
        });
    }

    // The nearest token to the left of a noun that is not of its phrase.
    std::int32_t leader_of_noun(std::int32_t noun) const {
        return leader(noun, [this](std::int32_t token) { return is_a(token, MODIFIER | NOUN); });
    }

    // The noun of the phrase that begins at a token.
    std::int32_t phrase_noun(std::int32_t start) const {
        std::int32_t token = start;
        for (int i = 0; i < PHRASE; ++i) {
            const std::int32_t above = head(token);
            if (above <= token || !is_a(token, MODIFIER | NOUN)) break;
            if (is_a(token, NOUN) && !is_a(above, NOUN)) break;
            if (is_a(above, VERB | PREPOSITION)) break;
            token = above;
        }
        return token;
    }

    // The noun that a token belongs to.
    std::int32_t noun_of(std::int32_t token) const {
        const std::int32_t above = head(token);
        return is_a(token, PREPOSITION) && above > token ? above : phrase_noun(token);
    }

    // An article, possessive pronoun or possessor of a noun, apart from one token.
    std::int32_t article(std::int32_t noun, std::int32_t apart_from) const {
        std::int32_t found = NO_HEAD;
        each_child(noun, [&](std::int32_t child) {
            if (child == apart_from || child > noun) return true;
            bool counts = is_a(child, ARTICLE);
            each_child(child, [&](std::int32_t below) {
                counts = counts || is_a(below, POSSESSIVE);
                return !counts;
            });
            if (counts) found = child;
            return found == NO_HEAD;
        });
        return found;
    }

private:
    static constexpr int CHAIN = 3;
    static constexpr int PHRASE = 8;
    static constexpr std::int32_t REACH = 5;

    template <class F>
    std::int32_t leader(std::int32_t token, F&& passed) const {
        for (std::int32_t at = token - 1; at >= 0 && at >= token - REACH; --at) {
            if (!passed(at)) return at;
        }
        return NO_HEAD;
    }

    // Calls `f` for each child until it returns false.
    template <class F>
    void each_child(std::int32_t token, F&& f) const {
        // Filling has moved each start to the next one's.
        const auto at = static_cast<std::size_t>(token);
        for (std::size_t i = starts_[at]; i < starts_[at + 1]; ++i) {
            if (!f(children_[i])) return;
        }
    }

    std::vector<const Tag*> tags_;
    std::vector<std::int32_t> heads_;
    std::vector<std::size_t> starts_;
    std::vector<std::int32_t> children_;
};

}  // namespace syntacticdiff
