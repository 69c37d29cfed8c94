/* The independent systems that parallel cyclic reduction leaves, each with its rows contiguous: subsystem s of 2^levels
 * has the rows s, s + 2^levels, s + 2 2^levels, ... of n. */
#pragma once
#include "solvers/tridiag/gather.h"

struct subsystems {
    int64_t n;
    int levels;
    bool shuffled; /* subsystems are in the order of taking even rows first at each level, without gaps */
};

struct subsystem {
    int64_t start, rows; /* its first place in each array, how many */
};

/* Any s < 2^levels; a subsystem may have no rows if there are more subsystems than rows. */
struct subsystem subsystem_of(const struct subsystems *c, int64_t s);

/* Values to keep for an array, the gaps between long subsystems included. */
int64_t subsystems_workspace(int64_t n);

/* Four arrays in workspace of 4 subsystems_workspace(n) values. */
struct tridiag_rows subsystems_at(real *workspace, int64_t n);

/* n values that are free when subsystems are collected one by one, of the two buffers that `levels` levels went
 * through, each reading what the one before wrote: the last one read. */
static inline real *subsystems_spare(int64_t n, int levels, real *buffers)
{
    return buffers + levels % 2 * 4 * padded_length(n);
}

/* Copies rows from ... to - 1, with which `in` begins, to their places in `out`; in and out do not overlap. */
void subsystems_deal(const struct subsystems *c, int64_t from, int64_t to, struct const_rows in,
                     struct tridiag_rows out);

/* subsystems_deal after one level of reduction: `in` has all n rows, which are freed of their neighbours at distance
 * k. */
void subsystems_reduce(const struct subsystems *c, struct const_rows in, int64_t k, int64_t from, int64_t to,
                       struct tridiag_rows out);

/* Copies rows from ... to - 1 from their places in d to x, which begins with the first of them. */
void subsystems_collect(const struct subsystems *c, int64_t from, int64_t to, const real *d, real *x);

/* subsystems_deal and subsystems_collect for one subsystem: all its rows in its places, and its values from there into
 * x of all rows. */
void subsystem_deal(const struct subsystems *c, int64_t s, struct const_rows in, struct tridiag_rows out);
void subsystem_collect(const struct subsystems *c, int64_t s, const real *d, real *x);

/* Solves the subsystems first ... last - 1 by Thomas in place, d becoming the solution; some of them together, so
 * that their divisions overlap. The results are the same for every range. */
void subsystems_solve(const struct subsystems *c, struct tridiag_rows rows, int64_t first, int64_t last);

/* The last two stages by all ranks: solves the subsystems and collects x. Not before all ranks have dealt. */
void subsystems_finish(const struct subsystems *c, struct tridiag_rows rows, real *x, struct team team);
