// The index of spellings, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace syntacticdiff {

void bind_spelling(nanobind::module_& module);

}  // namespace syntacticdiff
