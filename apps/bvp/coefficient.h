/* A coefficient at the places of a grid, in their order. Up to COEFFICIENT_KEPT places the values of a formula or
 * dataset are kept from the first walk over them for the walks that follow, since evaluation is the longest part of a
 * walk. */
#pragma once
#include "apps/bvp/grid.h"

enum { COEFFICIENT_KEPT = 1 << 24 };

struct coefficient {
    struct field *field;
    double *value; /* [places], of which the first `known` are set; NULL: the field is evaluated each time */
    int64_t known;
};

/* `places`: how many there are. On failure coefficient_free still cleans up; it is freed before the grid. */
enum status coefficient_make(struct coefficient *c, struct bvp_grid *g, const struct field_spec *spec, int64_t places);
void coefficient_free(struct coefficient *c);

/* out[count] := the values at the places number first ... first + count - 1, whose x is x[count]. Statuses of
 * field_eval. */
enum status coefficient_at(struct coefficient *c, int64_t first, int64_t count, const double *x, int threads,
                           double *out);

/* out[count] := the values at any x[count], none of them kept. Statuses of field_eval. */
enum status coefficient_anywhere(const struct coefficient *c, int64_t count, const double *x, int threads, double *out);

/* Bytes that coefficient_make keeps. */
double coefficient_bytes(const struct field_spec *spec, int64_t places);
