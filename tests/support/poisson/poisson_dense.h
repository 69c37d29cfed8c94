/* Poisson's equation in random small boxes, as a matrix of all points that is assembled from the configuration's words
 * and eliminated, by no code of the application. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DENSE_MOST = 5 /* points along an axis */ };

enum dense_kind { DENSE_DIRICHLET, DENSE_NEUMANN, DENSE_ROBIN, DENSE_PERIODIC };
enum dense_eps { DENSE_NUMBER, DENSE_LAYERS, DENSE_SMOOTH, DENSE_BLOCKS };

/* Along each axis the number of points, their kind, and both faces. All faces prescribe one function, f is another. */
struct dense_problem {
    int dim, main, n[3];
    enum dense_kind kind[3][2];
    enum dense_eps eps;
    bool node[3], stretched[3], q_varies;
    double h[3][2], q;
};

/* One of 1 to 3 axes, with Robin faces at half of all; without layers where another axis than the tridiagonal one has
 * such faces. */
struct dense_problem dense_draw(uint64_t *seed);
/* 0 ... count - 1. */
int dense_below(uint64_t *seed, int count);

/* Is u known up to a constant? */
bool dense_level_free(const struct dense_problem *p);

void dense_print(char *out, size_t size, const struct dense_problem *p);
/* u[points], x fastest. */
void dense_solve(const struct dense_problem *p, double *u);
