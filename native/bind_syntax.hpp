// Adds the tagger and the parser to the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace syntacticdiff {

void bind_syntax(nanobind::module_& module);

}  // namespace syntacticdiff
