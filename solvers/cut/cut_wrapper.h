/* Systems of any kind whose rows are cut over ranks (solvers/cut.h), through plans for others. */
#pragma once
#include "solvers/kind.h"

/* For kinds that have `cuts`. */
extern const struct wrapper cut_wrapper;
