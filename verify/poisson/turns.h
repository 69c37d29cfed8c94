/* The methods of a space that solve problems of Poisson's equation, in rotation: all that are registered for
 * tridiagonal systems, `transforms`, and all for transforms of lines. */
#pragma once
#include "base/real.h"
#include "base/report.h"
#include "verify/poisson/problem.h"
#include "verify/verify.h"

enum { TURNS_MAX = 64 };

struct turn {
    const char *name;
    int64_t solved, refused;
    double worst;  /* residual, in roundings */
    char why[240]; /* of its first refusal, or failure */
};

struct turns {
    struct exec exec;
    int systems, transforms;
    struct turn system[TURNS_MAX], transform[TURNS_MAX];
    int64_t next; /* pair of methods */
};

/* A transform that is not on this machine is not used, and counts as refused in the report. */
enum status turns_make(struct turns *t, struct exec exec, struct report *r);

/* Solves p by system k of t and the next transform, and measures. *taken: it was not refused; a failure is measured
 * as infinite. The residual of a method that loses digits is 0 here, and has its own check. */
enum status turns_solve(struct turns *t, int k, struct poisson_problem *p, const char *metric, double *out,
                        bool *taken);

/* Solves p by the next methods that accept it. */
enum status turns_solve_next(struct turns *t, struct poisson_problem *p, const char *metric, double *out);

/* Solves p by the methods that it names. */
enum status turns_solve_same(struct turns *t, const struct poisson_problem *p, const char *metric, double *out);

/* A check of the worst residual of each method, the number of problems that it solved, and the reason why it refused
 * others. */
enum status turns_report(const struct turns *t, struct report *r);
