/* Methods by name, and the memory of a layout: the same in both precisions, and compiled only for double. */
#include "base/memory.h"
#include "library/call.h"
#include "library/layout.h"

#define SAME(ours, theirs) \
    _Static_assert((int)(ours) == (int)(theirs), "the public header has the constants of solvers/")
SAME(BANDSTAND_TRIDIAG, KIND_TRIDIAG);
SAME(BANDSTAND_RECURRENCE, KIND_RECURRENCE);
SAME(BANDSTAND_TRANSFORM, KIND_TRANSFORM);
SAME(BANDSTAND_TREE, KIND_TREE);
SAME(BANDSTAND_HALF_COMPLEX, HALF_COMPLEX);
SAME(BANDSTAND_REAL, REAL);
SAME(BANDSTAND_DCT1, DCT1);
SAME(BANDSTAND_DST4, DST4);
SAME(BANDSTAND_DST4 + 1, TRANSFORM_TYPES);
SAME(BANDSTAND_SOLVED_BY_FALLBACK, SOLVED_BY_FALLBACK);
SAME(BANDSTAND_INACCURATE, INACCURATE);
SAME(BANDSTAND_PIVOTS_GREW, PIVOTS_GREW);

static const struct solver *method_at(int kind, int i)
{
    int before = 0;
    for (size_t k = 0; k < solver_count(); k++) {
        const struct solver *const s = solver_at(k);
        if ((int)s->kind == kind && s->space == HOST && before++ == i) return s;
    }
    return NULL;
}

const char *bandstand_method_name(int kind, int i)
{
    const struct solver *const s = method_at(kind, i);
    return s ? s->method : NULL;
}

const char *bandstand_method_about(int kind, int i)
{
    const struct solver *const s = method_at(kind, i);
    return s ? s->about : NULL;
}

const char *bandstand_method_source(int kind, int i)
{
    const struct solver *const s = method_at(kind, i);
    return s ? s->source : NULL;
}

static enum status extents(const struct bandstand_layout *layout, int64_t **starts, int64_t *x, int64_t *matrix)
{
    struct shape shape;
    TRY(layout_shape(&shape, starts, KIND_TRIDIAG, layout));
    TRY(layout_check(&shape));
    if (x) *x = shape_extent(&shape);
    if (matrix) *matrix = shape_matrix_extent(&shape);
    return ST_OK;
}

int bandstand_extents(const struct bandstand_layout *layout, int64_t *x, int64_t *matrix)
{
    int64_t *starts;
    const struct call call = call_begin(1);
    const enum status s = extents(layout, &starts, x, matrix);
    mem_free(starts);
    return call_end(call, s);
}
