/* Right sides that are kept while a solve overwrites them: as contiguous rows; or, of neighbouring systems whose rows
 * are interleaved, as x is, but packed. */
#pragma once
#include "solvers/batch/line.h"

enum {
    KEPT_LINE = 64 / (int)sizeof(real), /* values of a cache line */
    KEPT_SIDE = 8 * KEPT_LINE           /* interleaved systems that one thread takes */
};

/* Systems that are taken together: neighbours, or one. */
struct kept_run {
    int64_t first, systems;
    int64_t offset,
        stride; /* row 0 of the first one among the values kept, and from row to row; neighbours interleaved */
};

static inline EITHER_SPACE bool kept_side_by_side(const struct shape *s)
{
    return s->dist == 1 && s->stride > 1 && !s->sizes;
}

static inline EITHER_SPACE int64_t kept_inner(const struct shape *s)
{
    return s->inner < s->batch ? s->inner : s->batch;
}

static inline EITHER_SPACE int64_t kept_runs_of_group(const struct shape *s)
{
    return (kept_inner(s) + KEPT_SIDE - 1) / KEPT_SIDE;
}

static inline EITHER_SPACE int64_t kept_runs(const struct shape *s)
{
    return kept_side_by_side(s) && s->batch > 0 ? shape_groups(s) * kept_runs_of_group(s) : s->batch;
}

static inline EITHER_SPACE int64_t kept_values(const struct shape *s)
{
    return s->n * (kept_side_by_side(s) ? shape_groups(s) * kept_inner(s) : s->batch);
}

/* A run of a last group that is not full may have no systems. */
static inline EITHER_SPACE struct kept_run kept_run_at(const struct shape *s, int64_t k)
{
    struct kept_run run = {k, 1, k * s->n, 1};
    if (!kept_side_by_side(s)) return run;
    const int64_t inner = kept_inner(s), group = k / kept_runs_of_group(s);
    const int64_t column = k % kept_runs_of_group(s) * KEPT_SIDE;
    run.first = group * inner + column;
    run.systems = inner - column;
    if (run.systems > KEPT_SIDE) run.systems = KEPT_SIDE;
    if (run.systems > s->batch - run.first) run.systems = s->batch - run.first;
    if (run.systems < 0) run.systems = 0;
    run.offset = group * inner * s->n + column, run.stride = inner;
    return run;
}
