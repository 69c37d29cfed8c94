/* The meaning of info under the method of a plan. */
#pragma once
#include "solvers/solver.h"

/* A static sentence, without its full stop, as solver_info_text gives for methods that nothing is known of: of a plan
 * whose method solves any regular matrix it says that the matrix is singular, and names no other method. It does not
 * name the row that a positive info stands for. */
const char *plan_info_text(const struct plan *p, int64_t info);
