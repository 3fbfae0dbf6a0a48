// An engine and a batch of sentences as Python hands them over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind_arrays.hpp"
#include "bind_model.hpp"
#include "engine.hpp"
#include "settings.hpp"
#include "words.hpp"

namespace syntacticdiff {

// An engine and the arrays that it reads.
class BoundEngine {
public:
    BoundEngine(std::vector<LevelArrays> arrays, bool closed, const Settings& settings,
                std::vector<std::uint32_t> insertions)
        : arrays_(std::move(arrays)),
          engine(levels_of(arrays_), closed, settings, std::move(insertions)) {}

private:
    std::vector<LevelArrays> arrays_;  // must come before, and outlive, the engine

public:
    Engine engine;
};

// A batch's sentences. Handles become pointers while the lock is held: other threads may add words
// later.
class Sentences {
public:
    Sentences(const WordTable& table, const Array<std::uint32_t>& tokens,
              const Array<std::uint32_t>& ends)
        : ends_(ends) {
        tokens_.reserve(tokens.size());
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            tokens_.push_back(&table.token(tokens.data()[i]));
        }
    }

    template <class F>
    void each(F&& f) const {
        std::vector<const Token*> sentence;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            const std::size_t end = ends_.data()[i];
            if (end < begin || end > tokens_.size()) throw std::out_of_range("sentence ends");
            sentence.assign(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                            tokens_.begin() + static_cast<std::ptrdiff_t>(end));
            f(sentence);
            begin = end;
        }
    }

private:
    const Array<std::uint32_t>& ends_;
    std::vector<const Token*> tokens_;
};

}  // namespace syntacticdiff
