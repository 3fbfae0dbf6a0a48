// A case of fuzzing for the searches: bytes that stand for a model, settings, words, prices and a
// sentence. searches_fuzz.cpp has libFuzzer choose them, searches_case_test.cpp chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace syntacticdiff::testing {

struct BrokenLaw : std::logic_error {
    using std::logic_error::logic_error;
};

// Searches, and throws BrokenLaw if the answer cannot be right.
void search_case(const std::uint8_t* data, std::size_t size);

}  // namespace syntacticdiff::testing
