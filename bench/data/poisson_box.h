/* The box of the benchmarks of Poisson's equation: a unit cube of cells with one kind of face, and right sides. */
#pragma once
#include "apps/poisson/problem/params.h"
#include "base/config/config.h"

struct poisson_box {
    struct config *config; /* owns what params point to */
    struct poisson_params *params;
};

/* Reads the keys of a unit cube of n[0] x n[1] x n[2] cells whose faces are all of this kind, "neumann" or "periodic",
 * and prescribe 0. On failure poisson_box_free still cleans up. */
enum status poisson_box_read(struct poisson_box *b, const int64_t n[3], const char *kind);
void poisson_box_free(struct poisson_box *b);

/* Right sides without a pattern: a value in [-0.5, 0.5) for each i. */
static inline double poisson_box_value(int64_t i)
{
    return (double)((uint64_t)(i + 1) * 0x9E3779B97F4A7C15u >> 40) * 0x1p-24 - 0.5;
}
