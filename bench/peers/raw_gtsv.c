/* gtsv of LAPACK or of MKL, called for one system after the other in a loop over systems by all threads.
 *
 * Contiguous systems are solved in place. gtsv overwrites the matrix, too, so that it gets a new one before each
 * call, untimed. Systems in other layouts are copied into contiguous rows, those that share cache lines together, and
 * their solutions are copied back: that is part of the call. Nothing is checked but the info of gtsv. */
#include "bench/peers/raw_gtsv.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "solvers/tridiag/gather.h"
#include "solvers/tridiag/library/lapack.h"
#include "solvers/tridiag/library/mkl.h"

typedef void routine(const int32_t *n, const int32_t *nrhs, real *dl, real *d, real *du, real *b, const int32_t *ldb,
                     int32_t *info);

const char *const raw_gtsv_names[] = {"raw_gtsv", "raw_mkl_gtsv", NULL};

static enum status find_lapack(routine **out)
{
#ifdef BANDSTAND_KERNELS_ONLY
    *out = NULL;
    return fail(ST_DEVICE, "this program was built without LAPACK");
#else
    *out = gtsv;
    return ST_OK;
#endif
}

static enum status find_mkl(routine **out)
{
    static const char name[] = MKL_ROUTINE("gtsv");
    TRY(mkl_ready());
    *(void **)out = mkl_function(name);
    return *out ? ST_OK : fail(ST_DEVICE, "MKL on this machine has no %s", name);
}

static enum status (*const finds[])(routine **out) = {find_lapack, find_mkl};

struct job {
    struct problem *problem;
    struct exec exec;
    routine *solve;
    real *matrix[3]; /* while the entry is entered: of contiguous systems; else NULL, and */
    real *rows;      /* of the systems that a thread copies together */
};

static bool in_place(const struct job *j)
{
    return j->problem->shape.stride == 1;
}

static int64_t rows_values(const struct shape *s)
{
    return BUNDLE_MAX * 4 * padded_length(s->n);
}

static int64_t copies_bytes(const struct job *j)
{
    const struct shape *const s = &j->problem->shape;
    return (in_place(j) ? 3 * shape_extent(s) : j->exec.threads * rows_values(s)) * (int64_t)sizeof(real);
}

static void leave(void *context)
{
    struct job *const j = context;
    for (int k = 0; k < 3; k++) j->matrix[k] = mem_free(j->matrix[k]);
    j->rows = mem_free(j->rows);
}

static enum status enter(void *context)
{
    struct job *const j = context;
    const struct shape *const s = &j->problem->shape;
    if (!in_place(j)) return mem_array(&j->rows, HOST, j->exec.threads * rows_values(s), sizeof(real));
    for (int k = 0; k < 3; k++) TRY(mem_array(&j->matrix[k], HOST, shape_extent(s), sizeof(real)));
    return ST_OK;
}

static struct system system_of(const struct job *j)
{
    struct system system = {.kind = KIND_TRIDIAG};
    j->problem->ops->system(j->problem, &j->problem->shape, &system);
    return system;
}

static enum status prepare(void *context)
{
    enum { CHUNK = 4096 };
    const struct job *const j = context;
    const struct shape *const s = &j->problem->shape;
    const struct tridiag from = system_of(j).tridiag;
    const real *const given[3] = {from.lower, from.diag, from.upper};
    j->problem->ops->restore(j->problem, s, j->exec.threads);
    for (int k = 0; in_place(j) && k < 3; k++) {
        const int64_t extent = shape_extent(s);
#pragma omp parallel for schedule(static) num_threads(j->exec.threads)
        for (int64_t at = 0; at < extent; at += CHUNK)
            memcpy(j->matrix[k] + at, given[k] + at,
                   (size_t)(extent - at < CHUNK ? extent - at : CHUNK) * sizeof(real));
    }
    return ST_OK;
}

static int32_t solve_rows(const struct job *j, int64_t n, struct tridiag_rows r)
{
    const int32_t order = (int32_t)n, one = 1;
    int32_t info;
    j->solve(&order, &one, r.a + 1, r.b, r.c, r.d, &order, &info);
    return info;
}

static int32_t solve_in_place(const struct job *j, const struct system *system, int64_t s)
{
    const struct shape *const shape = &j->problem->shape;
    const int64_t at = shape_start(shape, s);
    return solve_rows(j, shape->n,
                      (struct tridiag_rows){j->matrix[0] + at, j->matrix[1] + at, j->matrix[2] + at, system->x + at});
}

/* The systems s ... end - 1. */
static int32_t solve_copied(const struct job *j, const struct system *system, int64_t s, int64_t end)
{
    const struct shape *const shape = &j->problem->shape;
    real *rows = j->rows + omp_get_thread_num() * rows_values(shape);
    struct bundle b = {.count = end - s};
    int32_t failed = 0;
    for (int64_t k = 0; k < b.count; k++, rows += 4 * padded_length(shape->n)) {
        b.line[k] = line_of(shape, system, s + k);
        b.rows[k] = rows_at(rows, shape->n);
    }
    bundle_gather_matrix(&b, alone);
    bundle_gather_right(&b, alone);
    for (int64_t k = 0; k < b.count; k++) failed |= solve_rows(j, shape->n, b.rows[k]);
    bundle_scatter(&b, alone);
    return failed;
}

static enum status call(void *context)
{
    const struct job *const j = context;
    const struct system system = system_of(j);
    const int64_t batch = j->problem->shape.batch, width = in_place(j) ? 1 : bundle_width(&j->problem->shape);
    int32_t failed = 0;
#pragma omp parallel for schedule(static) num_threads(j->exec.threads) reduction(| : failed)
    for (int64_t s = 0; s < batch; s += width)
        failed |= in_place(j) ? solve_in_place(j, &system, s)
                              : solve_copied(j, &system, s, s + width < batch ? s + width : batch);
    return failed ? fail(ST_FAILED, "gtsv finds a singular matrix") : ST_OK;
}

static void end(void *context)
{
    struct job *const j = context;
    problem_release(j->problem);
    free(j);
}

static enum status add(struct bench *b, struct job *j, const char *name, const char *layout, int *index)
{
    const struct shape *const s = &j->problem->shape;
    struct entry *e;
    TRY(bench_add(b, &e, index));
    snprintf(e->name, sizeof e->name, "%s", name);
    e->kind = "tridiag";
    e->precision = REAL_NAME;
    e->layout = layout;
    e->exec = j->exec;
    e->n = s->n;
    e->batch = s->batch;
    e->units = (double)s->n * (double)s->batch;
    e->bytes_per_unit = 5 * sizeof(real);
    e->limit = limit_find(b, j->problem->ops->limit);
    e->data = (struct data){j->problem, j->problem->ops->load, j->problem->ops->drop};
    e->enter = enter;
    e->leave = leave;
    e->prepare = prepare;
    e->call = call;
    e->end = end;
    e->context = j;
    return ST_OK;
}

static enum status add_one(struct bench *b, struct problem *p, const char *layout, int which, int *index)
{
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){.problem = p, .exec = b->exec};
    if (p->shape.batch < j->exec.threads) j->exec.threads = (int)p->shape.batch;
    enum status st = finds[which](&j->solve);
    if (st == ST_OK && p->shape.n > INT32_MAX) st = fail(ST_REFUSED, "its 32-bit integers cannot count the rows");
    if (st == ST_OK && copies_bytes(j) + p->bytes > bench_space(b))
        st = fail(ST_REFUSED, "with its copies it needs more than a third of the free memory");
    if (st == ST_OK) st = add(b, j, raw_gtsv_names[which], layout, index);
    if (st == ST_OK) p->users++;
    else free(j);
    return st;
}

enum status raw_gtsv_add(struct bench *b, struct problem *p, const char *layout, int from)
{
    for (int which = 0; raw_gtsv_names[which]; which++) {
        int index = -1;
        if (!bench_wants(b, raw_gtsv_names[which])) continue;
        const enum status st = add_one(b, p, layout, which, &index);
        if (st == ST_DEVICE || st == ST_REFUSED) {
            TRY(bench_skip(b, "%s: %s", raw_gtsv_names[which], fail_text()));
            continue;
        }
        TRY(st);
        for (int i = from; i < b->count; i++)
            if (i != index && !strcmp(b->entry[i].layout, layout)) peer_add(b, i, raw_gtsv_names[which], index);
    }
    return ST_OK;
}
