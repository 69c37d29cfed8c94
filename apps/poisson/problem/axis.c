/* Places points, halves of volumes and links on one axis, and computes its eigenvalues. */
#include "apps/poisson/problem/axis.h"

#include <math.h>

#include "base/either_precision.h"
#include "base/memory.h"

enum { LOWER, UPPER };

/* eps: the factor that links do not contain. */
static void set_end(struct axis *a, int side, const struct poisson_face *given, double eps)
{
    a->kind[side] = poisson_face_kind(given);
    if (a->kind[side] != FACE_ROBIN) return;
    a->h[side] = given->h / eps;
    a->even = false;
}

void axis_sketch(struct axis *a, const struct poisson_params *p, int d)
{
    const bool main = d == poisson_axis(p);
    *a = (struct axis){.points = 1, .kind = {FACE_PERIODIC, FACE_PERIODIC}, .ends = {0, 1}, .even = true};
    if (d < poisson_dim(p)) {
        a->points = p->n.v[p->n.count == 1 ? 0 : d];
        a->node = poisson_at_nodes(p, d);
        a->ends[LOWER] = p->lower.count ? p->lower.v[d] : 0;
        a->ends[UPPER] = p->upper.v[d];
        a->even =
            (a->points == 1 || poisson_places(p, d)->form == FIELD_ABSENT) && (!main || p->eps.form == FIELD_NUMBER);
        for (int side = 0; side < 2; side++) set_end(a, side, &p->face[d][side], main ? 1 : p->eps.number);
    }
    a->first = a->node && a->kind[LOWER] == FACE_DIRICHLET;
    a->unknowns = a->points - a->first - (a->node && a->kind[UPPER] == FACE_DIRICHLET);
    a->spacing = (a->ends[UPPER] - a->ends[LOWER]) / (double)(a->points - (a->node && !axis_periodic(a)));
}

/* The neighbours of a place beyond the outermost of the points: that point, `near`, and the boundary on its side. */
static struct axis_neighbours beside_face(const struct axis *a, int side, int64_t near, bool unknown, double x,
                                          double place)
{
    if (a->inside[side] == 0 || !unknown) return (struct axis_neighbours){near, near, 0};
    const double from_face = (place - a->ends[side]) / (x - a->ends[side]);
    const double share = 1 - a->inside[side] + a->inside[side] * from_face; /* of the point */
    return side == LOWER ? (struct axis_neighbours){-1, near, share}
                         : (struct axis_neighbours){near, near + 1, 1 - share};
}

struct field_axis axis_places(const struct axis *a)
{
    return (struct field_axis){.lower = a->ends[LOWER],
                               .upper = a->ends[UPPER],
                               .count = a->points,
                               .coordinates = a->x,
                               .periodic = axis_periodic(a)};
}

struct axis_neighbours axis_neighbours_of(const struct axis *a, int64_t first, int64_t count, double place)
{
    const double *const x = a->x + first, length = a->ends[UPPER] - a->ends[LOWER];
    int64_t from = -1, to = count; /* x[from] <= place < x[to] */
    while (to - from > 1) {
        const int64_t middle = from + (to - from) / 2;
        if (x[middle] <= place) from = middle;
        else to = middle;
    }
    if (from >= 0 && to < count) return (struct axis_neighbours){from, to, (place - x[from]) / (x[to] - x[from])};
    if (!axis_periodic(a)) {
        const int side = from < 0 ? LOWER : UPPER;
        const int64_t near = side == LOWER ? 0 : count - 1, i = first + near - a->first;
        return beside_face(a, side, near, i >= 0 && i < a->unknowns, x[near], place);
    }
    const double beyond = (from < 0 ? place + length : place) - x[count - 1];
    return (struct axis_neighbours){count - 1, 0, beyond / (x[0] + length - x[count - 1])};
}

/* at[count]: the borders of cells, both faces included, or the nodes and, on a periodic axis, the upper face. */
static enum status place_ends(const struct axis *a, const struct poisson_params *p, int d, int64_t count, double *at)
{
    static const char *const keys[3] = {"grid.places_along.x", "grid.places_along.y", "grid.places_along.z"};
    static const double nowhere[1] = {0};
    const struct field_axis share = field_axis_nodes(0, 1, count);
    const struct field_spec *const spec = poisson_places(p, d);
    const char *const key = spec->place ? spec->place : spec == &p->places ? "grid.places" : keys[d];
    for (int64_t i = 0; i < count; i++) at[i] = (double)i / (double)(count - 1);
    if (spec->form == FIELD_ABSENT) {
        for (int64_t i = 0; i < count; i++) at[i] = a->ends[LOWER] + (a->ends[UPPER] - a->ends[LOWER]) * at[i];
        return ST_OK;
    }
    struct field *f;
    double *s = NULL;
    TRY(field_make(&f, spec, "s t", 1, &share));
    enum status st = mem_array(&s, HOST, count, sizeof *s);
    for (int64_t i = 0; st == ST_OK && i < count; i++) s[i] = at[i];
    if (st == ST_OK) st = field_eval(f, count, (const double *const[]){s}, nowhere, 0, 1, at);
    mem_free(s);
    field_free(f);
    TRY(st);
    for (int64_t i = 1; i < count; i++)
        if (!(at[i] > at[i - 1]))
            return fail(ST_CONFIG, "%s: place %lld, at %g, is not above the previous one, at %g", key, (long long)i,
                        at[i], at[i - 1]);
    const double slack = 1e-9 * (a->ends[UPPER] - a->ends[LOWER]);
    if (!(fabs(at[0] - a->ends[LOWER]) <= slack && fabs(at[count - 1] - a->ends[UPPER]) <= slack))
        return fail(ST_CONFIG, "%s: spans %g ... %g, but the axis %g ... %g", key, at[0], at[count - 1], a->ends[LOWER],
                    a->ends[UPPER]);
    return ST_OK;
}

/* half[2 i]: of the volume of point i below it, half[2 i + 1] above it. */
static void halve(struct axis *a, const double *at)
{
    const int64_t n = a->points;
    double *const half = a->half;
    for (int64_t i = 0; i < n; i++) {
        if (a->node) {
            a->x[i] = at[i];
            half[2 * i] = i > 0 ? (at[i] - at[i - 1]) / 2 : 0;
            half[2 * i + 1] = i < n - 1 || axis_periodic(a) ? (at[i + 1] - at[i]) / 2 : 0;
        } else {
            a->x[i] = (at[i] + at[i + 1]) / 2;
            half[2 * i] = half[2 * i + 1] = (at[i + 1] - at[i]) / 2;
        }
    }
    if (a->node && axis_periodic(a)) half[0] = half[2 * n - 1];
    for (int64_t i = 0; i < a->unknowns; i++) {
        a->below[i] = half[2 * (a->first + i)];
        a->volume[i] = a->below[i] + half[2 * (a->first + i) + 1];
    }
}

void axis_halves(const struct axis *a, bool mean, double *at)
{
    const double *const half = a->half;
    for (int64_t i = 0; i < 2 * a->points; i++) {
        const bool cut = mean && half[i ^ 1] == 0;
        at[i] = a->x[i / 2] + (cut ? 0 : i % 2 ? half[i] / 2 : -half[i] / 2);
    }
    if (a->node && axis_periodic(a)) at[0] = a->ends[UPPER] - half[0] / 2;
}

/* out[2 points]: a coefficient in the halves of volumes. */
static enum status evaluate(const struct axis *a, const struct field_spec *spec, int d, bool mean, double *out)
{
    static const char *const letter[3] = {"x t", "y t", "z t"};
    static const double nowhere[1] = {0};
    struct field *f;
    double *at = NULL;
    const struct field_axis places = axis_places(a);
    TRY(field_make(&f, spec, letter[d], 1, &places));
    enum status st = mem_array(&at, HOST, 2 * a->points, sizeof *at);
    if (st == ST_OK) axis_halves(a, mean, at);
    if (st == ST_OK) st = field_eval(f, 2 * a->points, (const double *const[]){at}, nowhere, 0, 1, out);
    mem_free(at);
    field_free(f);
    return st;
}

/* eps over distance between two neighbouring points, of the half volume above the lower one and that below the upper
 * one in series; these are the indices of the halves. */
static double link(const double *half, const double *eps, int64_t lower, int64_t upper)
{
    return 1 / (half[lower] / eps[lower] + half[upper] / eps[upper]);
}

/* The link of a Dirichlet end of cells or of a Robin end: the half volume next to the face and 1 / h in series. */
static double end_link(struct axis *a, int side, double half, double eps)
{
    const double within = half / eps, behind = a->kind[side] == FACE_ROBIN ? 1 / a->h[side] : 0;
    a->inside[side] = behind > 0 ? within / (within + behind) : 1;
    return behind > 0 ? 1 / (within + behind) : eps / half;
}

static void connect(struct axis *a, const double *eps)
{
    const double *const half = a->half;
    const int64_t m = a->unknowns, first = a->first, last = first + m - 1, end = 2 * a->points - 1;
    for (int64_t i = 1; i < m; i++) a->link[i] = link(half, eps, 2 * (first + i) - 1, 2 * (first + i));
    if (axis_periodic(a)) {
        a->link[0] = a->link[m] = link(half, eps, end, 0);
        return;
    }
    /* A Dirichlet end is a point without a volume, or a node. */
    a->link[0] = a->link[m] = 0;
    if (a->kind[LOWER] != FACE_NEUMANN)
        a->link[0] = first > 0 ? link(half, eps, 1, 2) : end_link(a, LOWER, half[0], eps[0]);
    if (a->kind[UPPER] != FACE_NEUMANN)
        a->link[m] = last < a->points - 1 ? link(half, eps, end - 2, end - 1) : end_link(a, UPPER, half[end], eps[end]);
    if (first > 0) a->inside[LOWER] = 1;
    if (last < a->points - 1) a->inside[UPPER] = 1;
    a->edge[LOWER] = first > 0 ? half[1] : 0;
    a->edge[UPPER] = last < a->points - 1 ? half[end - 1] : 0;
    a->edge_eps[LOWER] = eps[1], a->edge_eps[UPPER] = eps[end - 1];
}

/* out[unknowns]: the mean of a coefficient over both halves of each volume. */
static void average(struct axis *a, const double *of, double *out)
{
    const double *const half = a->half;
    for (int64_t i = 0; i < a->unknowns; i++) {
        const int64_t k = 2 * (a->first + i);
        out[i] = (half[k] * of[k] + half[k + 1] * of[k + 1]) / (half[k] + half[k + 1]);
    }
}

static enum status check_positive(const struct axis *a, const struct field_spec *spec, const char *key, const double *v,
                                  bool zero)
{
    for (int64_t i = 0; i < 2 * a->points; i++)
        if (!(v[i] > 0 || (zero && v[i] == 0)))
            return fail(ST_CONFIG, "%s: %g near %g is %s 0", spec->place ? spec->place : key, v[i], a->x[i / 2],
                        zero ? "below" : "not above");
    return ST_OK;
}

/* Half the angle of wave k, by which minus the second difference is 4 sin^2 of it over h^2. */
static double half_angle(const struct axis *a, int64_t k)
{
    const double m = (double)a->unknowns, pi = acos(-1.0);
    const bool lower = a->kind[LOWER] == FACE_DIRICHLET, upper = a->kind[UPPER] == FACE_DIRICHLET;
    if (axis_periodic(a)) return pi * (double)(2 * k <= a->unknowns ? k : a->unknowns - k) / m;
    if (lower != upper) return pi * (double)(2 * k + 1) / (4 * m);
    return pi * (double)(k + lower) / (2 * (m + (a->node ? lower ? 1 : -1 : 0)));
}

enum transform_type axis_transform(const struct axis *a)
{
    /* [node][lower Dirichlet][upper Dirichlet] */
    static const enum transform_type types[2][2][2] = {{{DCT2, DCT4}, {DST4, DST2}}, {{DCT1, DCT3}, {DST3, DST1}}};
    if (axis_periodic(a)) return HALF_COMPLEX;
    return types[a->node][a->kind[LOWER] == FACE_DIRICHLET][a->kind[UPPER] == FACE_DIRICHLET];
}

static enum status make_eigenvalues(struct axis *a, const struct poisson_params *p)
{
    TRY(mem_array(&a->eigenvalue, HOST, a->unknowns, sizeof *a->eigenvalue));
    for (int64_t k = 0; k < a->unknowns; k++) {
        const double angle = half_angle(a, k), wave = p->eigenvalues == EIGENVALUES_SPECTRAL ? angle : sin(angle);
        a->eigenvalue[k] = 4 * wave * wave / (a->spacing * a->spacing);
    }
    return ST_OK;
}

void axis_connect(struct axis *a, const double *eps)
{
    connect(a, eps);
    average(a, eps, a->eps);
}

/* value[2 points]: workspace. */
static enum status set_layers(struct axis *a, const struct poisson_params *p, int d, double *value)
{
    TRY(evaluate(a, &p->eps, d, false, value));
    TRY(check_positive(a, &p->eps, "eps", value, false));
    connect(a, value);
    TRY(evaluate(a, &p->eps, d, true, value));
    TRY(check_positive(a, &p->eps, "eps", value, false));
    average(a, value, a->eps);
    TRY(mem_array(&a->q, HOST, a->unknowns, sizeof *a->q));
    TRY(evaluate(a, &p->q, d, true, value));
    TRY(check_positive(a, &p->q, "q", value, true));
    average(a, value, a->q);
    return ST_OK;
}

enum status axis_place(struct axis *a, const struct poisson_params *p, int d)
{
    axis_sketch(a, p, d);
    const int64_t ends = a->points + (!a->node || axis_periodic(a));
    double *at = NULL;
    TRY(mem_array(&a->x, HOST, a->points, sizeof *a->x));
    TRY(mem_array(&a->half, HOST, 2 * a->points, sizeof *a->half));
    TRY(mem_array(&a->volume, HOST, a->unknowns, sizeof *a->volume));
    TRY(mem_array(&a->below, HOST, a->unknowns, sizeof *a->below));
    TRY(mem_array(&a->eps, HOST, a->unknowns, sizeof *a->eps));
    TRY(mem_array(&a->link, HOST, a->unknowns + 1, sizeof *a->link));
    TRY(mem_array(&at, HOST, ends, sizeof *at));
    const enum status s = place_ends(a, p, d, ends, at);
    if (s == ST_OK) halve(a, at);
    mem_free(at);
    return s;
}

/* Coefficients other than 1 are those of the tridiagonal axis. */
enum status axis_fill(struct axis *a, const struct poisson_params *p, int d)
{
    double *value;
    enum status s = mem_array(&value, HOST, 2 * a->points, sizeof *value);
    for (int64_t i = 0; s == ST_OK && i < 2 * a->points; i++) value[i] = 1;
    if (s == ST_OK && d == poisson_axis(p)) s = set_layers(a, p, d, value);
    else if (s == ST_OK) axis_connect(a, value);
    mem_free(value);
    return s == ST_OK && a->even ? make_eigenvalues(a, p) : s;
}

void axis_free(struct axis *a)
{
    mem_free(a->x);
    mem_free(a->half);
    mem_free(a->volume);
    mem_free(a->below);
    mem_free(a->eps);
    mem_free(a->link);
    mem_free(a->q);
    mem_free(a->eigenvalue);
    *a = (struct axis){0};
}
