/* A coefficient at the places of a grid, in their order. Up to COEFFICIENT_KEPT places the values of a formula or
 * dataset are kept from the first walk over them for the walks that follow, since evaluation is the longest part of a
 * walk. Values of a formula may be shared with other runs (sharing.h). */
#pragma once
#include "apps/bvp/problem/grid.h"
#include "base/field/evaluated.h"

enum { COEFFICIENT_KEPT = 1 << 24 };

struct coefficient {
    struct field *field;
    struct evaluated_values *kept; /* `own`, or shared; NULL: the field is evaluated each time */
    struct evaluated_values own;
};

/* Values at the places first ... end - 1 are kept when they are first requested; end = 0: none is. `shared`: where they
 * are kept, or NULL: by the coefficient itself. On failure coefficient_free still cleans up; it is freed before the
 * grid. `c` stays where it is. */
enum status coefficient_make(struct coefficient *c, struct bvp_grid *g, const struct field_spec *spec, int64_t first,
                             int64_t end, struct evaluated_values *shared);
void coefficient_free(struct coefficient *c);

/* out[count] := the values at the places number first ... first + count - 1, whose x is x[count]. Statuses of
 * field_eval. */
enum status coefficient_at(struct coefficient *c, int64_t first, int64_t count, const double *x, int threads,
                           double *out);

/* out[count] := the values at any x[count], none of which is kept. Statuses of field_eval. */
enum status coefficient_anywhere(const struct coefficient *c, int64_t count, const double *x, int threads, double *out);

/* Bytes that coefficient_make keeps without shared ones. */
double coefficient_bytes(const struct field_spec *spec, int64_t places);
