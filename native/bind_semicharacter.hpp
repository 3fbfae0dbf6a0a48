// The semi-character index, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace syntacticdiff {

void bind_semicharacter(nanobind::module_& module);

}  // namespace syntacticdiff
