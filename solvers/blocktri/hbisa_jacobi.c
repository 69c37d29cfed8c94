/* Block Jacobi: all blocks from the x of the sweep before. Scheme, source, stability and cost: hbisa.h. */
#include "solvers/blocktri/hbisa.h"

static const struct option table[] = {HBISA_DAMPING, HBISA_ROWS, HBISA_INNER("thomas_simd"), {.key = NULL}};

static enum status accepts(const struct shape *shape, const void *options)
{
    TRY(hbisa_damps("hbisa_jacobi", shape, options));
    return hbisa_accepts("hbisa_jacobi", shape, options, 1);
}

static enum status begin(struct plan *p)
{
    const struct hbisa_options *const o = p->options;
    return hbisa_begin(p, 1, o->damping);
}

const struct solver blocktri_hbisa_jacobi = {
    .method = "hbisa_jacobi",
    .about = "block Jacobi, diagonal blocks solved directly",
    .source = "Yang, Li, Li 2017, section 4, equations (5), (6)",
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
