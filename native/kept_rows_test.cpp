#include "kept_rows.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Key = std::array<std::uint32_t, 2>;

TEST_CASE("a row is known until another key gets it") {
    std::mt19937 generator(1);
    for (const std::size_t width : {std::size_t{0}, std::size_t{3}, std::size_t{100'000}}) {
        KeptRows<Key> rows(width);
        std::map<std::int64_t*, Key> last;
        std::size_t known_ones = 0;
        for (int i = 0; i < 3000; ++i) {
            const Key key{static_cast<std::uint32_t>(generator() % 40),
                          static_cast<std::uint32_t>(generator() % 20)};
            const auto [row, known] = rows.row(key);
            if (width == 0) continue;  // all rows begin at the same place
            const bool same = last.count(row) != 0 && last[row] == key;
            CHECK_EQ(known, same);
            known_ones += known ? 1U : 0U;
            last[row] = key;
            for (std::size_t k = 0; k < width && !known; ++k) row[k] = key[0] * 100 + key[1];
            if (width != 0) CHECK_EQ(row[width - 1], std::int64_t{key[0]} * 100 + key[1]);
        }
        if (width == 3) CHECK(known_ones > 100 && last.size() > 100);
    }
}

}  // namespace
}  // namespace syntacticdiff::testing
