/* Evaluates coefficients plane by plane, in the octants of its volumes, and joins octants to links. */
#include "apps/poisson/problem/coefficients.h"
#include "apps/poisson/problem/row.h"

#include <math.h>

#include "apps/poisson/problem/means.h"
#include "base/field/field.h"
#include "base/memory.h"

enum { NONE = 3 /* no axis: places as averages need them */ };

/* The data of an evaluation: a plane has two values along x and along y for each point of it. */
struct filler {
    const struct box *box;
    const struct poisson_params *params;
    struct coefficients *to;
    struct field *eps, *q;
    int64_t width, size;  /* values of a row, of a plane */
    double *place[3][2];  /* [2 points] along each axis: for averages, and for links along it */
    double *column[3][2]; /* [size] x and y of a plane: for averages, for links along x, along y */
    double *mean[2];      /* [size] the lower and the upper octants of a plane, for averages */
    double *along[2];     /* [size] those for links along an axis */
    double *before;       /* [size] the upper ones, for links along z, of the plane before */
    double *memory;
};

static enum status take_memory(struct filler *f)
{
    const struct axis *const a = f->box->axis;
    int64_t places = 0;
    for (int d = 0; d < 3; d++) places += 2 * a[d].points;
    TRY(mem_array(&f->memory, HOST, 2 * places + 11 * f->size, sizeof *f->memory));
    double *at = f->memory;
    for (int d = 0; d < 3; d++)
        for (int along = 0; along < 2; along++) f->place[d][along] = at, at += 2 * a[d].points;
    for (int set = 0; set < 3; set++)
        for (int d = 0; d < 2; d++) f->column[set][d] = at, at += f->size;
    for (int half = 0; half < 2; half++) {
        f->mean[half] = at, at += f->size;
        f->along[half] = at, at += f->size;
    }
    f->before = at;
    return ST_OK;
}

static void set_columns(struct filler *f)
{
    for (int d = 0; d < 3; d++)
        for (int along = 0; along < 2; along++) axis_halves(&f->box->axis[d], !along, f->place[d][along]);
    for (int set = 0; set < 3; set++)
        for (int64_t q = 0; q < f->size; q++) {
            f->column[set][0][q] = f->place[0][set == 1][q % f->width];
            f->column[set][1][q] = f->place[1][set == 2][q / f->width];
        }
}

/* out[size] := a coefficient in the lower or the upper octants of plane k, in the middle of halves along one axis. */
static enum status sample(const struct filler *f, struct field *of, int along, int64_t k, int half, double *out)
{
    const int set = along == 0 ? 1 : along == 1 ? 2 : 0;
    const double *const columns[3] = {f->column[set][0], f->column[set][1], NULL},
                        at[3] = {0, 0, f->place[2][along == 2][2 * k + half]};
    return field_eval(of, f->size, columns, at, 0, 1, out);
}

static enum status check(const struct filler *f, const struct field_spec *spec, const char *key, bool zero, int64_t k,
                         const double *v)
{
    for (int64_t q = 0; q < f->size; q++)
        if (!(v[q] > 0 || (zero && v[q] == 0)))
            return fail(ST_CONFIG, "%s: %g near (%g, %g, %g) is %s 0", spec->place ? spec->place : key, v[q],
                        f->column[0][0][q], f->column[0][1][q], f->box->axis[2].x[k], zero ? "below" : "not above");
    return ST_OK;
}

/* out[points of a plane] := the means over volumes of octants. */
static void average(const struct filler *f, int64_t k, double *const of[2], double *out)
{
    const struct axis *const a = f->box->axis;
    const int64_t n = a[0].points;
    for (int64_t j = 0; j < a[1].points; j++)
        for (int64_t i = 0; i < n; i++) {
            double sum = 0, volume = 0;
            for (int o = 0; o < 8; o++) {
                const int64_t p = 2 * i + (o & 1), q = 2 * j + (o >> 1 & 1);
                const double v = a[0].half[p] * a[1].half[q] * a[2].half[2 * k + (o >> 2)];
                sum += v * of[o >> 2][q * f->width + p], volume += v;
            }
            out[j * n + i] = sum / volume;
        }
}

/* The link on the lower side of point i = 0 ... points between two halves of volumes with these eps, of which an end
 * has only one; h: of a Robin end. */
static double quarter(const struct axis *a, int64_t i, double lower, double upper, const double h[2])
{
    const int64_t last = 2 * a->points - 1, below = i > 0 ? 2 * i - 1 : last, above = i < a->points ? 2 * i : 0;
    if ((i > 0 && i < a->points) || axis_periodic(a)) return 1 / (a->half[below] / lower + a->half[above] / upper);
    const int side = i > 0;
    const double within = side ? a->half[last] / lower : a->half[0] / upper;
    if (a->kind[side] == FACE_NEUMANN || (a->kind[side] == FACE_DIRICHLET && a->node)) return 0;
    return 1 / (within + (a->kind[side] == FACE_ROBIN ? 1 / h[side] : 0));
}

/* The share of a half in the volume of a point. */
static double share(const struct axis *a, int64_t half)
{
    return a->half[half] / (a->half[half] + a->half[half ^ 1]);
}

/* The places among the halves of the two on both sides of the lower side of point i. */
static int64_t half_below(const struct axis *a, int64_t i)
{
    return i > 0 ? 2 * i - 1 : 2 * a->points - 1;
}

static int64_t half_above(const struct axis *a, int64_t i)
{
    return i < a->points ? 2 * i : 0;
}

static void link_x(const struct filler *f, int64_t k, const double *const of[2], const double h[2])
{
    const struct axis *const a = f->box->axis;
    struct coefficients *const c = f->to;
    for (int64_t j = 0; j < a[1].points; j++) {
        double *const out = c->link[0] + (k * c->rows[0] + j) * c->length[0];
        for (int64_t i = 0; i <= a[0].points; i++) {
            double sum = 0;
            for (int o = 0; o < 4; o++) {
                const int64_t q = 2 * j + (o & 1);
                const double *const row = of[o >> 1] + q * f->width;
                sum += share(&a[1], q) * share(&a[2], 2 * k + (o >> 1)) *
                       quarter(&a[0], i, row[half_below(&a[0], i)], row[half_above(&a[0], i)], h);
            }
            out[i] = sum;
        }
    }
}

static void link_y(const struct filler *f, int64_t k, const double *const of[2], const double h[2])
{
    const struct axis *const a = f->box->axis;
    struct coefficients *const c = f->to;
    for (int64_t j = 0; j <= a[1].points; j++) {
        double *const out = c->link[1] + (k * c->rows[1] + j) * c->length[1];
        for (int64_t i = 0; i < a[0].points; i++) {
            double sum = 0;
            for (int o = 0; o < 4; o++) {
                const int64_t p = 2 * i + (o & 1);
                const double *const v = of[o >> 1] + p;
                sum += share(&a[0], p) * share(&a[2], 2 * k + (o >> 1)) *
                       quarter(&a[1], j, v[half_below(&a[1], j) * f->width], v[half_above(&a[1], j) * f->width], h);
            }
            out[i] = sum;
        }
    }
}

/* The links on the lower side of plane k = 0 ... points, between the upper octants of one and the lower ones of
 * another.
 */
static void link_z(const struct filler *f, int64_t k, const double *below, const double *above, const double h[2])
{
    const struct axis *const a = f->box->axis;
    struct coefficients *const c = f->to;
    for (int64_t j = 0; j < a[1].points; j++) {
        double *const out = c->link[2] + (k * c->rows[2] + j) * c->length[2];
        for (int64_t i = 0; i < a[0].points; i++) {
            double sum = 0;
            for (int o = 0; o < 4; o++) {
                const int64_t p = 2 * i + (o & 1), q = 2 * j + (o >> 1), at = q * f->width + p;
                sum += share(&a[0], p) * share(&a[1], q) * quarter(&a[2], k, below[at], above[at], h);
            }
            out[i] = sum;
        }
    }
}

static enum status sample_both(const struct filler *f, int along, int64_t k)
{
    for (int half = 0; half < 2; half++) {
        TRY(sample(f, f->eps, along, k, half, f->along[half]));
        TRY(check(f, &f->params->eps, "eps", false, k, f->along[half]));
    }
    return ST_OK;
}

/* Means and links of plane k, the latter along z on its lower side. */
static enum status fill_plane(struct filler *f, int64_t k)
{
    const struct axis *const a = f->box->axis;
    const int64_t points = a[0].points * a[1].points;
    const double *const along[2] = {f->along[0], f->along[1]};
    double h[3][2];
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) h[d][side] = f->params->face[d][side].h;
    for (int half = 0; half < 2; half++) TRY(sample(f, f->q, NONE, k, half, f->mean[half]));
    for (int half = 0; half < 2; half++) TRY(check(f, &f->params->q, "q", true, k, f->mean[half]));
    average(f, k, f->mean, f->to->q + k * points);
    for (int half = 0; half < 2; half++) TRY(sample(f, f->eps, NONE, k, half, f->mean[half]));
    for (int half = 0; half < 2; half++) TRY(check(f, &f->params->eps, "eps", false, k, f->mean[half]));
    average(f, k, f->mean, f->to->eps + k * points);
    TRY(sample_both(f, 0, k));
    link_x(f, k, along, h[0]);
    TRY(sample_both(f, 1, k));
    link_y(f, k, along, h[1]);
    TRY(sample_both(f, 2, k));
    link_z(f, k, f->before, f->along[0], h[2]);
    double *const upper = f->along[1];
    f->along[1] = f->before, f->before = upper;
    return ST_OK;
}

static enum status fill(struct filler *f)
{
    const struct axis *const z = &f->box->axis[2];
    const int64_t last = z->points - 1;
    const double h[2] = {f->params->face[2][0].h, f->params->face[2][1].h};
    TRY(take_memory(f));
    set_columns(f);
    TRY(sample(f, f->eps, 2, last, 1, f->before));
    for (int64_t k = 0; k <= last; k++) TRY(fill_plane(f, k));
    TRY(sample(f, f->eps, 2, 0, 0, f->along[0]));
    link_z(f, z->points, f->before, f->along[0], h);
    return ST_OK;
}

static enum status make_arrays(struct coefficients *c, const struct box *b)
{
    const struct axis *const a = b->axis;
    TRY(mem_array(&c->eps, HOST, b->points, sizeof *c->eps));
    TRY(mem_array(&c->q, HOST, b->points, sizeof *c->q));
    for (int d = 0; d < 3; d++) {
        c->length[d] = a[0].points + (d == 0), c->rows[d] = a[1].points + (d == 1);
        TRY(mem_array(&c->link[d], HOST, c->length[d] * c->rows[d] * (a[2].points + (d == 2)), sizeof(double)));
    }
    return ST_OK;
}

enum status coefficients_make(struct coefficients **out, struct box *b, const struct poisson_params *p)
{
    struct filler f = {.box = b, .params = p, .width = 2 * b->axis[0].points};
    f.size = 2 * b->axis[1].points * f.width;
    TRY(mem_alloc(out, HOST, sizeof **out));
    f.to = *out;
    enum status s = make_arrays(*out, b);
    if (s == ST_OK) s = box_field(&f.eps, b, &p->eps);
    if (s == ST_OK) s = box_field(&f.q, b, &p->q);
    if (s == ST_OK) s = fill(&f);
    mem_free(f.memory);
    field_free(f.eps);
    field_free(f.q);
    return s == ST_OK ? means_fill(b, p) : s;
}

struct coefficients *coefficients_free(struct coefficients *c)
{
    if (!c) return NULL;
    for (int d = 0; d < 3; d++) mem_free(c->link[d]);
    mem_free(c->eps);
    mem_free(c->q);
    return mem_free(c);
}
