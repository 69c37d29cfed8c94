/* Block Jacobi, the scheme of the paper, all sweeps in one kernel: hbisa.cu. */
#include "solvers/blocktri/hbisa.cuh"

static const struct option table[] = {HBISA_DAMPING, HBISA_ROWS, {.key = NULL}};

static enum status accepts(const struct shape *shape, const void *options)
{
    TRY(hbisa_damps("hbisa_jacobi", shape, (const struct hbisa_options *)options));
    return hbisa_device_accepts("hbisa_jacobi", shape, options);
}

static int64_t work_bytes(const struct shape *shape, const void *options, const struct exec *)
{
    return hbisa_device_work_bytes(shape, options, 1);
}

static enum status begin(struct plan *p)
{
    const struct hbisa_options *const o = (const struct hbisa_options *)p->options;
    return hbisa_device_begin(p, 1, o->damping);
}

extern "C" const struct solver blocktri_hbisa_jacobi_device = {
    .method = "hbisa_jacobi",
    .about = "block Jacobi, all sweeps in one kernel",
    .source = "Yang, Li, Li 2017, section 4.6, Algorithms 1 and 2",
    .kind = KIND_BLOCKTRI,
    .space = DEVICE,
    .can = DETERMINISTIC | REPORTS_INFO,
    .options = table,
    .options_bytes = sizeof(struct hbisa_options),
    .priv_bytes = sizeof(struct scheme),
    .accepts = accepts,
    .work_bytes = work_bytes,
    .begin = begin,
    .factor = hbisa_device_factor,
    .solve = hbisa_device_solve,
    .cost = hbisa_cost,
};
