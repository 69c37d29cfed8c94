/* The descriptors of all methods, for the registry and for files that name one. It is apart from solver.h so that a new
 * method recompiles only these. */
#pragma once
#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SOLVER(id) extern const struct solver id;
#define SOLVER_DEVICE(id, kind, method) extern const struct solver id;
#include "solvers/list.h"
#undef SOLVER
#undef SOLVER_DEVICE

#ifdef __cplusplus
}
#endif
