/* Red-black block Gauss-Seidel: even blocks, then odd ones, those of a colour being independent of each other. On
 * block-tridiagonal matrices it converges as Gauss-Seidel does, in two parallel steps. Scheme, source, stability and
 * cost: hbisa.h. */
#include "solvers/blocktri/hbisa.h"

static const struct option table[] = {HBISA_ROWS, HBISA_INNER("thomas_simd"), {.key = NULL}};

static int64_t colours(const struct shape *shape)
{
    return shape->n > shape->block ? 2 : 1;
}

static enum status accepts(const struct shape *shape, const void *options)
{
    return hbisa_accepts("hbisa_redblack", shape, options, colours(shape));
}

static enum status begin(struct plan *p)
{
    return hbisa_begin(p, colours(&p->shape), 1);
}

const struct solver blocktri_hbisa_redblack = {
    .method = "hbisa_redblack",
    .about = "block Gauss-Seidel on even blocks, then on odd ones, diagonal blocks solved directly",
    .source = "Yang, Li, Li 2017, section 4, equation (7), blocks by colour",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = table,
    .options_bytes = sizeof(struct hbisa_options),
    .priv_bytes = sizeof(struct hbisa),
    .accepts = accepts,
    .work_bytes = hbisa_work_bytes,
    .begin = begin,
    .end = hbisa_end,
    .factor = hbisa_factor,
    .solve = hbisa_solve,
    .cost = hbisa_cost,
};
