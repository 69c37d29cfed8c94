/* Systems that are cut over the ranks of comm_world, for tests that mpirun starts on several, or that run on one. Every
 * rank draws the whole systems, and has its rows of them. */
#pragma once
#include "base/comm/comm.h"
#include "solvers/solver.h"

enum cut_layout { CUT_CONTIGUOUS, CUT_INTERLEAVED, CUT_FIELD3, CUT_FIELD20, CUT_LAYOUTS }; /* fields 3 and 20 wide */
enum cut_matrix { CUT_EACH, CUT_ONE, CUT_ONE_SHIFTED, CUT_TOEPLITZ, CUT_MATRICES };
enum cut_rows { CUT_DOMINANT, CUT_BARELY, CUT_GENERAL }; /* by a factor of 2 or more; of 1.001; elements of any size */
enum cut_cuts { CUT_EVEN, CUT_RAGGED, CUT_SOME_EMPTY, CUT_CUTS };

struct cut_case {
    int64_t n, batch;
    enum cut_layout layout;
    enum cut_matrix matrix;
    enum cut_rows rows;
    enum cut_cuts cuts;
    bool reuse, cyclic;
    int threads;
    struct rank_cut cut; /* scheme and chunks; the rest is filled in */
};

/* The k-th of a table of cases of n rows in which every pair of choices meets: of all but rows and cut. */
struct cut_case cut_case_at(int64_t n, int64_t k);

/* Is this cell of a table of cases tried? With a SAMPLE of 24 and more one of so many in each row and column, `share`
 * times SAMPLE / 24; others on another number of ranks, and from 48 on fewer on more ranks, each of which draws and
 * solves whole systems too. */
bool cut_wanted(int64_t row, int64_t column, int64_t share);

/* Arrays of one shape. */
struct cut_arrays {
    struct shape shape;
    real *lower, *diag, *upper, *shift, *x;
    int64_t *info;
};

struct cut_arrays cut_arrays_make(const struct shape *s);
void cut_arrays_free(struct cut_arrays *a);
/* Rows from `first` on of the right sides of a seed. */
void cut_arrays_right(struct cut_arrays *a, int64_t first, int64_t seed);

struct cut_problem {
    struct cut_arrays whole, mine; /* whole: not cut */
    int64_t seed, first;           /* of right sides; the first row of this rank */
};

/* Rows of rank r of `ranks`, the same on every rank. */
int64_t cut_case_first(const struct cut_case *c, int ranks, int r);

struct cut_problem cut_problem_make(const struct cut_case *c, int64_t seed);
void cut_problem_free(struct cut_problem *p);
/* Another right side, in both. */
void cut_problem_right(struct cut_problem *p);
struct system cut_arrays_system(const struct cut_arrays *a);

/* The number of values of x of this rank that differ in their bits from those of the whole systems. */
int64_t cut_problem_differing(const struct cut_problem *p);
/* The number of differing values of info, which is that of whole systems. */
int64_t cut_problem_info_differing(const struct cut_problem *p);
/* The largest difference from the whole x over its largest value, of this rank and all systems that info reports as
 * solved; INFINITY for NaN. */
double cut_problem_error(const struct cut_problem *p);
/* The largest residual of the rows of this rank over those of their terms in sums of sizes, by x of all ranks, of all
 * systems that info reports as solved. Collective. */
double cut_problem_residual(const struct cut_problem *p);

/* Makes a plan of method `s` for the rows of this rank, and one of `alone` for the whole systems only on this rank, and
 * solves both, each plan twice. */
enum status cut_problem_solve(struct cut_problem *p, const struct cut_case *c, const struct solver *alone,
                              const struct solver *s);

const struct solver *cut_method(const char *name);
/* A sentence about a case, for messages: static. */
const char *cut_case_name(const struct cut_case *c, const struct solver *s);
