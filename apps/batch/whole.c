/* Divides batches, and compares the memory of the parts with that of the machine. */
#include "apps/batch/whole.h"

#include "base/device/device.h"
#include "base/memory.h"

struct batch_whole batch_whole_of(const struct sim *sim, int64_t k, const struct given *given)
{
    const struct batch_params *const p = sim->params;
    return (struct batch_whole){.comm = sim->comm,
                                .by_rows = batch_part_can(p, k, sim->solver, sim->solver_options),
                                .systems = given ? given->batch : batch_systems(p, k),
                                .rows = given ? given->n : batch_rows(p, k),
                                .sizes = given ? given->sizes : NULL};
}

enum status batch_whole_divide(const struct batch_whole *w, const struct batch_params *p, struct batch_part *part,
                               struct batch_deal *deal, struct batch_layout *layout)
{
    struct comm *const rows = w->by_rows ? w->comm : NULL, *const systems = w->by_rows ? NULL : w->comm;
    *part = batch_part_of(rows, w->rows, comm_rank(rows));
    TRY(batch_deal_make(deal, layout, systems, p, w->systems, part->rows, w->sizes));
    layout->shape.cut = batch_part_cut(part, (enum cut_scheme)p->lines);
    return ST_OK;
}

enum status batch_whole_count(const struct batch_whole *w, const struct batch_params *p, int64_t *unknowns)
{
    const int ranks = comm_size(w->comm);
    if (!w->by_rows) return batch_deal_count(p, w->systems, w->rows, w->sizes, ranks, unknowns);
    for (int r = 0; r < ranks; r++) unknowns[r] += w->systems * batch_part_of(w->comm, w->rows, r).rows;
    return ST_OK;
}

/* Bytes of this rank's part, in the space of the method, and in addition on the host. */
static enum status count_bytes(const struct batch_whole *w, const struct sim *sim, double bytes[SPACE_COUNT])
{
    struct batch_layout f;
    struct batch_part part;
    struct batch_deal deal;
    const struct solver *const solver = sim->solver;
    const struct exec exec = {.space = solver->space, .threads = exec_host(0).threads};
    int64_t scratch = 0;
    enum status s = batch_whole_divide(w, sim->params, &part, &deal, &f);
    if (s == ST_OK) s = solver_bytes(solver, &f.shape, sim->solver_options, &exec, &scratch);
    bytes[HOST] = bytes[DEVICE] = 0;
    if (s == ST_OK) {
        const double flat = (double)f.flat.n * (double)f.flat.batch;
        const bool kept = solver_overwrites(solver, &f.shape, sim->solver_options);
        bytes[solver->space] = flat * (double)sizeof(real) + (double)scratch;
        for (int v = 0; v < 4; v++)
            bytes[solver->space] +=
                (double)batch_layout_bytes(&f, v) * (kept && batch_layout_holds_matrix(&f, v) ? 2 : 1);
        if (solver->space == DEVICE) bytes[HOST] = flat * (double)sizeof(real);
    }
    batch_layout_free(&f);
    return s;
}

/* Bytes that systems of random sizes take on this machine if all are as short as allowed. No size is drawn for this: a
 * billion of them take a minute. The right sides are padded to the longest. */
static double least_bytes(const struct batch_whole *w, const struct batch_params *p)
{
    const double rows = (double)(p->sizes == UNIFORM ? batch_min(p, w->rows) : w->rows);
    const double here = (double)comm_local_size(w->comm) / comm_size(w->comm);
    return ((double)w->rows + rows * (p->shared ? 1 : 4)) * (double)w->systems * (double)sizeof(real) * here;
}

static enum status check_bytes(const struct batch_whole *w, enum space space, const char *at_least, double wanted)
{
    const double there = space == DEVICE ? (double)device_memory_bytes() : (double)mem_machine_bytes();
    if (wanted <= there) return ST_OK;
    return fail(ST_REFUSED,
                "systems, rows: %lld systems of %lld rows need %s%.3g GB, but this %s has %.3g GB of memory",
                (long long)w->systems, (long long)w->rows, at_least, wanted / 1e9, space == DEVICE ? "GPU" : "machine",
                there / 1e9);
}

enum status batch_whole_check(const struct sim *sim, const struct given *given)
{
    const struct batch_params *const p = sim->params;
    double bytes[SPACE_COUNT];
    for (int64_t k = 0; k < batch_points(p); k++) {
        const struct batch_whole w = batch_whole_of(sim, k, given);
        if (p->matrix == FROM_FILE && !given) continue;
        if (!w.sizes && p->sizes != EQUAL) TRY(check_bytes(&w, sim->solver->space, "at least ", least_bytes(&w, p)));
        TRY(count_bytes(&w, sim, bytes));
        for (int there = 0; there < SPACE_COUNT; there++)
            if (bytes[there] > 0) TRY(check_bytes(&w, (enum space)there, "", bytes[there] * comm_local_size(w.comm)));
    }
    return ST_OK;
}
