#include "heartbeat.hpp"

#include <stdexcept>

#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

// Work that calls its heartbeat until that throws, or it is done.
int work(int steps, const Heartbeat& heartbeat) {
    int done = 0;
    try {
        for (; done < steps; ++done) heartbeat();
    } catch (const std::runtime_error&) {
    }
    return done;
}

TEST_CASE("a heartbeat that throws ends the work, and none does not") {
    int beats = 0;
    CHECK_EQ(work(9, no_heartbeat), 9);
    CHECK_EQ(work(9,
                  [&] {
                      if (++beats == 4) throw std::runtime_error("enough");
                  }),
             3);
    CHECK_EQ(beats, 4);
}

}  // namespace
}  // namespace syntacticdiff::testing
