// Adds calibrated prices to the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace syntacticdiff {

void bind_prices(nanobind::module_& module);

}  // namespace syntacticdiff
