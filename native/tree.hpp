// A dependency tree as arrays.
#pragma once

#include <cstdint>
#include <vector>

namespace syntacticdiff {

constexpr std::int32_t NO_HEAD = -1;  // the root's, and that of what is not attached yet

// Hashes of words and tags, and the head of each token.
struct Tree {
    std::vector<std::uint64_t> words, tags;
    std::vector<std::int32_t> heads;
};

}  // namespace syntacticdiff
