/* Methods that pivot, on the eighteen matrices of the gallery: their residuals |d - T x| / |d|, in the Euclidean norm,
 * over those of partial pivoting in order on the same matrix and right side (Chang, section 6.1). Reported are the
 * median and the largest ratio over all seeds. 100 is where the thesis begins to speak of a degraded answer, 10 is what
 * is asked of the median. In float types 8 to 11 are singular to rounding, and the largest ratio says less. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/method_spec.h"
#include "verify/gallery.h"
#include "verify/verify.h"

static const double largest = sizeof(real) == sizeof(double) ? 100 : 1000;
enum {
    METHODS_MAX = 16,
    ROWS = 512,
    SEEDS = 11,
    COPIES = 5 /* of one matrix below the other: methods cut large systems */
};

struct subject {
    int64_t n;
    double *drawn[3];
    real *a, *b, *c, *d, *x;
};

static enum status make(struct subject *s, int64_t n)
{
    real **const arrays[] = {&s->a, &s->b, &s->c, &s->d, &s->x};
    *s = (struct subject){.n = n};
    for (int k = 0; k < 3; k++) TRY(mem_array(&s->drawn[k], HOST, n, sizeof(double)));
    for (int k = 0; k < 5; k++) TRY(mem_array(arrays[k], HOST, n, sizeof(real)));
    return ST_OK;
}

static void drop(struct subject *s)
{
    real *const arrays[] = {s->a, s->b, s->c, s->d, s->x};
    for (int k = 0; k < 3; k++) mem_free(s->drawn[k]);
    for (int k = 0; k < 5; k++) mem_free(arrays[k]);
}

static enum status fill(struct subject *s, int type, uint64_t seed)
{
    uint64_t right = seed + 1000;
    TRY(gallery_fill(type, ROWS, seed, s->drawn[0], s->drawn[1], s->drawn[2]));
    for (int64_t i = 0; i < s->n; i++) {
        s->a[i] = (real)s->drawn[0][i % ROWS], s->b[i] = (real)s->drawn[1][i % ROWS];
        s->c[i] = (real)s->drawn[2][i % ROWS];
        s->d[i] = (real)gallery_random(&right);
    }
    return ST_OK;
}

/* Or infinity, where the solution is not finite. */
static double residual(const struct subject *s)
{
    double sum = 0, size = 0;
    for (int64_t i = 0; i < s->n; i++) {
        const double left = i ? (double)s->a[i] * (double)s->x[i - 1] : 0;
        const double right = i < s->n - 1 ? (double)s->c[i] * (double)s->x[i + 1] : 0, d = (double)s->d[i];
        const double rest = d - left - (double)s->b[i] * (double)s->x[i] - right;
        sum += rest * rest, size += d * d;
    }
    return isfinite(sum) ? sqrt(sum / size) : (double)INFINITY;
}

static enum status solve(const struct subject *s, const struct solver *method, const struct exec *exec, double *out)
{
    int64_t info = 0;
    const struct shape shape = shape_contiguous(s->n, 1);
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {s->a, s->b, s->c}, .x = s->x, .info = &info};
    const struct method_spec spec = {.solver = method};
    memcpy(s->x, s->d, (size_t)s->n * sizeof(real));
    TRY(method_spec_solve(&spec, &shape, &system, exec));
    *out = info > 0 ? (double)INFINITY : residual(s);
    return ST_OK;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool judged(const struct solver *s, const struct solver *reference)
{
    const struct shape shape = shape_contiguous(ROWS, 1);
    return s->kind == KIND_TRIDIAG && s->space == HOST && (s->can & CAN_ANY_MATRIX) && s != reference &&
           solver_accepts(s, &shape, NULL) == ST_OK;
}

/* The methods that are judged, and the ratios of each on one type. */
struct trial {
    const struct solver *reference, *method[METHODS_MAX];
    int methods, count;
    double ratio[METHODS_MAX][SEEDS];
};

static enum status methods_find(struct trial *t)
{
    if (solver_find(KIND_TRIDIAG, "lapack", HOST, &t->reference) != ST_OK)
        TRY(solver_find(KIND_TRIDIAG, "thomas_pivot", HOST, &t->reference));
    for (size_t i = 0; i < solver_count() && t->methods < METHODS_MAX; i++)
        if (judged(solver_at(i), t->reference)) t->method[t->methods++] = solver_at(i);
    return ST_OK;
}

/* A matrix on which partial pivoting fails is left out. */
static enum status take(struct trial *t, struct subject *s, int type, const struct exec *exec)
{
    t->count = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double least, own;
        TRY(fill(s, type, seed));
        TRY(solve(s, t->reference, exec, &least));
        if (!isfinite(least)) continue;
        for (int m = 0; m < t->methods; m++) {
            TRY(solve(s, t->method[m], exec, &own));
            t->ratio[m][t->count] = own / fmax(least, (double)REAL_EPS);
        }
        t->count++;
    }
    return ST_OK;
}

static enum status judge(struct report *r, struct trial *t, const char *type, int64_t n)
{
    for (int m = 0; t->count && m < t->methods; m++) {
        double *const ratio = t->ratio[m];
        qsort(ratio, (size_t)t->count, sizeof *ratio, by_value);
        TRY(report_at_most(r, ratio[t->count / 2], 10, "gallery %s, n %lld, %s, median of %d", type, (long long)n,
                           t->method[m]->method, t->count));
        TRY(report_at_most(r, ratio[t->count - 1], largest, "gallery %s, n %lld, %s, largest of %d", type, (long long)n,
                           t->method[m]->method, t->count));
    }
    return ST_OK;
}

static enum status run(struct report *r, struct exec exec)
{
    struct trial t = {0};
    enum status st = methods_find(&t);
    for (int copies = 1; st == ST_OK && copies <= COPIES; copies += COPIES - 1) {
        struct subject s;
        st = make(&s, copies * ROWS);
        for (int type = 1; st == ST_OK && type <= GALLERY; type++) {
            st = take(&t, &s, type, &exec);
            if (st == ST_OK) st = judge(r, &t, gallery_name(type), s.n);
        }
        drop(&s);
    }
    return st;
}

const struct verification verify_gallery_pivoting = {
    .topic = "gallery",
    .subject = "pivoting",
    .about = "methods that pivot are as accurate as partial pivoting in order, on eighteen hard matrices",
    .run = run,
};
