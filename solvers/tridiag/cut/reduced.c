/* Rows of each rank solved by themselves, connected by their ends: the schemes reduced and truncated (cut.h). */
#include "solvers/tridiag/cut/reduced.h"

#include <math.h>

#include "base/comm/cut.h"
#include "base/memory.h"
#include "solvers/tridiag/cut/cut_sent.h"

static struct shape given(const struct shape *shape)
{
    return cut_local(shape);
}

/* The shape of f or g, in which rows are contiguous if all systems share the matrix. */
static struct shape spike_shape(const struct shape *shape)
{
    const struct shape s = cut_local(shape);
    struct shape one = shape_contiguous(s.n, 1);
    if (!line_matrix_shared(shape)) return s;
    if (s.matrix.stride != 1) one.matrix = (struct matrix_layout){s.matrix.stride, 1, 0, 0, NULL};
    return one;
}

static int64_t columns_of(const struct shape *shape)
{
    return line_matrix_shared(shape) ? shape->batch > 0 : shape->batch;
}

enum { WEIGHTED_LEAST = 16 /* systems; the weights of one are two more solutions */ };

static bool weighs(const struct shape *shape)
{
    return line_matrix_shared(shape) && shape->batch >= WEIGHTED_LEAST;
}

static int64_t values(const struct shape *shape)
{
    const struct shape spike = spike_shape(shape);
    const int ranks = comm_size(shape->cut.comm), rank = comm_rank(shape->cut.comm);
    const int64_t mine = cut_count(shape->batch, ranks, rank), tips = line_matrix_shared(shape) ? 1 : mine;
    return 2 * shape_extent(&spike) + (TIPS + 2 * ENDS) * columns_of(shape) + 2 * ENDS * shape->batch +
           (weighs(shape) ? (ENDS + DIAGONALS) * shape->n : 0) +
           ranks * (2 * ENDS * mine + TIPS * tips + ENDS * JOIN_TILE);
}

static enum status make_arrays(struct cut_lines *l)
{
    struct reduced *const d = l->own;
    const int64_t tips = l->one ? 1 : d->mine, joins = l->ranks * ENDS * cut_count(d->most, l->ranks, l->rank);
    d->extent = shape_extent(&d->shape);
    TRY(mem_array(&d->f, HOST, d->extent, sizeof *d->f));
    TRY(mem_array(&d->g, HOST, d->extent, sizeof *d->g));
    TRY(mem_array(&d->info, HOST, ENDS * d->columns, sizeof *d->info));
    TRY(mem_array(&d->tip, HOST, TIPS * d->columns, sizeof *d->tip));
    TRY(mem_array(&d->weight, HOST, weighs(&l->shape) ? ENDS * l->shape.n : 0, sizeof *d->weight));
    TRY(mem_array(&d->transposed, HOST, weighs(&l->shape) ? DIAGONALS * l->shape.n : 0, sizeof *d->transposed));
    TRY(mem_array(&d->near, HOST, ENDS * d->columns, sizeof *d->near));
    TRY(mem_array(&d->tips, HOST, l->ranks * TIPS * tips, sizeof *d->tips));
    TRY(mem_array(&d->ends, HOST, ENDS * l->shape.batch, sizeof *d->ends));
    TRY(mem_array(&d->beside, HOST, d->truncates ? ENDS * d->most : 0, sizeof *d->beside));
    for (int k = 0; k < 2; k++) TRY(mem_array(&d->joined[k], HOST, joins, sizeof *d->joined[k]));
    return mem_array(&d->kept, HOST, l->ranks * ENDS * JOIN_TILE, sizeof *d->kept);
}

/* For `count` of the systems. */
static enum status make_plan(struct plan **out, const struct cut_lines *l, const struct plan *plan, int64_t count)
{
    struct shape local = cut_local(&l->shape);
    local.batch = count;
    if (local.inner > count && count > 0) local.inner = count;
    return plan_make_within(out, plan->solver, &local, plan->options, &plan->exec);
}

static int most_threads(const struct cut_lines *l)
{
    int64_t most = 1;
    for (int r = 0; r < l->ranks; r++)
        if (l->place[r].threads > most) most = l->place[r].threads;
    return (int)most;
}

static struct cut_batch batch_of(const struct cut_lines *l)
{
    const struct shape *const s = &l->shape;
    return (struct cut_batch){
        .whole = s->cut.whole, .batch = s->batch, .inner = s->inner, .ranks = l->ranks, .one = l->one};
}

static enum status make(struct cut_lines *l, const struct plan *plan)
{
    const int64_t batch = l->shape.batch;
    const struct cut_batch all = batch_of(l);
    struct reduced *d;
    TRY(mem_alloc(&d, HOST, sizeof *d));
    l->own = d;
    d->truncates = l->ops == &cut_truncated;
    d->most = cut_chunk_most(&all, l->shape.cut.chunks, most_threads(l));
    d->chunks = cut_chunks(&all, l->shape.cut.chunks, most_threads(l));
    d->mine = cut_count(batch, l->ranks, l->rank);
    d->columns = columns_of(&l->shape);
    d->shape = spike_shape(&l->shape);
    d->loops = weighs(&l->shape) ? &reduced_by_weights : &reduced_by_sum;
    const int64_t last = batch - (d->chunks - 1) * d->most;
    TRY(make_plan(&l->plan, l, plan, d->most));
    if (last < d->most) TRY(make_plan(&d->last, l, plan, last));
    if (weighs(&l->shape)) {
        const struct shape one = shape_contiguous(d->shape.n, 1);
        TRY(plan_make_within(&d->across, plan->solver, &one, plan->options, &plan->exec));
    }
    if (l->one) TRY(plan_make_within(&d->spikes, plan->solver, &d->shape, plan->options, &plan->exec));
    TRY(reduced_messages_make(l));
    return make_arrays(l);
}

static void release(struct cut_lines *l)
{
    struct reduced *const d = l->own;
    real *const array[] = {d->f,          d->g,    d->tip,    d->tips,      d->near,      d->weight,
                           d->transposed, d->ends, d->beside, d->joined[0], d->joined[1], d->kept};
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) mem_free(array[k]);
    mem_free(d->info);
    reduced_messages_free(d);
    plan_free(d->last);
    plan_free(d->spikes);
    plan_free(d->across);
    mem_free(d);
}

static enum status factor(struct cut_lines *l, const struct system *system)
{
    const struct reduced *const d = l->own;
    enum status st = l->shape.n > 0 ? plan_factor(l->plan, system) : ST_OK;
    if (st == ST_OK && l->shape.n > 0 && d->last) st = plan_factor(d->last, system);
    return reduced_spikes(l, system, st);
}

enum status reduced_solve_rows(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
{
    const struct reduced *const d = l->own;
    struct system part = *system;
    enum status st = ST_OK;
    if (l->shape.n > 0) part.x += shape_start(&l->shape, c->from);
    if (part.info) part.info += c->from;
    if (l->shape.n > 0) st = plan_solve(d->last && c->number == d->chunks - 1 ? d->last : l->plan, &part);
    for (int64_t s = 0; part.info && s < c->count; s++) {
        int64_t *const info = &part.info[s];
        const int64_t of_spikes = d->info[l->one ? 0 : s];
        if (l->shape.n == 0) *info = 0;
        else if (info_is_good(*info) && !info_is_good(of_spikes)) *info = of_spikes;
        if (*info > 0) *info += l->shape.cut.first;
    }
    return st;
}

static enum status solve(struct cut_lines *l, const struct system *system)
{
    const struct reduced *const d = l->own;
    enum status st = l->shape.reuse ? ST_OK : reduced_spikes(l, system, ST_OK);
    for (int64_t k = 0; k < d->chunks + 2; k++) {
        const struct reduced_chunk begun = reduced_chunk_of(l, k), connected = reduced_chunk_of(l, k - 1),
                                   finished = reduced_chunk_of(l, k - 2);
        if (k < d->chunks) st = cut_first_of(st, d->loops->ends(l, &begun, system));
        if (k >= 2) {
            reduced_receive(l, &finished);
            st = cut_first_of(st, d->loops->finish(l, &finished, system));
        }
        if (k >= 1 && k <= d->chunks) reduced_connect(l, &connected);
        if (k < d->chunks) reduced_send(l, &begun);
    }
    return st;
}

const struct cut_ops cut_reduced = {
    .name = "reduced",
    .given = given,
    .values = values,
    .flops = 4,
    .traffic = 4,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
};

const struct cut_ops cut_truncated = {
    .name = "truncated",
    .given = given,
    .values = values,
    .flops = 4,
    .traffic = 4,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
};
