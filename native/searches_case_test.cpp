#include "searches_case.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

bool holds(const std::vector<std::uint8_t>& data) {
    try {
        search_case(data.data(), data.size());
    } catch (const BrokenLaw&) {
        return false;
    }
    return true;
}

TEST_CASE("any model, settings and sentence give an answer that can be right") {
    std::mt19937 generator(0);
    for (int i = 0; i < 3000; ++i) {
        std::vector<std::uint8_t> data(generator() % 200);
        for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(generator());
        CHECK(holds(data));
    }
}

// fuzz.py keeps what libFuzzer finds beside this file.
TEST_CASE("what fuzzing found does not come back") {
    const std::filesystem::path folder = std::filesystem::path(__FILE__).parent_path() / "found";
    std::size_t cases = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        ++cases;
        std::ifstream stream(entry.path(), std::ios::binary);
        CHECK(holds({std::istreambuf_iterator<char>(stream), {}}));
    }
    CHECK(cases != 0);
}

}  // namespace
}  // namespace syntacticdiff::testing
