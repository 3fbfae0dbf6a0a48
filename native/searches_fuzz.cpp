// What libFuzzer calls; fuzz.sh builds it.
#include <cstddef>
#include <cstdint>

#include "searches_case.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    syntacticdiff::testing::search_case(data, size);
    return 0;
}
