/* One matrix and many right sides: blocks, levels and coefficients are kept by factor, and solves reduce right sides
 * only, with the bits of a solve without factor. */
#pragma once
#include "solvers/tridiag/gather.h"

/* As gather_workspace_bytes and gather_solve, and more where shape.reuse. */
int64_t arcr_reuse_workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                                   const struct exec *exec);
enum status arcr_reuse_factor(struct plan *p, const struct system *system);
enum status arcr_reuse_solve(struct plan *p, const struct system *system);
