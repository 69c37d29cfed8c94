/* How a batch lies in memory: its shape, and whether its arrays are one vector. */
#pragma once
#include "apps/batch/params.h"
#include "solvers/solver.h"

struct form {
    struct shape shape, flat; /* flat: the same systems, contiguous, n apart */
    int64_t *sizes, *starts;  /* or NULL; of the longest systems `shape` may know nothing, if they are padded */
    int64_t apart;            /* elements from one array to the next in their one vector; 0: arrays of their own */
};

/* On failure form_free still cleans up. ST_NOMEM. */
enum status form_make(struct form *f, const struct params *p, int64_t systems, int64_t rows);
void form_free(struct form *f);

/* Elements that the arrays need: of x; of lower, diag and upper each; one vector for all counts as x. */
int64_t form_solution(const struct form *f);
int64_t form_coefficients(const struct form *f);

bool form_unified(const struct params *p);
bool form_ragged(const struct params *p);
bool form_contiguous(const struct params *p);
