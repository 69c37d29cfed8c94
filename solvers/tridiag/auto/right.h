/* Right sides that lie apart from x, for methods that solve in place. */
#pragma once
#include "solvers/solver.h"

/* Copies the right side of each system to its x. */
void right_take(const struct shape *shape, const struct system *system);
