/* Matrices that elimination without pivoting cannot solve, or barely can: methods for one large system that promise
 * never to give a wrong answer must be as accurate as elimination without pivoting or with it, whichever is better, or
 * fall back to another method and report it.
 *
 * Residuals are the largest |f - A x| of a row over its |A| |x| + |f|, in units of eps. The value reported is the
 * residual over the lesser of those two, or over 8 if that is less: 100 is the limit of a degraded answer in L.-W.
 * Chang's thesis. Of Dorr's matrix, with a condition number of 1e46, it is 1000: there |A| |x| is so much larger than
 * |f| that `windows`, which falls back after some x are written, cannot restore f from them. Of type 9, whose rows are
 * of sizes 1e-15 to 1, it is 2000: parts that are pivoted are checked relative to the largest |x|, not to each. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/method_spec.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "verify/verify.h"

enum { GRADED = 9, DORR = 13, SMALL = 512, COPIES = 256, ARRAYS = 5 };
static const double degraded = 100, degraded_dorr = 1000, degraded_graded = 2000, good = 8;

struct subject {
    int64_t n;
    double *a, *b, *c; /* as they were drawn */
    real *v[ARRAYS];   /* lower, diag, upper, right side, solution */
};

/* A few matrices drawn independently, repeated: a system of independent blocks. */
static enum status fill_gallery(struct subject *s, int type)
{
    enum { DRAWN = 4 * SMALL };
    const int64_t drawn = s->n < DRAWN ? s->n : DRAWN;
    for (int64_t at = 0; at < drawn; at += SMALL)
        TRY(gallery_fill(type, SMALL, (uint64_t)(at / SMALL + 1), s->a + at, s->b + at, s->c + at));
    for (int64_t i = drawn; i < s->n; i++)
        s->a[i] = s->a[i - drawn], s->b[i] = s->b[i - drawn], s->c[i] = s->c[i - drawn];
    return ST_OK;
}

/* -1, 2 + excess, -1: less and less dominant, and then not at all. */
static void fill_barely(struct subject *s, double excess)
{
    for (int64_t i = 0; i < s->n; i++) s->a[i] = s->c[i] = -1, s->b[i] = 2 + excess;
}

/* Eigenvalues of either sign: dominant, of alternating sign, but for stretches that are not dominant. */
static void fill_indefinite(struct subject *s, double stretch)
{
    uint64_t seed = 5;
    for (int64_t i = 0; i < s->n; i++) {
        const bool weak = (double)(i % 4096) < stretch;
        s->a[i] = gallery_random(&seed), s->c[i] = gallery_random(&seed);
        s->b[i] = (i % 3 ? 1 : -1) * (weak ? 0.75 : 2.1);
    }
}

/* Unknowns that grow by so many powers of two from end to end, and rows that are scaled inversely. */
static void fill_graded(struct subject *s, double powers)
{
    uint64_t seed = 6;
    for (int64_t i = 0; i < s->n; i++) {
        const double row = exp2(powers * ((double)i / (double)s->n - 0.5)), near = exp2(powers / (double)s->n);
        s->a[i] = row * gallery_random(&seed) * near, s->c[i] = row * gallery_random(&seed) / near, s->b[i] = row * 2.5;
    }
}

/* -1, 2 + 1/50, -1 but for its columns, which are scaled up to so many powers of two apart, and the unknowns against
 * that. */
static void fill_scaled(struct subject *s, double powers)
{
    uint64_t seed = 7;
    double scale[3] = {1, 1, 1}; /* of columns i - 1, i, i + 1 */
    for (int64_t i = 0; i < s->n; i++) {
        scale[0] = scale[1], scale[1] = scale[2], scale[2] = exp2(powers / 2 * gallery_random(&seed));
        s->a[i] = -scale[0], s->b[i] = 2.02 * scale[1], s->c[i] = -scale[2];
    }
}

/* Random off-diagonals, and a diagonal of this size. */
static void fill_diagonal(struct subject *s, double size)
{
    uint64_t seed = 8;
    for (int64_t i = 0; i < s->n; i++) {
        s->a[i] = gallery_random(&seed), s->c[i] = gallery_random(&seed);
        s->b[i] = size * gallery_random(&seed);
    }
}

static const struct {
    const char *name;
    void (*fill)(struct subject *s, double how);
    double how;
} others[] = {
    {"-1, 2 + 1/100, -1", fill_barely, 1e-2},
    {"-1, 2 + 1/1000, -1", fill_barely, 1e-3},
    {"-1, 2 + 1e-6, -1", fill_barely, 1e-6},
    {"-1, 2, -1", fill_barely, 0},
    {"-1, 2 - 1e-3, -1, indefinite", fill_barely, -1e-3},
    {"-1, 1, -1, indefinite", fill_barely, -1},
    {"random, indefinite, dominant", fill_indefinite, 0},
    {"random, indefinite, weak stretches of 16 rows", fill_indefinite, 16},
    {"random, indefinite, weak stretches of 2000 rows", fill_indefinite, 2000},
    {"diagonal 0", fill_diagonal, 0},
    {"diagonal 1e-30", fill_diagonal, 1e-30},
    {"diagonal 1e-8", fill_diagonal, 1e-8},
    {"graded by 2^60", fill_graded, 60},
    {"graded by 2^200", fill_graded, 200},
    {"columns up to 2^30 apart", fill_scaled, 30},
    {"columns up to 2^100 apart", fill_scaled, 100},
};
enum { OTHERS = sizeof others / sizeof *others };

static void round_all(struct subject *s)
{
    uint64_t seed = 9;
    s->a[0] = s->c[s->n - 1] = 0;
    for (int64_t i = 0; i < s->n; i++) {
        s->v[0][i] = (real)s->a[i], s->v[1][i] = (real)s->b[i], s->v[2][i] = (real)s->c[i];
        s->v[3][i] = (real)gallery_random(&seed);
    }
}

/* HUGE_VAL if the answer is not finite. */
static double residual(const struct subject *s)
{
    const real *const a = s->v[0], *const b = s->v[1], *const c = s->v[2], *const f = s->v[3], *const x = s->v[4];
    const int64_t n = s->n;
    double max = 0;
    for (int64_t i = 0; i < n; i++) {
        const double left = i > 0 ? (double)a[i] * (double)x[i - 1] : 0, here = (double)b[i] * (double)x[i];
        const double right = i < n - 1 ? (double)c[i] * (double)x[i + 1] : 0, given = (double)f[i];
        const double rest = given - left - here - right;
        if (!isfinite(rest)) return HUGE_VAL;
        if (rest != 0) max = fmax(max, fabs(rest) / (fabs(left) + fabs(here) + fabs(right) + fabs(given)));
    }
    return max / (double)REAL_EPS;
}

static enum status solve(const struct subject *s, const char *method, const struct exec *exec, int64_t *info)
{
    const struct shape shape = shape_contiguous(s->n, 1);
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {s->v[0], s->v[1], s->v[2]}, .x = s->v[4], .info = info};
    struct method_spec spec = {0};
    memcpy(s->v[4], s->v[3], (size_t)s->n * sizeof(real));
    TRY(solver_find(KIND_TRIDIAG, method, HOST, &spec.solver));
    return method_spec_solve(&spec, &shape, &system, exec);
}

/* The residual of a method; HUGE_VAL if it gives up. */
static enum status reference(const struct subject *s, const char *method, const struct exec *exec, double *out)
{
    int64_t info = 0;
    TRY(solve(s, method, exec, &info));
    *out = !info_is_good(info) ? HUGE_VAL : fmax(residual(s), good);
    return ST_OK;
}

/* A system on which elimination fails with and without pivoting may fail, at any row; an answer that is not finite must
 * be reported as failed. */
static enum status compare(struct report *r, const struct subject *s, const char *name, double limit,
                           const struct exec *exec)
{
    static const char *const methods[] = {"partition", "windows"};
    int64_t info = 0;
    double plain, pivoting;
    TRY(reference(s, "thomas", exec, &plain));
    TRY(reference(s, "thomas_pivot", exec, &pivoting));
    const double own = fmin(plain, pivoting);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        TRY(solve(s, methods[m], exec, &info));
        const double rest = residual(s);
        const double ratio = info > 0 ? (isfinite(own) ? HUGE_VAL : 1) : isfinite(rest) ? rest / own : HUGE_VAL;
        TRY(report_at_most(r, ratio, limit, "gallery %s, n %lld, %s%s", name, (long long)s->n, methods[m],
                           info == SOLVED_BY_FALLBACK ? ", solved otherwise"
                           : info > 0                 ? ", given up as by elimination"
                                                      : ""));
    }
    return ST_OK;
}

static enum status make(struct subject *s, int64_t n)
{
    double **const drawn[] = {&s->a, &s->b, &s->c};
    *s = (struct subject){.n = n};
    for (int k = 0; k < 3; k++) TRY(mem_array(drawn[k], HOST, n, sizeof(double)));
    for (int k = 0; k < ARRAYS; k++) TRY(mem_array(&s->v[k], HOST, n, sizeof(real)));
    return ST_OK;
}

static void drop(struct subject *s)
{
    double *const drawn[] = {s->a, s->b, s->c};
    for (int k = 0; k < 3; k++) mem_free(drawn[k]);
    for (int k = 0; k < ARRAYS; k++) mem_free(s->v[k]);
}

static enum status compare_all(struct report *r, struct subject *s, const struct exec *exec)
{
    for (int type = 1; type <= GALLERY; type++) {
        TRY(fill_gallery(s, type));
        round_all(s);
        const double limit = type == DORR ? degraded_dorr : type == GRADED ? degraded_graded : degraded;
        TRY(compare(r, s, gallery_name(type), limit, exec));
    }
    for (int k = 0; k < OTHERS; k++) {
        others[k].fill(s, others[k].how);
        round_all(s);
        TRY(compare(r, s, others[k].name, degraded, exec));
    }
    return ST_OK;
}

static enum status run(struct report *r, struct exec exec)
{
    static const int64_t sizes[] = {SMALL, COPIES * SMALL};
    enum status st = ST_OK;
    for (int k = 0; st == ST_OK && k < 2; k++) {
        struct subject s;
        st = make(&s, sizes[k]);
        if (st == ST_OK) st = compare_all(r, &s, &exec);
        drop(&s);
    }
    return st;
}

const struct verification verify_gallery_single = {
    .topic = "gallery",
    .subject = "single",
    .about = "partition and windows never return a wrong solution, on matrices that need pivoting",
    .run = run,
};
