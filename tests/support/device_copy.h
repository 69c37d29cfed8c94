/* The arrays of a problem on the device, guards and all. */
#pragma once
#include "tests/support/tridiag_cases.h"

struct mirror {
    real *v[4]; /* lower, diag, upper, x, with the guard before each */
    int64_t *info;
};

/* Copies of the arrays of p as they are now. */
enum status mirror_make(struct mirror *m, const struct problem *p, const struct exec *exec);
void mirror_free(struct mirror *m);

/* The system on the device. */
struct system mirror_system(const struct mirror *m);

/* Waits, and copies everything back into p, so that problem_intact sees what the device did. */
enum status mirror_fetch(const struct mirror *m, struct problem *p, const struct exec *exec);
