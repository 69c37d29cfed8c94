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
    if (s->batch != 1 || s->stride != 1 || s->sizes || s->starts || s->matrix.inner)
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

/* A chain of 1024 levels of 32 phases with moves to the next phases and levels, stored; its order of small fill is that
 * of the levels. */
static void make_chain(struct shape *s)
{
    const int64_t levels = 1024, phases = 32;
    *s = shape_contiguous(levels * phases, 1);
    s->kind = KIND_BLOCKTRI;
    s->blocktri = (struct blocktri_shape){
        .question = STATIONARY,
        .block = phases,
        .entries = 5 * s->n,
        .band = phases,
        .fill = {.links = s->n * phases, .products = (double)(s->n * phases * phases)},
    };
}

static void make_shifted(struct shape *s)
{
    s->blocktri.question = SHIFTED;
}

static void make_linear(struct shape *s)
{
    s->blocktri.question = LINEAR;
}

static void make_rates(struct shape *s)
{
    s->blocktri.leveled = true;
    s->blocktri.entries = 0;
}

static void make_one_block(struct shape *s)
{
    s->blocktri.block = s->n;
}

static const struct example examples[] = {{"the stationary chain of 1024 levels of 32 phases", make_chain},
                                          {"a chain that is shifted", make_shifted},
                                          {"a linear system", make_linear},
                                          {"a chain given only by its rates", make_rates},
                                          {"a chain of one block", make_one_block},
                                          {NULL, NULL}};

const struct kind_ops kind_blocktri = {.name = "blocktri", .check = check, .by_outcome = true, .examples = examples};
