/* Trees to try methods on, with guarded arrays, and measures of a solution. */
#pragma once
#include "solvers/tree/random_tree.h"
#include "solvers/tree/tree_line.h"
#include "tests/support/tridiag_cases.h"

struct tree_problem {
    struct shape shape;
    int64_t *sizes, *starts, *parents, *firsts;
    struct guarded lower, diag, upper, x;
    int64_t *info;
};

/* The trees to draw. */
struct tree_draw {
    enum tree_form form;
    bool own;    /* a tree of its own for each system, else one for all */
    bool varied; /* random sizes */
    bool shared; /* one matrix for all systems, which have one tree then */
};

/* Draws trees, a dominant matrix and a right side. Couplings of roots are canaries. */
struct tree_problem tree_problem_make(const struct shape *shape, struct tree_draw draw, uint64_t *seed);
void tree_problem_free(struct tree_problem *p);
void tree_problem_right(struct tree_problem *p, uint64_t *seed);
void tree_problem_reset(struct tree_problem *p); /* the right side into x, info that no method gives */
struct system tree_problem_system(const struct tree_problem *p);

/* Largest residual over |A| |x| + |f|, row by row, over eps times the most terms of a row that is worst; infinity if x
 * is not finite. */
double tree_problem_residual(const struct tree_problem *p);
/* Largest difference from elimination with pivots in long double, over eps and the largest |x|, of systems of at most
 * 64 rows, the first few. */
double tree_problem_error(const struct tree_problem *p);
bool tree_problem_intact(const struct tree_problem *p);
