/* Makes a shape of a public layout. */
#include "library/layout.h"

#include "base/memory.h"
#include "library/call.h"
#include "library/sized.h"

enum { LEAST = offsetof(struct bandstand_layout, step) };
static const int64_t rows_max = INT64_C(1) << 48;

static enum status check_rows(const struct bandstand_layout *l, int64_t *longest)
{
    int64_t sum = 0;
    *longest = 1;
    for (int64_t s = 0; s < l->batch; s++) {
        if (l->rows[s] < 1) return misuse("system %lld has %lld rows", (long long)s, (long long)l->rows[s]);
        if (l->rows[s] > rows_max - sum) return misuse("the rows of %lld systems exceed any memory", (long long)s + 1);
        sum += l->rows[s];
        if (l->rows[s] > *longest) *longest = l->rows[s];
    }
    return ST_OK;
}

/* Systems of different size, one after the other. */
static enum status pack(struct shape *out, int64_t **starts, const struct bandstand_layout *l)
{
    TRY(mem_array(starts, HOST, l->batch, sizeof **starts));
    *out = shape_ragged(l->batch, l->rows, 1, *starts);
    return ST_OK;
}

static enum status place(struct shape *out, int64_t **starts, const struct bandstand_layout *l)
{
    int64_t longest = l->n;
    const bool packed = !l->step && !l->inner && !l->dist && !l->outer && !l->starts;
    if (l->rows) TRY(check_rows(l, &longest));
    if (packed && l->rows) TRY(pack(out, starts, l));
    else if (packed) *out = shape_contiguous(l->n, l->batch);
    else
        *out = (struct shape){.batch = l->batch,
                              .sizes = l->rows,
                              .stride = l->step,
                              .inner = l->inner,
                              .dist = l->dist,
                              .outer = l->outer,
                              .starts = l->starts};
    out->n = l->n ? l->n : longest;
    return ST_OK;
}

enum status layout_shape(struct shape *out, int64_t **starts, enum kind kind, const struct bandstand_layout *layout)
{
    struct bandstand_layout l;
    *starts = NULL;
    TRY(sized_read_all(&l, sizeof l, layout, LEAST, "layout"));
    if (l.n < 0 || l.batch < 0)
        return misuse("a batch cannot have %lld systems of %lld rows", (long long)l.batch, (long long)l.n);
    TRY(place(out, starts, &l));
    out->kind = kind;
    out->matrix = (struct matrix_layout){
        .stride = l.matrix_step,
        .inner = l.matrix_inner,
        .dist = l.matrix_dist,
        .outer = l.matrix_outer,
        .starts = l.matrix_starts,
    };
    return ST_OK;
}

enum status layout_check(const struct shape *shape)
{
    return shape_check(shape) == ST_OK ? ST_OK : ST_CONFIG;
}
