/* Vectors have the places of points and are in double, whatever the precision of the direct solution. With the volumes
 * as weights of scalar products both matrices are symmetric. The direction after the first is conjugate to the one
 * before by the formula of Polak and Ribiere, which a preconditioner that rounds does not spoil.
 *
 * P. Concus, G. H. Golub, D. P. O'Leary, in Sparse Matrix Computations, 1976, 309; G. H. Golub, Q. Ye, SIAM J. Sci.
 * Comput. 21 (1999) 1305. With k the largest over the least ratio of eps to its means, the error falls by (k^1/2 - 1) /
 * (k^1/2 + 1) per iteration at least, on any grid. */
#include "apps/poisson/solution/iterate.h"

#include <math.h>
#include <string.h>

#include "apps/poisson/solution/operator.h"
#include "base/memory.h"

enum { WIDTH = 3 /* sums of a row */ };

enum status iteration_make(struct iteration **out, const struct box *b, struct poisson_direct *direct,
                           const struct poisson_params *p, int threads)
{
    TRY(mem_alloc(out, HOST, sizeof **out));
    struct iteration *const x = *out;
    *x = (struct iteration){.box = b, .direct = direct, .threads = threads, .mean = p->mean};
    x->tolerance = p->iteration.tolerance, x->most = p->iteration.most;
    direct->waves.mean = direct->waves.long_waves.mean = 0;
    TRY(mem_array(&x->u, HOST, b->points, sizeof *x->u));
    TRY(mem_array(&x->r, HOST, b->points, sizeof *x->r));
    TRY(mem_array(&x->p, HOST, b->points, sizeof *x->p));
    TRY(mem_array(&x->w, HOST, b->points, sizeof *x->w));
    TRY(mem_array(&x->zeros, HOST, b->axis[0].points, sizeof *x->zeros));
    return mem_array(&x->sums, HOST, b->axis[1].unknowns * b->axis[2].unknowns * WIDTH, sizeof *x->sums);
}

struct iteration *iteration_free(struct iteration *x)
{
    if (!x) return NULL;
    mem_free(x->u);
    mem_free(x->r);
    mem_free(x->p);
    mem_free(x->w);
    mem_free(x->zeros);
    mem_free(x->sums);
    return mem_free(x);
}

double iteration_bytes(double points)
{
    const double vectors = 4, coefficients = 5;
    return (vectors + coefficients) * points * (double)sizeof(double);
}

/* A row of unknowns: its place among points, its indices, and its area across x. */
struct row_of {
    int64_t place, j, k;
    double area;
};

static struct row_of row_of(const struct box *b, int64_t q)
{
    const struct axis *const a = b->axis;
    const int64_t j = q % a[1].unknowns, k = q / a[1].unknowns;
    return (struct row_of){b->first + j * b->stride[1] + k * b->stride[2], j, k, a[1].volume[j] * a[2].volume[k]};
}

/* One pass over the rows: its operation on a row, and the quantities of it that are summed, or whose largest value is
 * taken. */
struct step {
    double factor;
    const double *f;
    const real *z;
};
typedef void row_step(struct iteration *x, const struct step *s, struct row_of row, double *sums);

/* The larger one; NaN if one is. */
static double larger_of(double most, double v)
{
    return v <= most || isnan(most) ? most : v;
}

/* all[WIDTH] := the sums of all rows in order, by areas; those of `largest`, from that column on, are maxima. */
static void pass(struct iteration *x, row_step *of, const struct step *s, int largest, double *all)
{
    const struct box *const b = x->box;
    const int64_t rows = b->axis[1].unknowns * b->axis[2].unknowns;
#pragma omp parallel for schedule(static) num_threads(x->threads)
    for (int64_t q = 0; q < rows; q++) {
        double *const sums = x->sums + q * WIDTH;
        for (int i = 0; i < WIDTH; i++) sums[i] = 0;
        of(x, s, row_of(b, q), sums);
    }
    for (int i = 0; i < WIDTH; i++) all[i] = 0;
    for (int64_t q = 0; q < rows; q++)
        for (int i = 0; i < WIDTH; i++) {
            const double v = x->sums[q * WIDTH + i];
            if (i < largest) all[i] += row_of(b, q).area * v;
            else all[i] = larger_of(all[i], v);
        }
}

/* r := the right side, u := 0, p := 0. Largest: r. */
static void begin(struct iteration *x, const struct step *s, struct row_of row, double *sums)
{
    const int64_t m = x->box->axis[0].unknowns;
    const double *const f = s->f + (row.k * x->box->axis[1].unknowns + row.j) * m;
    double *const r = x->r + row.place;
    memset(x->u + row.place, 0, (size_t)m * sizeof *x->u);
    memset(x->p + row.place, 0, (size_t)m * sizeof *x->p);
    memset(x->w + row.place, 0, (size_t)m * sizeof *x->w);
    for (int64_t i = 0; i < m; i++) r[i] = s->factor - f[i], sums[2] = larger_of(sums[2], fabs(r[i]));
}

/* Sums of (z, r) and (z, w), with z of working precision, in a unit of its own. */
static void products(struct iteration *x, const struct step *s, struct row_of row, double *sums)
{
    const int64_t m = x->box->axis[0].unknowns;
    const double *const r = x->r + row.place, *const w = x->w + row.place, *const volume = x->box->axis[0].volume;
    const real *const z = s->z + row.place;
    double with_r = 0, with_w = 0;
#pragma omp simd reduction(+ : with_r, with_w)
    for (int64_t i = 0; i < m; i++) {
        const double v = volume[i] * (double)z[i];
        with_r += v * r[i], with_w += v * w[i];
    }
    sums[0] = with_r, sums[1] = with_w;
}

/* p := z + factor p. */
static void turn(struct iteration *x, const struct step *s, struct row_of row, double *sums)
{
    const real *const z = s->z + row.place;
    double *const p = x->p + row.place;
    (void)sums;
    for (int64_t i = 0; i < x->box->axis[0].unknowns; i++) p[i] = (double)z[i] + s->factor * p[i];
}

/* w := the equations of p. Sums of (p, w). */
static void apply(struct iteration *x, const struct step *s, struct row_of row, double *sums)
{
    const int64_t m = x->box->axis[0].unknowns;
    const double *const p = x->p + row.place, *const volume = x->box->axis[0].volume;
    double *const w = x->w + row.place, sum = 0;
    (void)s;
    operator_row(x->box, x->p, row.j, row.k, x->zeros, w);
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < m; i++) sum += volume[i] * p[i] * w[i];
    sums[0] = sum;
}

/* u := u + factor p, r := r - factor w. Largest: r. */
static void advance(struct iteration *x, const struct step *s, struct row_of row, double *sums)
{
    const int64_t m = x->box->axis[0].unknowns;
    const double *const p = x->p + row.place, *const w = x->w + row.place;
    double *const u = x->u + row.place, *const r = x->r + row.place, most = 0;
#pragma omp simd reduction(max : most)
    for (int64_t i = 0; i < m; i++) {
        u[i] += s->factor * p[i], r[i] -= s->factor * w[i];
        most = fabs(r[i]) > most ? fabs(r[i]) : most;
    }
    sums[2] = most;
}

/* Sums of u and 1. */
static void sum_up(struct iteration *x, const struct step *s, struct row_of row, double *sums)
{
    const double *const u = x->u + row.place, *const volume = x->box->axis[0].volume;
    (void)s;
    for (int64_t i = 0; i < x->box->axis[0].unknowns; i++) sums[0] += volume[i] * u[i], sums[1] += volume[i];
}

/* z := the direct solution of r over its largest value, in the places of the solution. */
static enum status precondition(struct iteration *x, double largest, real *z)
{
    const struct box *const b = x->box;
    const struct axis *const a = b->axis;
    const double scale = direct_scale(x->direct);
    const int64_t rows = a[1].unknowns * a[2].unknowns;
#pragma omp parallel for schedule(static) num_threads(x->threads)
    for (int64_t q = 0; q < rows; q++) {
        const struct row_of row = row_of(b, q);
        const double *const r = x->r + row.place, *const eps = a[b->main].eps;
        for (int64_t i = 0; i < a[0].unknowns; i++)
            z[row.place + i] = (real)(r[i] / largest * (scale / eps[b->main == 0 ? i : b->main == 1 ? row.j : row.k]));
    }
    return direct_solve(x->direct, z);
}

/* One iteration; *before: (z, r) of the last one. False if the iteration cannot continue. */
static bool iterate(struct iteration *x, const real *z, double *before, double *factor, double *largest)
{
    double sums[WIDTH];
    struct step s = {.z = z};
    pass(x, products, &s, 2, sums);
    /* (z, r of the last iteration) is (z, r + factor w). */
    s.factor = x->iterations ? -*factor * sums[1] / *before : 0;
    *before = sums[0];
    pass(x, turn, &s, WIDTH, sums);
    pass(x, apply, &s, WIDTH, sums);
    s.factor = *before / sums[0];
    if (!(sums[0] > 0) || !isfinite(s.factor)) return false;
    pass(x, advance, &s, 2, sums);
    *factor = s.factor, *largest = sums[2];
    return true;
}

/* Gives u its mean if nothing fixes its level, and rounds it. */
static void finish(struct iteration *x, real *u)
{
    const struct box *const b = x->box;
    double sums[WIDTH], shift = 0;
    const struct step s = {0};
    if (x->direct->waves.singular) {
        pass(x, sum_up, &s, WIDTH, sums);
        shift = x->mean - sums[0] / sums[1];
    }
    for (int64_t q = 0; q < b->axis[1].unknowns * b->axis[2].unknowns; q++) {
        const int64_t place = row_of(b, q).place;
        for (int64_t i = 0; i < b->axis[0].unknowns; i++) u[place + i] = (real)(x->u[place + i] + shift);
    }
}

enum status iteration_solve(struct iteration *x, const double *f, double removed, real *u)
{
    double sums[WIDTH], before = 1, factor = 0;
    const struct step s = {.f = f, .factor = removed};
    pass(x, begin, &s, 2, sums);
    const double whole = sums[2];
    double largest = whole;
    x->iterations = 0, x->residual = 0;
    while (largest > x->tolerance * whole && x->iterations < x->most) {
        const double scale = largest;
        TRY(precondition(x, scale, u));
        if (!iterate(x, u, &before, &factor, &largest)) break;
        x->iterations++;
    }
    x->residual = whole > 0 ? largest / whole : 0;
    finish(x, u);
    if (x->residual <= x->tolerance) return ST_OK;
    if (x->iterations < x->most)
        return fail(ST_FAILED,
                    "conjugate gradients break down after %lld iterations with a residual of %.2g of the right side, "
                    "above iteration.tolerance = %g: scale the problem, or give a larger tolerance",
                    (long long)x->iterations, x->residual, x->tolerance);
    return fail(ST_FAILED,
                "after %lld iterations the residual is %.2g of the right side, above iteration.tolerance = %g: give an "
                "iteration.iterations_max above %lld",
                (long long)x->iterations, x->residual, x->tolerance, (long long)x->most);
}

/* w := the equations of p. Largest: their residual. */
static void miss(struct iteration *x, const struct step *s, struct row_of row, double *sums)
{
    const int64_t m = x->box->axis[0].unknowns;
    const double *const f = s->f + (row.k * x->box->axis[1].unknowns + row.j) * m;
    double *const w = x->w + row.place;
    operator_row(x->box, x->p, row.j, row.k, x->zeros, w);
    for (int64_t i = 0; i < m; i++) {
        const double right = f[i] - s->factor, off = fabs(w[i] + right);
        sums[0] = larger_of(sums[0], off);
        sums[1] = fmax(sums[1], fabs(right)), sums[2] = fmax(sums[2], fabs(x->p[row.place + i]));
    }
}

struct worst_values iteration_residual(struct iteration *x, const double *f, double removed, const real *u)
{
    const struct box *const b = x->box;
    const struct step s = {.f = f, .factor = removed};
    double sums[WIDTH];
    for (int64_t q = 0; q < b->axis[1].unknowns * b->axis[2].unknowns; q++) {
        const int64_t place = row_of(b, q).place;
        for (int64_t i = 0; i < b->axis[0].unknowns; i++) x->p[place + i] = (double)u[place + i];
    }
    pass(x, miss, &s, 0, sums);
    return (struct worst_values){isfinite(sums[0]) ? sums[0] : HUGE_VAL, sums[1], sums[2]};
}
