/* Systems that are cut over ranks, collected: each rank gets some of them whole, solves them by any method, and gives
 * the solutions back (cut_lines.h). Exchanges leave the layout to MPI, so that nothing is packed. */
#include <math.h>

#include "base/memory.h"
#include "solvers/cut/cut_deal.h"
#include "solvers/cut/cut_lines.h"

/* From the rows of this rank to complete systems, and back, in parts. */
struct turn {
    struct comm_exchange *there[CUT_DEAL_PARTS], *back[CUT_DEAL_PARTS];
};

struct transpose {
    struct cut_deal deal;
    int64_t first, mine;          /* systems of this rank */
    struct shape whole;           /* theirs */
    struct turn as_x, copied;     /* of arrays that are laid out as x, and of `copy` */
    real *x, *matrix[CUT_ARRAYS]; /* whole */
    int arrays;                   /* of the matrix */
    real *copy;     /* of a matrix with a layout of its own: [n][batch], or [n] if all share it; or NULL */
    int64_t *info;  /* [mine] */
    int64_t *bytes; /* [ranks] of the rows of a shared matrix; or NULL */
};

static struct shape given(const struct shape *shape)
{
    const struct cut_deal deal = cut_deal_of(shape);
    struct shape s = cut_deal_shape(&deal, shape, comm_rank(shape->cut.comm));
    s.matrix = shape_shared(shape) ? matrix_layout_shared() : (struct matrix_layout){0};
    return s;
}

static int64_t copied_values(const struct shape *shape)
{
    if (shape_shared(shape)) return shape->n;
    return shape->matrix.inner ? shape->n * shape->batch : 0;
}

/* Size of each array of the matrix; one for all systems is on ranks without systems too. */
static int64_t matrix_values(const struct shape *whole)
{
    return shape_shared(whole) ? whole->n : shape_matrix_extent(whole);
}

static int arrays_of(const struct shape *shape)
{
    return kind_of(shape->kind)->cuts->arrays(shape);
}

static int64_t values(const struct shape *shape)
{
    const struct shape s = given(shape);
    return shape_extent(&s) + arrays_of(shape) * matrix_values(&s) + copied_values(shape);
}

static struct cut_strides strides_of(const struct shape *s)
{
    return (struct cut_strides){s->stride, s->dist, s->outer};
}

static enum status turn_make(struct turn *out, const struct cut_lines *l, struct cut_strides from)
{
    const struct transpose *const t = l->own;
    const struct cut_strides to = strides_of(&t->whole);
    struct comm_block *give;
    enum status st = ST_OK;
    TRY(mem_array(&give, HOST, 2 * l->ranks, sizeof *give));
    struct comm_block *const take = give + l->ranks;
    for (int part = 0, k = 0; part < CUT_DEAL_PARTS && st == ST_OK; part++) {
        if (!cut_deal_has(&t->deal, part)) continue;
        for (int r = 0; r < l->ranks; r++) {
            give[r] = cut_deal_block(&t->deal, from, r, 0, 0, l->shape.n, part);
            take[r] = cut_deal_block(&t->deal, to, l->rank, t->first, l->place[r].first, l->place[r].n, part);
        }
        st = comm_exchange_make(&out->there[k], l->comm, give, take, sizeof(real));
        if (st == ST_OK) st = comm_exchange_make(&out->back[k++], l->comm, take, give, sizeof(real));
    }
    mem_free(give);
    return st;
}

static void turn_free(struct turn *t)
{
    for (int k = 0; k < CUT_DEAL_PARTS; k++) comm_exchange_free(t->there[k]), comm_exchange_free(t->back[k]);
}

static void run(struct comm_exchange *const x[CUT_DEAL_PARTS], const real *from, real *to)
{
    for (int k = 0; k < CUT_DEAL_PARTS && x[k]; k++) comm_exchange_run(x[k], from, to);
}

static enum status make_copied(struct cut_lines *l)
{
    struct transpose *const t = l->own;
    const struct cut_strides rows = {t->deal.batch, 1, t->deal.width};
    const int64_t count = copied_values(&l->shape);
    if (l->shape.matrix.inner == 0 || t->arrays == 0) return ST_OK;
    TRY(mem_array(&t->copy, HOST, count, sizeof *t->copy));
    if (!shape_shared(&l->shape)) return turn_make(&t->copied, l, rows);
    TRY(mem_array(&t->bytes, HOST, l->ranks, sizeof *t->bytes));
    for (int r = 0; r < l->ranks; r++) t->bytes[r] = l->place[r].n * (int64_t)sizeof(real);
    return ST_OK;
}

static enum status make(struct cut_lines *l, const struct plan *plan)
{
    struct transpose *t;
    TRY(mem_alloc(&t, HOST, sizeof *t));
    l->own = t;
    t->whole = given(&l->shape);
    t->deal = cut_deal_of(&l->shape);
    t->arrays = arrays_of(&l->shape);
    t->first = cut_deal_first(&t->deal, l->rank), t->mine = t->whole.batch;
    TRY(plan_make_within(&l->plan, plan->solver, &t->whole, plan->options, &plan->exec));
    TRY(turn_make(&t->as_x, l, strides_of(&l->shape)));
    TRY(make_copied(l));
    TRY(mem_array(&t->x, HOST, shape_extent(&t->whole), sizeof *t->x));
    for (int k = 0; k < t->arrays; k++) TRY(mem_array(&t->matrix[k], HOST, matrix_values(&t->whole), sizeof *t->x));
    return mem_array(&t->info, HOST, t->mine, sizeof *t->info);
}

static void release(struct cut_lines *l)
{
    struct transpose *const t = l->own;
    turn_free(&t->as_x), turn_free(&t->copied);
    for (int k = 0; k < CUT_ARRAYS; k++) mem_free(t->matrix[k]);
    mem_free(t->x);
    mem_free(t->copy);
    mem_free(t->info);
    mem_free(t->bytes);
    mem_free(t);
}

/* The rows of this rank of one array of the matrix, packed. */
static const real *copy_rows(const struct cut_lines *l, const real *from)
{
    const struct transpose *const t = l->own;
    const int64_t systems = t->bytes ? 1 : l->shape.batch;
    for (int64_t s = 0; s < systems; s++)
        for (int64_t i = 0; i < l->shape.n; i++)
            t->copy[i * systems + s] = from[shape_matrix_start(&l->shape, s) + i * l->shape.matrix.stride];
    return t->copy;
}

static void collect_matrix(const struct cut_lines *l, const struct system *system)
{
    const struct transpose *const t = l->own;
    const real *from[CUT_ARRAYS];
    kind_of(l->shape.kind)->cuts->read(system, from);
    for (int k = 0; k < t->arrays; k++) {
        if (t->bytes) comm_gather_ragged(l->comm, copy_rows(l, from[k]), t->bytes, t->matrix[k]);
        else if (t->copy) run(t->copied.there, copy_rows(l, from[k]), t->matrix[k]);
        else run(t->as_x.there, from[k], t->matrix[k]);
    }
}

static struct system system_of(const struct cut_lines *l, const struct system *system)
{
    const struct transpose *const t = l->own;
    struct system s = *system;
    kind_of(l->shape.kind)->cuts->put(&l->shape, &s, t->matrix, t->first);
    s.x = t->x, s.info = system->info ? t->info : NULL;
    return s;
}

static enum status factor(struct cut_lines *l, const struct system *system)
{
    const struct system whole = system_of(l, system);
    collect_matrix(l, system);
    return plan_factor(l->plan, &whole);
}

static enum status solve(struct cut_lines *l, const struct system *system)
{
    const struct transpose *const t = l->own;
    const struct system whole = system_of(l, system);
    if (!l->shape.reuse) collect_matrix(l, system);
    run(t->as_x.there, system->x, t->x);
    const enum status st = plan_solve(l->plan, &whole);
    for (int64_t i = 0; st != ST_OK && i < shape_extent(&t->whole); i++) t->x[i] = (real)NAN;
    run(t->as_x.back, t->x, system->x);
    for (int64_t s = 0; system->info && s < l->shape.batch; s++)
        system->info[s] = s >= t->first && s < t->first + t->mine ? t->info[s - t->first] : 0;
    return st;
}

const struct cut_ops cut_transpose = {
    .name = "transposed",
    .given = given,
    .values = values,
    .traffic = 4,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
};
