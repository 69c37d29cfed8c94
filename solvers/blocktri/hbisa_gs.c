/* Block Gauss-Seidel: blocks in order, each from the newest x of its neighbours. On dominant matrices half the sweeps
 * of Jacobi, but nothing to share among threads. Scheme, source, stability and cost: hbisa.h. */
#include "solvers/blocktri/hbisa.h"

static const struct option table[] = {HBISA_ROWS, HBISA_INNER("thomas"), {.key = NULL}};

static int64_t colours(const struct shape *shape)
{
    return shape->n / shape->block;
}

static enum status accepts(const struct shape *shape, const void *options)
{
    return hbisa_accepts("hbisa_gs", shape, options, colours(shape));
}

static enum status begin(struct plan *p)
{
    return hbisa_begin(p, colours(&p->shape), 1);
}

const struct solver blocktri_hbisa_gs = {
    .method = "hbisa_gs",
    .about = "block Gauss-Seidel, diagonal blocks solved directly, one block at a time",
    .source = "Yang, Li, Li 2017, section 4, equation (7)",
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
