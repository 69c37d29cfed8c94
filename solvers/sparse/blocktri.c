/* The kind of block-tridiagonal systems: one at a time, in contiguous rows. */
#include "base/either_precision.h"
#include "solvers/kind.h"
#include "solvers/sparse/matrix/matrix.h"

struct shape shape_blocktri(enum question question, const struct matrix *matrix, const struct qbd *levels, int64_t band)
{
    struct shape s = shape_contiguous(matrix ? matrix->n : levels->levels * levels->phases, 1);
    s.kind = KIND_BLOCKTRI;
    s.blocktri.question = question;
    s.blocktri.block = matrix ? matrix->block : levels->phases;
    s.blocktri.entries = matrix ? matrix->entries : 0;
    s.blocktri.band = band;
    s.blocktri.leveled = levels != NULL;
    return s;
}

static enum status check(const struct shape *s)
{
    if (s->batch != 1 || s->step != 1 || s->sizes || s->starts || s->matrix.inner)
        return fail(ST_REFUSED, "block-tridiagonal systems are solved one at a time, in contiguous rows");
    if (s->blocktri.block < 1 || s->n % s->blocktri.block)
        return fail(ST_REFUSED, "blocks of %lld rows do not divide the %lld rows of the matrix",
                    (long long)s->blocktri.block, (long long)s->n);
    if (s->blocktri.leveled ? s->blocktri.question == LINEAR : s->blocktri.entries < 1)
        return fail(ST_REFUSED, "a system without a matrix needs the rates of a chain");
    if (s->blocktri.band < 0 || s->blocktri.band >= s->n)
        return fail(ST_REFUSED, "bandwidth %lld exceeds the matrix order %lld", (long long)s->blocktri.band,
                    (long long)s->n);
    return ST_OK;
}

const struct kind_ops kind_blocktri = {.name = "blocktri", .check = check, .by_outcome = true};
