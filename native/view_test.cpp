#include "view.hpp"

#include <cstddef>
#include <vector>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("a view has no items unless it is given some") {
    const View<int> nothing;
    CHECK_EQ(nothing.size, std::size_t{0});
    const std::vector<int> items{3, 1};
    const View<int> view{items.data(), items.size()};
    CHECK_EQ(view.data[view.size - 1], 1);
}

}  // namespace
}  // namespace syntacticdiff::testing
