/* The layout of a batch in memory: its shape, and whether its arrays are one vector. */
#pragma once
#include "apps/batch/problem/params.h"
#include "solvers/solver.h"

struct batch_layout {
    struct shape shape, flat; /* shape: overwritable; flat: the same systems, contiguous, n apart */
    int64_t *sizes, *starts;  /* or NULL; shape.sizes is NULL if systems are padded */
    int64_t apart;            /* elements from one array to the next in their one vector; 0: arrays of their own */
};

/* sizes: NULL, or [systems] rows of each, which are copied and not drawn. On failure batch_layout_free still cleans up.
 * ST_NOMEM. */
enum status batch_layout_make(struct batch_layout *f, const struct batch_params *p, int64_t systems, int64_t rows,
                              const int64_t *sizes);
void batch_layout_free(struct batch_layout *f);

/* Elements that the arrays need: of x; of lower, diag and upper each; one vector for all counts as x. */
int64_t batch_layout_solution(const struct batch_layout *f);
int64_t batch_layout_coefficients(const struct batch_layout *f);

/* Bytes of lower, diag, upper, x each, v from 0 to 3, by the allocations that hold them; and whether allocation v holds
 * a part of the matrix. */
int64_t batch_layout_bytes(const struct batch_layout *f, int v);
bool batch_layout_holds_matrix(const struct batch_layout *f, int v);

/* Rows of the shortest system, if sizes differ and the longest one may have so many. */
int64_t batch_min(const struct batch_params *p, int64_t rows);

bool batch_layout_unified(const struct batch_params *p);
bool batch_layout_ragged(const struct batch_params *p);
bool batch_layout_contiguous(const struct batch_params *p);
