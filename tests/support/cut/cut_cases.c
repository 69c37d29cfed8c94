/* Draws systems whose rows are cut over ranks, solves them and measures the answers. */
#include "tests/support/cut/cut_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/cut.h"

/* In [-1, 1), the same for the same key everywhere. */
static double noise(int64_t key)
{
    uint64_t z = (uint64_t)key * UINT64_C(0x9E3779B97F4A7C15) + 0x1234567;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

struct cut_case cut_case_at(int64_t n, int64_t k)
{
    static const int64_t batches[] = {1, 3, 16, 20, 37, 70};
    return (struct cut_case){.n = n,
                             .batch = batches[(n + k) % (int64_t)(sizeof batches / sizeof *batches)],
                             .layout = (enum cut_layout)(k % CUT_LAYOUTS),
                             .matrix = (enum cut_matrix)((k / CUT_LAYOUTS + n) % CUT_MATRICES),
                             .cuts = (enum cut_cuts)((n + k / 3) % CUT_CUTS),
                             .reuse = (n + k) % 2,
                             .threads = 1 + (int)(k % 2)};
}

bool cut_wanted(int64_t row, int64_t column, int64_t share)
{
    const char *const sample = getenv("SAMPLE");
    const int64_t ranks = comm_size(comm_world());
    int64_t part = sample ? atoll(sample) / 24 : 0;
    if (part > 1) part *= (ranks + 1) / 2;
    return part < 1 || (row + column + 3 * ranks) % (part * share) == 0;
}

int64_t cut_case_first(const struct cut_case *c, int ranks, int r)
{
    if (r <= 0 || r >= ranks) return r <= 0 ? 0 : c->n;
    if (c->cuts == CUT_EVEN) return cut_first(c->n, ranks, r);
    if (c->cuts == CUT_SOME_EMPTY) return cut_first(c->n, ranks, r / 2 * 2); /* every other rank, and maybe more */
    int64_t at = 0;
    for (int q = 1; q <= r; q++) at += (int64_t)((noise(c->n * 77 + q * 13 + c->batch) + 1) * (double)c->n / ranks);
    return at < c->n ? at : c->n;
}

static struct shape shape_of(const struct cut_case *c, int64_t n)
{
    static const int64_t widths[CUT_LAYOUTS] = {[CUT_FIELD3] = 3, [CUT_FIELD20] = 20};
    const int64_t width = widths[c->layout];
    struct shape s = c->layout == CUT_CONTIGUOUS ? shape_contiguous(n, c->batch) : shape_interleaved(n, c->batch);
    if (width) s.stride = s.inner = width, s.dist = 1, s.outer = width * n;
    s.reuse = c->reuse, s.tridiag.cyclic = c->cyclic;
    if (c->matrix == CUT_ONE || c->matrix == CUT_ONE_SHIFTED) s.matrix = matrix_layout_shared();
    if (c->matrix == CUT_TOEPLITZ) s.matrix = matrix_layout_toeplitz();
    s.tridiag.shifted = c->matrix == CUT_ONE_SHIFTED;
    return s;
}

static void *must(size_t count, size_t size)
{
    void *const p = calloc(count + 1, size);
    if (!p) abort();
    return p;
}

struct cut_arrays cut_arrays_make(const struct shape *s)
{
    const size_t matrix = (size_t)shape_matrix_extent(s), batch = (size_t)s->batch;
    return (struct cut_arrays){.shape = *s,
                               .lower = must(matrix, sizeof(real)),
                               .diag = must(matrix, sizeof(real)),
                               .upper = must(matrix, sizeof(real)),
                               .shift = must(batch, sizeof(real)),
                               .x = must((size_t)shape_extent(s), sizeof(real)),
                               .info = must(batch, sizeof(int64_t))};
}

void cut_arrays_free(struct cut_arrays *a)
{
    free(a->lower), free(a->diag), free(a->upper), free(a->shift), free(a->x), free(a->info);
}

struct row {
    double a, b, c;
};

static struct row row_of(const struct cut_case *c, int64_t seed, int64_t s, int64_t i)
{
    const int64_t system = c->matrix == CUT_EACH || c->matrix == CUT_TOEPLITZ ? s : 0;
    const int64_t key = 8 * ((c->matrix == CUT_TOEPLITZ ? 0 : i) * 1000 + system) + seed * 100003;
    struct row r = {noise(key), noise(key + 1), noise(key + 2)};
    const double rest = fabs(r.a) + fabs(r.c), sign = noise(key + 3) < 0 && c->matrix != CUT_ONE_SHIFTED ? -1 : 1;
    if (c->rows == CUT_DOMINANT) r.b = sign * (2 * rest + 0.1);
    if (c->rows == CUT_BARELY) r.b = sign * (1.001 * rest + 1e-3);
    return r;
}

/* Rows from `first` on; the couplings of the first and the last row of a whole system beyond it are NaN. */
static void fill(struct cut_arrays *a, const struct cut_case *c, int64_t first, int64_t seed)
{
    const struct shape *const shape = &a->shape;
    const bool ends = c->matrix != CUT_TOEPLITZ && !c->cyclic;
    for (int64_t s = 0; s < c->batch; s++) {
        a->shift[s] = (real)(0.5 + noise(s + seed) / 2);
        for (int64_t i = 0; i < shape->n; i++) {
            const struct row r = row_of(c, seed, s, first + i);
            const int64_t at = shape_matrix_start(shape, s) + i * shape_matrix_stride(shape);
            a->lower[at] = ends && first + i == 0 ? (real)NAN : (real)r.a;
            a->diag[at] = (real)r.b;
            a->upper[at] = ends && first + i == c->n - 1 ? (real)NAN : (real)r.c;
        }
    }
}

void cut_arrays_right(struct cut_arrays *a, int64_t first, int64_t seed)
{
    for (int64_t s = 0; s < a->shape.batch; s++) {
        a->info[s] = 77;
        for (int64_t i = 0; i < a->shape.n; i++)
            a->x[shape_start(&a->shape, s) + i * a->shape.stride] =
                (real)noise(8 * ((first + i) * 1000 + s) + 5 + seed * 7919);
    }
}

struct cut_problem cut_problem_make(const struct cut_case *c, int64_t seed)
{
    struct comm *const world = comm_world();
    const int ranks = comm_size(world), rank = comm_rank(world);
    const int64_t first = cut_case_first(c, ranks, rank), end = cut_case_first(c, ranks, rank + 1);
    struct shape whole = shape_of(c, c->n), mine = shape_of(c, end - first);
    mine.cut = (struct rank_cut){world, c->n, first, c->cut.scheme, c->cut.chunks};
    struct cut_problem p = {
        .whole = cut_arrays_make(&whole), .mine = cut_arrays_make(&mine), .seed = seed, .first = first};
    fill(&p.whole, c, 0, seed);
    fill(&p.mine, c, first, seed);
    cut_problem_right(&p);
    return p;
}

void cut_problem_free(struct cut_problem *p)
{
    cut_arrays_free(&p->whole), cut_arrays_free(&p->mine);
}

void cut_problem_right(struct cut_problem *p)
{
    p->seed++;
    cut_arrays_right(&p->whole, 0, p->seed);
    cut_arrays_right(&p->mine, p->first, p->seed);
}

struct system cut_arrays_system(const struct cut_arrays *a)
{
    return (struct system){.kind = KIND_TRIDIAG,
                           .tridiag = {.lower = a->lower,
                                       .diag = a->diag,
                                       .upper = a->upper,
                                       .shift = a->shape.tridiag.shifted ? a->shift : NULL},
                           .x = a->x,
                           .info = a->info};
}

static enum status solve(struct cut_arrays *a, const struct cut_case *c, const struct solver *s)
{
    const struct exec exec = exec_host(c->threads > 0 ? c->threads : 1);
    struct system system = cut_arrays_system(a);
    struct plan *plan;
    TRY(plan_make(&plan, s, &a->shape, NULL, &exec));
    const size_t bytes = (size_t)shape_extent(&a->shape) * sizeof(real);
    real *const right = must((size_t)shape_extent(&a->shape), sizeof *right);
    memcpy(right, a->x, bytes);
    enum status st = c->reuse ? plan_factor(plan, &system) : ST_OK;
    for (int round = 0; round < 2 && st == ST_OK; round++) {
        memcpy(a->x, right, bytes);
        st = plan_solve(plan, &system);
    }
    free(right);
    plan_free(plan);
    return st;
}

enum status cut_problem_solve(struct cut_problem *p, const struct cut_case *c, const struct solver *alone,
                              const struct solver *s)
{
    TRY(solve(&p->mine, c, s));
    return solve(&p->whole, c, alone);
}

const struct solver *cut_method(const char *name)
{
    const struct solver *s = NULL;
    return solver_find(KIND_TRIDIAG, name, HOST, &s) == ST_OK ? s : NULL;
}

const char *cut_case_name(const struct cut_case *c, const struct solver *s)
{
    static char text[200];
    snprintf(
        text, sizeof text,
        "%s, scheme %d, %lld rows, %lld systems, layout %d, matrix %d, rows %d, cuts %d, %s, %d threads, %d chunks",
        s->method, (int)c->cut.scheme, (long long)c->n, (long long)c->batch, (int)c->layout, (int)c->matrix,
        (int)c->rows, (int)c->cuts, c->reuse ? "factored" : "fresh", c->threads, c->cut.chunks);
    return text;
}
