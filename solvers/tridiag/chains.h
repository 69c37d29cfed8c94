/* The independent systems that parallel cyclic reduction leaves, each with its rows contiguous: chain s of 2^levels has
 * the rows s, s + 2^levels, s + 2 2^levels, ... of n. */
#pragma once
#include "solvers/tridiag/rows.h"

struct chains {
    int64_t n;
    int levels;
    bool shuffled; /* chains lie in the order that comes of taking the even rows first, over and over, without gaps */
};

struct chain {
    int64_t start, rows; /* its first place in each array, how many */
};

/* Any s < 2^levels; a chain may have no rows if there are more chains than rows. */
struct chain chain_of(const struct chains *c, int64_t s);

/* Values to keep for an array, the gaps between long chains included. */
int64_t chains_room(int64_t n);

/* Four arrays in scratch of 4 chains_room(n) values. */
struct rows chains_at(real *scratch, int64_t n);

/* The rows from ... to - 1, of which `in` has the first, to their places in `out`; in and out do not overlap. */
void chains_deal(const struct chains *c, int64_t from, int64_t to, struct given in, struct rows out);

/* The same with a level of reduction on the way: `in` has all n rows, which are freed of their neighbours at distance
 * k. */
void chains_reduce(const struct chains *c, struct given in, int64_t k, int64_t from, int64_t to, struct rows out);

/* The values of the rows from ... to - 1 from their places in d to x, which has the first of them. */
void chains_collect(const struct chains *c, int64_t from, int64_t to, const real *d, real *x);

/* The same of one chain: all its rows in its places, and its values from there into x of all rows. */
void chain_deal(const struct chains *c, int64_t s, struct given in, struct rows out);
void chain_collect(const struct chains *c, int64_t s, const real *d, real *x);

/* Solves the chains first ... last - 1 by Thomas in place, d becoming the solution; some of them side by side, so that
 * the one's divisions do not wait for the other's. Neither that nor the range changes what is computed. */
void chains_solve(const struct chains *c, struct rows rows, int64_t first, int64_t last);

/* The last two stages by all ranks: solves the chains and collects x. Not before all ranks have dealt. */
void chains_finish(const struct chains *c, struct rows rows, real *x, struct team team);
