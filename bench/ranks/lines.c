/* Solves of lines that are cut over ranks. */
#include "bench/ranks/lines.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/comm/comm_pairs.h"
#include "base/memory.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"
#include "bench/ranks/alone.h"
#include "bench/ranks/shared_entry.h"
#include "solvers/methods.h"
#include "solvers/tridiag/cut/reduced_join.h"

enum { EDGE = 256, FADING = 32 /* rows of a rank */, JOINED_RANKS = 16, JOINED = 4096 };

static const struct {
    const char *name;
    const struct solver *method;
} schemes[CUT_SCHEMES] = {
    [CUT_TRANSPOSE] = {"transpose", &tridiag_thomas_simd},
    [CUT_PIPELINED] = {"pipelined", &tridiag_thomas},
    [CUT_REDUCED] = {"reduced", &tridiag_thomas_simd},
    [CUT_TRUNCATED] = {"truncated", &tridiag_thomas_simd},
};
const char lines_join[] = "join of reduced";

const char *lines_scheme(enum cut_scheme scheme)
{
    return schemes[scheme].name;
}

struct lines {
    struct shared_entry shared;
    struct cut_batch batch;
    const struct solver *method;
    struct exec exec;
    struct shape shape;
    struct plan *plan;
    real *x, *lower, *diag, *upper;
};

static struct system system_of(const struct lines *l)
{
    return (struct system){.kind = KIND_TRIDIAG, .tridiag = {l->lower, l->diag, l->upper}, .x = l->x};
}

static enum status make_arrays(struct lines *l)
{
    const int64_t n = l->shape.n;
    real **const matrix[] = {&l->lower, &l->diag, &l->upper};
    TRY(mem_array(&l->x, HOST, n * l->shape.batch, sizeof *l->x));
    for (int k = 0; k < 3; k++) {
        TRY(mem_array(matrix[k], HOST, n, sizeof *l->x));
        for (int64_t i = 0; i < n; i++) (*matrix[k])[i] = k == 1 ? LINES_DIAGONAL : -1;
    }
    return ST_OK;
}

static enum status enter(void *context)
{
    struct lines *const l = context;
    TRY(comm_agree(l->shape.cut.comm, make_arrays(l)));
    const struct system system = system_of(l);
    TRY(plan_make(&l->plan, l->method, &l->shape, NULL, &l->exec));
    return plan_factor(l->plan, &system);
}

static void leave(void *context)
{
    struct lines *const l = context;
    l->plan = plan_free(l->plan);
    l->x = mem_free(l->x);
    l->lower = mem_free(l->lower), l->diag = mem_free(l->diag), l->upper = mem_free(l->upper);
}

/* Solving repeatedly from the last solution would underflow. */
static enum status prepare(void *context)
{
    const struct lines *const l = context;
    const int64_t count = l->shape.n * l->shape.batch;
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t i = 0; i < count; i++) l->x[i] = (real)(i % 19) - 9;
    return ST_OK;
}

static enum status call(void *context)
{
    const struct lines *const l = context;
    const struct system system = system_of(l);
    return plan_solve(l->plan, &system);
}

static int64_t model(const void *context)
{
    const struct lines *const l = context;
    const struct cut_sent s = cut_sent_solve(&l->batch, comm_rank(l->shared.bench->comm));
    return (s.out + s.back) * (int64_t)sizeof(real);
}

static void describe(struct entry *e, const char *name, const struct bench *b, int64_t rows, int64_t lines)
{
    snprintf(e->name, sizeof e->name, "%s", name);
    e->kind = "lines", e->precision = REAL_NAME, e->layout = ranks_text(b);
    e->n = rows, e->batch = lines;
    e->units = (double)(rows * lines), e->bytes_per_unit = 2 * sizeof(real);
    e->limit = limit_find(b, TRAFFIC_IN_PLACE);
}

static struct lines *make(const struct bench *b, int64_t rows, int64_t lines)
{
    struct lines *const l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->exec = b->exec;
    l->shape = shape_interleaved(rows, lines);
    l->shape.matrix = matrix_layout_shared();
    l->shape.reuse = true;
    return l;
}

/* Each rank has rows of all lines, as of a grid that is cut along them. */
static enum status add_scheme(struct bench *b, enum cut_scheme scheme, int64_t rows, int64_t lines)
{
    static const struct shared_ops ops = {enter, leave, prepare, call, model};
    const int ranks = comm_size(b->comm), rank = comm_rank(b->comm);
    struct lines *const l = make(b, cut_count(rows, ranks, rank), lines);
    struct entry *e;
    if (!l) return fail(ST_NOMEM, "no memory for a benchmark");
    l->method = schemes[scheme].method;
    l->shape.cut = (struct rank_cut){b->comm, rows, cut_first(rows, ranks, rank), scheme,
                                     scheme == CUT_PIPELINED ? LINES_CHUNKS : 0};
    l->batch = (struct cut_batch){scheme, rows, lines, lines, ranks, true, cut_fades(LINES_DIAGONAL, rows, ranks)};
    TRY(shared_entry_add(b, &l->shared, &ops, &e));
    describe(e, schemes[scheme].name, b, rows, lines);
    return ST_OK;
}

static enum status add_alone(struct bench *b, int64_t rows, int64_t lines, int *index)
{
    struct exec exec;
    struct entry *e;
    *index = -1;
    if (!alone_can(b, &exec)) return ST_OK;
    struct lines *const l = make(b, rows, lines);
    if (!l) return fail(ST_NOMEM, "no memory for a benchmark");
    l->exec = exec, l->method = &tridiag_thomas_simd;
    const enum status st = bench_add(b, &e, index);
    if (st != ST_OK) return free(l), st;
    describe(e, "one rank", b, rows, lines);
    e->exec = exec;
    e->enter = enter, e->leave = leave, e->prepare = prepare, e->call = call, e->end = free;
    e->context = l;
    return ST_OK;
}

/* Ends of lines of some ranks. */
struct join {
    real tips[JOINED_RANKS][TIPS], ends[JOINED_RANKS * ENDS * JOINED], kept[JOINED_RANKS][ENDS][JOIN_TILE];
};

static enum status join_prepare(void *context)
{
    struct join *const j = context;
    for (int64_t i = 0; i < JOINED_RANKS * ENDS * JOINED; i++) j->ends[i] = (real)(i % 7);
    return ST_OK;
}

static enum status join_call(void *context)
{
    struct join *const j = context;
    reduced_join(JOINED, JOINED_RANKS, j->tips[0], 1, j->ends, j->kept[0][0]);
    return ST_OK;
}

static enum status add_join(struct bench *b)
{
    struct join *const j = calloc(1, sizeof *j);
    struct entry *e;
    int index;
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    for (int r = 0; r < JOINED_RANKS; r++)
        for (int k = 0; k < TIPS; k++) j->tips[r][k] = (real)0.25;
    const enum status st = bench_add(b, &e, &index);
    if (st != ST_OK) return free(j), st;
    describe(e, lines_join, b, JOINED_RANKS, JOINED);
    e->exec.threads = 1;
    e->prepare = join_prepare, e->call = join_call, e->end = free;
    e->context = j;
    return ST_OK;
}

enum status lines_add(struct bench *b)
{
    enum { ARRAYS = 4 };
    const int ranks = comm_size(b->comm), from = b->count;
    const int64_t least = FADING * ranks, own = EDGE > least ? EDGE : least;
    const int64_t rows = size_first(b->rows, b->scale_n ? least : 0, own);
    int64_t lines = size_first(b->systems, b->scale_batch, EDGE * EDGE);
    int alone = -1;
    lines = size_that_fits(b, "mpi, lines", lines, rows * ARRAYS * (int64_t)sizeof(real), 1);
    comm_min(b->comm, &lines, 1);
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) TRY(add_scheme(b, (enum cut_scheme)scheme, rows, lines));
    if (comm_rank(b->comm)) return ST_OK;
    TRY(add_alone(b, rows, lines, &alone));
    for (int i = from; i < from + CUT_SCHEMES; i++) peer_add(b, i, "one_rank", alone);
    return add_join(b);
}
