/* Hooks of `partition_pivot`: those of single_system.h, and a matrix that is factored once for many right sides. */
#pragma once
#include "solvers/solver.h"

extern const struct solver_hooks partition_pivot_hooks;
