/* Assembles a row for each point from volumes in octants, and eliminates with pivots. */
#include "tests/support/poisson/poisson_dense.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/flows.h"

static const char *const kinds[] = {"dirichlet", "neumann", "robin", "periodic"};
static const char *const keys[] = {"value", "flux", "ambient"};

/* Points of an axis and the borders of their volumes. */
struct points {
    int count;
    double x[DENSE_MOST], lower[DENSE_MOST], upper[DENSE_MOST];
};

static double place(const struct dense_problem *p, int d, double s)
{
    return p->stretched[d] ? (s + s * s) / 2 : s;
}

static struct points points_of(const struct dense_problem *p, int d)
{
    struct points a = {.count = p->n[d]};
    const bool periodic = p->kind[d][0] == DENSE_PERIODIC, node = p->node[d];
    const double intervals = node && !periodic ? p->n[d] - 1 : p->n[d];
    for (int i = 0; i < p->n[d]; i++) {
        const double at = place(p, d, i / intervals), next = place(p, d, (i + 1) / intervals),
                     before = i > 0 ? place(p, d, (i - 1) / intervals) : place(p, d, 1 - 1 / intervals) - 1;
        a.x[i] = node ? at : (at + next) / 2;
        a.lower[i] = !node ? at : i == 0 && !periodic ? 0 : (at + before) / 2;
        a.upper[i] = !node ? next : i == p->n[d] - 1 && !periodic ? 1 : (at + next) / 2;
    }
    return a;
}

/* Places at which layers and blocks of eps end: a border of cells, a node. */
static double border(const struct dense_problem *p, int d)
{
    const struct points a = points_of(p, d);
    return p->node[d] ? a.x[p->n[d] / 2] : a.lower[p->n[d] / 2];
}

static double eps_at(const struct dense_problem *p, const double x[3])
{
    const double y = p->dim > 1 ? x[1] : 0, z = p->dim > 2 ? x[2] : 0;
    if (p->eps == DENSE_LAYERS) return x[p->main] < border(p, p->main) ? 1.5 : 4;
    if (p->eps == DENSE_SMOOTH) return 1 + x[0] * (1 + y) + 2 * z * y;
    if (p->eps == DENSE_BLOCKS) return x[0] < border(p, 0) ? 0.2 : p->dim > 1 && y < border(p, 1) ? 3 : 1;
    return 1.5;
}

static double q_at(const struct dense_problem *p, const double x[3])
{
    return p->q_varies ? p->q * (1 + x[0] * (p->dim > 1 ? x[1] : 1)) : p->q;
}

static double prescribed(const struct dense_problem *p, const double x[3])
{
    return 1 + x[0] / 2 - (p->dim > 1 ? 0.3 * x[1] : 0) + (p->dim > 2 ? 0.7 * x[2] : 0);
}

static double right_side(const struct dense_problem *p, const double x[3])
{
    return sin(3 * x[0]) + (p->dim > 1 ? x[1] : 0) - (p->dim > 2 ? x[2] * x[0] : 0);
}

static void print_eps(char *out, size_t size, const struct dense_problem *p)
{
    static const char *const smooth[] = {"1+x", "1+x*(1+y)", "1+x*(1+y)+2*z*y"};
    if (p->eps == DENSE_SMOOTH) snprintf(out, size, "\"%s\"", smooth[p->dim - 1]);
    else if (p->eps == DENSE_LAYERS)
        snprintf(out, size, "\"%c < %.17g ? 1.5 : 4\"", "xyz"[p->main], border(p, p->main));
    else if (p->eps == DENSE_BLOCKS && p->dim == 1) snprintf(out, size, "\"x < %.17g ? 0.2 : 1\"", border(p, 0));
    else if (p->eps == DENSE_BLOCKS)
        snprintf(out, size, "\"x < %.17g ? 0.2 : y < %.17g ? 3 : 1\"", border(p, 0), border(p, 1));
    else snprintf(out, size, "1.5");
}

void dense_print(char *out, size_t size, const struct dense_problem *p)
{
    static const char *const of[] = {"1+x/2", "-0.3*y", "+0.7*z"}, *const f[] = {"sin(3*x)", "+y", "-z*x"};
    char value[64] = "", right[64] = "", sizes[64] = "", upper[64] = "", nodes[64] = "", places[256] = "", eps[128],
         q[64];
    print_eps(eps, sizeof eps, p);
    if (p->q_varies) snprintf(q, sizeof q, "\"%g*(1+x*%s)\"", p->q, p->dim > 1 ? "y" : "1");
    else snprintf(q, sizeof q, "%g", p->q);
    for (int d = 0; d < p->dim; d++) {
        strcat(value, of[d]), strcat(right, f[d]);
        snprintf(sizes + strlen(sizes), 16, "%s%d", d ? ", " : "", p->n[d]);
        strcat(upper, d ? ", 1.0" : "1.0");
        if (p->node[d]) snprintf(nodes + strlen(nodes), 16, "%s\"%c\"", *nodes ? ", " : "", "xyz"[d]);
        if (p->stretched[d]) snprintf(places + strlen(places), 32, "%c = \"(s+s^2)/2\"; ", "xyz"[d]);
    }
    int used = snprintf(out, size,
                        "grid = { n = [%s]; upper = [%s]; nodes_along = [%s]; places_along = { %s}; };"
                        "tridiagonal_axis = \"%c\"; iteration = { tolerance = 1e-13; }; q = %s; f = \"%s\"; eps = %s; "
                        "boundary = { ",
                        sizes, upper, nodes, places, "xyz"[p->main], q, right, eps);
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++) {
            const enum dense_kind kind = p->kind[d][side];
            used += snprintf(out + used, size - (size_t)used, "%c_%s = { kind = \"%s\"; ", "xyz"[d],
                             side ? "upper" : "lower", kinds[kind]);
            if (kind != DENSE_PERIODIC)
                used += snprintf(out + used, size - (size_t)used, "%s = \"%s\"; ", keys[kind], value);
            if (kind == DENSE_ROBIN) used += snprintf(out + used, size - (size_t)used, "h = %g; ", p->h[d][side]);
            used += snprintf(out + used, size - (size_t)used, "}; ");
        }
    snprintf(out + used, size - (size_t)used, "};");
}

/* Half of the volume of a point along one axis. */
struct half {
    double width, share; /* of the volume */
    double middle, mean; /* the places where a link along the axis, and where averages take coefficients */
};

static struct half half_of(const struct points *a, int i, int side)
{
    const double width = side ? a->upper[i] - a->x[i] : a->x[i] - a->lower[i],
                 other = a->upper[i] - a->lower[i] - width;
    struct half h = {width, width / (width + other), a->x[i] + (side ? width : -width) / 2, 0};
    if (h.middle < 0) h.middle += 1; /* around a periodic axis */
    h.mean = other == 0 ? a->x[i] : h.middle;
    return h;
}

/* The flow into the volume of a point through one of its sides, per area: take (u of the neighbour - u), or more - take
 * u where there is no neighbour. */
struct through {
    double take, more;
    int beside; /* index of the point along d, or -1 */
};

/* A quarter of a side, per area of the quarter: both halves in series. `across`: where it is along other axes. */
static struct through quarter_of(const struct dense_problem *p, const struct points *a, int d, int side, int i,
                                 const double across[3])
{
    const int next = side ? i + 1 : i - 1, last = a->count - 1, around = side ? 0 : last;
    const bool inside = next >= 0 && next <= last;
    const struct half here = half_of(a, i, side);
    double x[3] = {across[0], across[1], across[2]};
    x[d] = here.middle;
    const double resistance = here.width / eps_at(p, x);
    if (inside || p->kind[d][side] == DENSE_PERIODIC) {
        const int beside = inside ? next : around;
        const struct half there = half_of(a, beside, !side);
        x[d] = there.middle;
        return (struct through){1 / (resistance + there.width / eps_at(p, x)), 0, beside};
    }
    if (p->kind[d][side] == DENSE_NEUMANN) return (struct through){0, 0, -1};
    return (struct through){1 / (resistance + (p->kind[d][side] == DENSE_ROBIN ? 1 / p->h[d][side] : 0)), 0, -1};
}

/* The sum over the quarters, of which an absent axis has two that are alike. */
static struct through side_of(const struct dense_problem *p, const struct points a[3], int d, int side, const int at[3])
{
    const int e = d == 0 ? 1 : 0, g = d == 2 ? 1 : 2;
    struct through sum = {0, 0, -1};
    double x[3] = {a[0].x[at[0]], a[1].x[at[1]], a[2].x[at[2]]};
    for (int k = 0; k < 4; k++) {
        const struct half one = half_of(&a[e], at[e], k & 1), other = half_of(&a[g], at[g], k >> 1);
        double across[3] = {0};
        across[e] = one.mean, across[g] = other.mean;
        if (one.share == 0 || other.share == 0) continue;
        const struct through t = quarter_of(p, &a[d], d, side, at[d], across);
        sum.take += one.share * other.share * t.take;
        sum.beside = t.beside;
    }
    x[d] = side;
    if (sum.beside < 0) sum.more = (p->kind[d][side] == DENSE_NEUMANN ? 1 : sum.take) * prescribed(p, x);
    return sum;
}

/* The mean of q over the octants of a volume. */
static double loss_of(const struct dense_problem *p, const struct points a[3], const int at[3])
{
    double sum = 0;
    for (int o = 0; o < 8; o++) {
        double x[3], share = 1;
        for (int d = 0; d < 3; d++) {
            const struct half h = half_of(&a[d], at[d], o >> d & 1);
            x[d] = h.mean, share *= h.share;
        }
        sum += share * q_at(p, x);
    }
    return sum;
}

static bool on_dirichlet(const struct dense_problem *p, const int at[3], double *u, const struct points a[3])
{
    double x[3] = {a[0].x[at[0]], a[1].x[at[1]], a[2].x[at[2]]};
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++)
            if (p->node[d] && p->kind[d][side] == DENSE_DIRICHLET && at[d] == (side ? p->n[d] - 1 : 0)) {
                *u = prescribed(p, x);
                return true;
            }
    return false;
}

/* Gauss with pivots; m[n][n + 1] with the right side, whose place gets the solution. In long double, so that
 * differences from it are those of the method: already a weak film makes a condition of thousands. */
static void eliminate(int n, long double *m)
{
    const int w = n + 1;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabsl(m[i * w + k]) > fabsl(m[best * w + k])) best = i;
        for (int j = 0; j < w; j++) {
            const long double t = m[k * w + j];
            m[k * w + j] = m[best * w + j], m[best * w + j] = t;
        }
        for (int i = 0; i < n; i++) {
            const long double c = m[i * w + k] / m[k * w + k];
            for (int j = k; j < w && i != k && c != 0; j++) m[i * w + j] -= c * m[k * w + j];
        }
    }
    for (int k = 0; k < n; k++) m[k * w + n] /= m[k * w + k];
}

void dense_solve(const struct dense_problem *p, double *u)
{
    const struct points a[3] = {points_of(p, 0), points_of(p, 1), points_of(p, 2)};
    const int n = p->n[0] * p->n[1] * p->n[2], w = n + 1, stride[3] = {1, p->n[0], p->n[0] * p->n[1]};
    long double *const m = calloc((size_t)n * (size_t)w, sizeof *m);
    if (!m) abort();
    for (int row = 0; row < n; row++) {
        const int at[3] = {row % p->n[0], row / p->n[0] % p->n[1], row / stride[2]};
        const double x[3] = {a[0].x[at[0]], a[1].x[at[1]], a[2].x[at[2]]};
        long double *const r = m + row * w;
        double given;
        r[row] = 1;
        if (on_dirichlet(p, at, &given, a)) {
            r[n] = given;
            continue;
        }
        r[row] = -loss_of(p, a, at), r[n] = right_side(p, x);
        for (int d = 0; d < p->dim; d++)
            for (int side = 0; side < 2; side++) {
                const struct through t = side_of(p, a, d, side, at);
                const long double width = (long double)a[d].upper[at[d]] - a[d].lower[at[d]];
                r[row] -= t.take / width, r[n] -= t.more / width;
                if (t.beside >= 0) r[row + (t.beside - at[d]) * stride[d]] += t.take / width;
            }
    }
    eliminate(n, m);
    for (int row = 0; row < n; row++) u[row] = (double)m[row * w + n];
    free(m);
}

bool dense_level_free(const struct dense_problem *p)
{
    bool known = p->q > 0;
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++)
            known |= p->kind[d][side] == DENSE_DIRICHLET || p->kind[d][side] == DENSE_ROBIN;
    return !known;
}

int dense_below(uint64_t *seed, int count)
{
    const int i = (int)((noise(seed) + 1) / 2 * count);
    return i < count ? i : count - 1;
}

struct dense_problem dense_draw(uint64_t *seed)
{
    static const double h[] = {0.01, 0.5, 3, 200};
    struct dense_problem p = {.dim = 1 + dense_below(seed, 3), .n = {1, 1, 1}};
    bool robin = false;
    p.main = dense_below(seed, p.dim);
    for (int d = 0; d < 3; d++) {
        p.kind[d][0] = p.kind[d][1] = DENSE_PERIODIC;
        if (d >= p.dim) continue;
        p.n[d] = 3 + dense_below(seed, 3);
        p.node[d] = dense_below(seed, 2), p.stretched[d] = dense_below(seed, 2);
        for (int side = 0; side < 2; side++) {
            p.kind[d][side] = dense_below(seed, 2) ? DENSE_ROBIN : (enum dense_kind)dense_below(seed, 2);
            p.h[d][side] = h[dense_below(seed, 4)];
        }
        if (dense_below(seed, 6) == 0) p.kind[d][0] = p.kind[d][1] = DENSE_PERIODIC;
        if (d != p.main) robin |= p.kind[d][0] == DENSE_ROBIN || p.kind[d][1] == DENSE_ROBIN;
    }
    p.eps = !robin && dense_below(seed, 2) ? DENSE_LAYERS : DENSE_NUMBER;
    p.q = dense_below(seed, 3) ? 0 : 0.7;
    return p;
}
