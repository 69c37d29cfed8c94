/* Block Jacobi: all blocks from the x of the sweep before. Scheme, source, stability and cost: hbisa.h. */
#include "solvers/blocktri/hbisa.h"

struct options {
    struct hbisa_options scheme; /* first: its rows take it for all there is */
    double damping;
};

static const struct option table[] = {
    {.key = "damping",
     .help = "share of a sweep's change that is taken; 1: all of it, not for stationary chains",
     .type = OPT_REAL,
     .offset = offsetof(struct options, damping),
     .min = 1e-3,
     .max = 1,
     .fallback = "1"},
    HBISA_ROWS("thomas_simd"),
    {.key = NULL},
};

static enum status accepts(const struct shape *shape, const void *options)
{
    const struct options *const o = options;
    if (shape->question == STATIONARY && o->damping == 1)
        return fail(ST_REFUSED,
                    "hbisa_jacobi: undamped sweeps of a stationary chain go to and fro for ever, -1 being an "
                    "eigenvalue of what couples even and odd blocks; set damping below 1, as 0.9, or take "
                    "hbisa_redblack");
    return hbisa_accepts("hbisa_jacobi", shape, options, 1);
}

static enum status begin(struct plan *p)
{
    const struct options *const o = p->options;
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
    .options_bytes = sizeof(struct options),
    .priv_bytes = sizeof(struct hbisa),
    .accepts = accepts,
    .work_bytes = hbisa_work_bytes,
    .begin = begin,
    .end = hbisa_end,
    .factor = hbisa_factor,
    .solve = hbisa_solve,
    .cost = hbisa_cost,
};
