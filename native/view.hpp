// Items that belong to somebody else.
#pragma once

#include <cstddef>

namespace syntacticdiff {

template <class T>
struct View {
    const T* data = nullptr;
    std::size_t size = 0;
};

}  // namespace syntacticdiff
