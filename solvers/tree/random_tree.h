/* Trees of some forms, and random coefficients for them, as functions of only their indices. */
#pragma once
#include "solvers/batch/random_rows.h"

/* TREE_CABLES: runs of rows, 10 in the mean, each hanging on any row before. */
enum tree_form { TREE_CHAIN, TREE_CABLES, TREE_BINARY, TREE_COMB, TREE_STAR, TREE_RANDOM, TREE_FOREST, TREE_FORMS };

static const char *const tree_forms[TREE_FORMS] = {"chain", "cables", "binary", "comb", "star", "random", "forest"};

/* The parent of row i; `place` draws it. */
static inline int64_t random_parent(enum tree_form form, int64_t i, int64_t place)
{
    const double any = ((double)random_at(place, 0) + 1) / 2, turn = ((double)random_at(place, 1) + 1) / 2;
    const int64_t drawn = any < 1 ? (int64_t)(any * (double)i) : i - 1;
    if (i == 0) return -1;
    switch (form) {
    case TREE_CHAIN: return i - 1;
    case TREE_CABLES: return turn < 0.1 ? drawn : i - 1;
    case TREE_BINARY: return (i - 1) / 2;
    case TREE_COMB: return i % 2 ? i - 1 : i - 2;
    case TREE_STAR: return 0;
    case TREE_RANDOM: return drawn;
    default: return turn < 0.2 ? -1 : turn < 0.6 ? i - 1 : drawn;
    }
}

/* Draws a strictly dominant matrix, row i at element i * stride; couplings of roots are left as they are. */
static inline void random_tree(const int64_t *parent, int64_t n, int64_t stride, real *lower, real *diag, real *upper,
                               int64_t place)
{
    for (int64_t i = 0; i < n; i++) {
        const struct random_row row = random_row(place + i);
        const int64_t p = parent[i];
        diag[i * stride] = RC(0.55) + RC(0.45) * random_at(place + i, 2);
        if (p < 0) continue;
        lower[i * stride] = row.lower, upper[i * stride] = row.upper;
        diag[i * stride] += row.lower < 0 ? -row.lower : row.lower;
        diag[p * stride] += row.upper < 0 ? -row.upper : row.upper;
    }
}
