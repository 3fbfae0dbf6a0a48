// What takes long calls this again and again; whoever waits for it may throw, and it ends.
#pragma once

#include <functional>

namespace syntacticdiff {

using Heartbeat = std::function<void()>;

inline void no_heartbeat() {}

}  // namespace syntacticdiff
