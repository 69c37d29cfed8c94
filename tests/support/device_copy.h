/* The arrays of a problem on the device, guards and all. */
#pragma once
#include "tests/support/tridiag_cases.h"

enum { MIRRORED = 4 };

struct device_mirror {
    real *v[MIRRORED]; /* lower, diag, upper, x, with the guard before each */
    int64_t *info;
    int64_t batch;
    double *good; /* backward errors and conditions of a problem; or NULL */
};

/* Copies of lower, diag, upper and x, and of so many values of info, as they are now; and back, when the device is done
 * with them. */
enum status device_mirror_of(struct device_mirror *m, const struct guarded g[MIRRORED], const int64_t *info,
                             int64_t count, const struct exec *exec);
enum status device_mirror_back(const struct device_mirror *m, const struct guarded g[MIRRORED], int64_t *info,
                               int64_t count, const struct exec *exec);

/* Copies of the arrays of p as they are now. */
enum status device_mirror_make(struct device_mirror *m, const struct tridiag_problem *p, const struct exec *exec);
void device_mirror_free(struct device_mirror *m);

/* The system on the device. */
struct system device_mirror_system(const struct device_mirror *m);

/* Waits, and copies everything back into p, so that tridiag_problem_intact checks the changes by the device. */
enum status device_mirror_fetch(const struct device_mirror *m, struct tridiag_problem *p, const struct exec *exec);
