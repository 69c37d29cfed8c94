/* Some rows of a system, at fixed places, from which it is chosen how to solve: they decide about speed, never about
 * what is called an answer. */
#pragma once
#include <stdbool.h>

#include "solvers/batch/line.h"

/* |b_i| >= |a_i| + |c_i|, or |b_i| >= |a_{i+1}| + |c_{i-1}|, of all rows that were looked at. */
struct sample {
    bool by_rows, by_columns;
    double share; /* of the diagonals by which rows exceed it, added up; and how many rows */
    int64_t count;
};

/* The sample of one system, and of systems all over a batch. */
struct sample sample_line(const struct line *l, bool cyclic);
struct sample sample_systems(const struct shape *shape, const struct system *system);

/* Is the sum of a row a sixteenth less than its diagonal on average? The influence of unknowns on others then decays,
 * as `windows` needs it. */
bool sample_decays(const struct sample *s);

/* Is some |d_i| so large that underflow is negligible against it? First some rows are looked at, then, as
 * long as there is none, all. */
bool sample_right_is_large(const struct line *l);
