/* Rows of each rank solved by themselves, connected by their ends: the schemes reduced and truncated (cut.h). */
#include "solvers/tridiag/cut/reduced.h"

#include <math.h>

#include "base/comm/cut.h"
#include "base/memory.h"

static struct shape given(const struct shape *shape)
{
    return cut_local(shape);
}

/* Of f or g, in which rows are contiguous if all systems share the matrix. */
static struct shape spike_shape(const struct shape *shape)
{
    const struct shape s = cut_local(shape);
    struct shape one = shape_contiguous(s.n, 1);
    if (!line_matrix_shared(shape)) return s;
    if (s.matrix.step != 1) one.matrix = (struct matrix_layout){s.matrix.step, 1, 0, 0, NULL};
    return one;
}

static int64_t columns_of(const struct shape *shape)
{
    return line_matrix_shared(shape) ? shape->batch > 0 : shape->batch;
}

static int64_t values(const struct shape *shape)
{
    const struct shape spike = spike_shape(shape);
    const int ranks = comm_size(shape->cut.comm), rank = comm_rank(shape->cut.comm);
    const int64_t mine = cut_count(shape->batch, ranks, rank), tips = line_matrix_shared(shape) ? 1 : mine;
    return 2 * shape_extent(&spike) + (TIPS + 2 * ENDS) * columns_of(shape) + ENDS * (2 * shape->batch + ranks) +
           ranks * (ENDS * mine + TIPS * tips);
}

/* `each` values of every system, [each][batch] on this rank, to [ranks][each][mine] of those that join them; and back.
 */
static enum status make_exchange(const struct cut_lines *l, int each, struct comm_exchange **deal,
                                 struct comm_exchange **back)
{
    const struct reduced *const d = l->own;
    const int64_t batch = l->shape.batch;
    struct comm_block *give;
    TRY(mem_array(&give, HOST, 2 * l->ranks, sizeof *give));
    struct comm_block *const take = give + l->ranks;
    for (int r = 0; r < l->ranks; r++) {
        const int64_t first = cut_first(batch, l->ranks, r), count = cut_count(batch, l->ranks, r);
        give[r] = (struct comm_block){first, {count, each, 1}, {1, batch, 0}};
        take[r] = (struct comm_block){r * each * d->mine, {d->mine, each, 1}, {1, d->mine, 0}};
    }
    enum status st = comm_exchange_make(deal, l->comm, give, take, sizeof(real));
    if (st == ST_OK && back) st = comm_exchange_make(back, l->comm, take, give, sizeof(real));
    mem_free(give);
    return st;
}

static enum status make_arrays(struct cut_lines *l)
{
    struct reduced *const d = l->own;
    const int64_t tips = l->one ? 1 : d->mine;
    d->extent = shape_extent(&d->shape);
    TRY(mem_array(&d->f, HOST, d->extent, sizeof *d->f));
    TRY(mem_array(&d->g, HOST, d->extent, sizeof *d->g));
    TRY(mem_array(&d->info, HOST, ENDS * d->columns, sizeof *d->info));
    TRY(mem_array(&d->tip, HOST, TIPS * d->columns, sizeof *d->tip));
    TRY(mem_array(&d->near, HOST, ENDS * d->columns, sizeof *d->near));
    TRY(mem_array(&d->tips, HOST, l->ranks * TIPS * tips, sizeof *d->tips));
    TRY(mem_array(&d->ends, HOST, ENDS * l->shape.batch, sizeof *d->ends));
    TRY(mem_array(&d->beside, HOST, ENDS * l->shape.batch, sizeof *d->beside));
    TRY(mem_array(&d->joined, HOST, l->ranks * ENDS * d->mine, sizeof *d->joined));
    return mem_array(&d->kept, HOST, l->ranks * ENDS, sizeof *d->kept);
}

static enum status make(struct cut_lines *l, const struct plan *plan)
{
    const struct shape local = cut_local(&l->shape);
    struct reduced *d;
    TRY(mem_alloc(&d, HOST, sizeof *d));
    l->own = d;
    d->truncates = l->ops == &cut_truncated;
    d->mine = cut_count(l->shape.batch, l->ranks, l->rank);
    d->columns = columns_of(&l->shape);
    d->shape = spike_shape(&l->shape);
    TRY(plan_make_within(&l->plan, plan->solver, &local, plan->options, &plan->exec));
    if (l->one) TRY(plan_make_within(&d->spikes, plan->solver, &d->shape, plan->options, &plan->exec));
    TRY(make_exchange(l, ENDS, &d->deal_ends, &d->return_ends));
    if (!l->one) TRY(make_exchange(l, TIPS, &d->deal_tips, NULL));
    return make_arrays(l);
}

static void release(struct cut_lines *l)
{
    struct reduced *const d = l->own;
    real *const array[] = {d->f, d->g, d->tip, d->tips, d->near, d->ends, d->beside, d->joined, d->kept};
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) mem_free(array[k]);
    mem_free(d->info);
    comm_exchange_free(d->deal_tips);
    comm_exchange_free(d->deal_ends);
    comm_exchange_free(d->return_ends);
    plan_free(d->spikes);
    mem_free(d);
}

static enum status factor(struct cut_lines *l, const struct system *system)
{
    const enum status st = l->shape.n > 0 ? plan_factor(l->plan, system) : ST_OK;
    return cut_first_of(st, reduced_spikes(l, system));
}

/* y in x; its info, if not NULL, in rows of the whole system, or that of the spikes. */
static enum status solve_rows(const struct cut_lines *l, const struct system *system)
{
    const struct reduced *const d = l->own;
    const enum status st = l->shape.n > 0 ? plan_solve(l->plan, system) : ST_OK;
    for (int64_t s = 0; system->info && s < l->shape.batch; s++) {
        int64_t *const info = &system->info[s];
        const int64_t of_spikes = d->info[l->one ? 0 : s];
        if (l->shape.n == 0) *info = 0;
        else if (info_is_good(*info) && !info_is_good(of_spikes)) *info = of_spikes;
        if (*info > 0) *info += l->shape.cut.first;
    }
    return st;
}

/* Not numbers where the rows were not solved, so that no rank takes its x for an answer. */
static void set_ends(const struct cut_lines *l, const struct system *system, bool solved)
{
    const struct reduced *const d = l->own;
    const int64_t batch = l->shape.batch, down = (l->shape.n - 1) * l->shape.step;
    for (int64_t s = 0; s < batch; s++) {
        const int64_t first = shape_start(&l->shape, s);
        d->ends[s] = !solved ? (real)NAN : l->shape.n > 0 ? system->x[first] : 0;
        d->ends[batch + s] = !solved ? (real)NAN : l->shape.n > 0 ? system->x[first + down] : 0;
    }
}

static enum status solve(struct cut_lines *l, const struct system *system)
{
    enum status st = l->shape.reuse ? ST_OK : reduced_spikes(l, system);
    st = cut_first_of(st, solve_rows(l, system));
    set_ends(l, system, st == ST_OK);
    reduced_connect(l);
    reduced_add(l, system);
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
