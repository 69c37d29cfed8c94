/* R = dt (L_x + L_y + L_z) u + source + faces on one row of x: 6 multiply-adds and 7 additions a point.
 *
 * Differences, not products with a diagonal: a constant field gives exactly 0. Values to the left and right
 * are shifted from registers, since every second load across a cache line costs twice. */
#include "apps/adi/fused.h"
#include "apps/adi/fused_lanes.h"

/* A row of u and the rows beside it. */
struct star {
    const real *c, *south, *north, *below, *above;
    real cs, cn, cb, ca; /* their coefficients */
    real left, right;    /* beyond the ends of c */
};

/* The point or row next to p, which is at `at` of the axis; p itself if there is none, whose coefficient is 0. */
static const real *beside(const struct axis *a, const real *p, int64_t at, int64_t stride, int side)
{
    const int64_t step = side ? stride : -stride;
    if (at != (side ? a->n - 1 : 0)) return p + step;
    return a->cyclic ? p - (a->n - 1) * step : p;
}

static struct star star_at(const struct fused *f, const real *u, int64_t j, int64_t k)
{
    const struct axis *const x = &f->axis[0], *const y = &f->axis[1], *const z = &f->axis[2];
    const int64_t nx = x->n, plane = nx * y->n;
    const real *const c = u + k * plane + j * nx;
    return (struct star){
        .c = c,
        .south = beside(y, c, j, nx, 0),
        .north = beside(y, c, j, nx, 1),
        .below = beside(z, c, k, plane, 0),
        .above = beside(z, c, k, plane, 1),
        .cs = y->dt_lower[j],
        .cn = y->dt_upper[j],
        .cb = z->dt_lower[k],
        .ca = z->dt_upper[k],
        .left = *beside(x, c, 0, 1, 0),
        .right = *beside(x, c + nx - 1, nx - 1, 1, 1),
    };
}

static void evaluate(const struct axis *x, const struct star *at, real *restrict r)
{
    const struct star s = *at;
    const real *const lower = x->dt_lower, *const upper = x->dt_upper;
    const int64_t n = x->n, whole = n - n % LANES;
    vec before = vec_all(s.left), c = whole ? vec_load(s.c) : before;
    for (int64_t i = 0; i < whole; i += LANES) {
        const int64_t next = i + LANES;
        const vec after = next < whole ? vec_load(s.c + next) : vec_all(next < n ? s.c[next] : s.right);
        vec along = vec_load(lower + i) * (vec_before(before, c) - c);
        vec across = s.cs * (vec_load(s.south + i) - c);
        along += vec_load(upper + i) * (vec_after(c, after) - c);
        across += s.cn * (vec_load(s.north + i) - c);
        along += s.cb * (vec_load(s.below + i) - c);
        across += s.ca * (vec_load(s.above + i) - c);
        vec_store(r + i, along + across);
        before = c;
        c = after;
    }
    for (int64_t i = whole; i < n; i++) {
        const real v = s.c[i], left = i ? s.c[i - 1] : s.left, right = i < n - 1 ? s.c[i + 1] : s.right;
        r[i] = lower[i] * (left - v) + upper[i] * (right - v) + s.cs * (s.south[i] - v) + s.cn * (s.north[i] - v) +
               s.cb * (s.below[i] - v) + s.ca * (s.above[i] - v);
    }
    for (int64_t i = n; i % LANES; i++) r[i] = 0;
}

/* What the differences leave of L u; mostly nothing, but at a few ends of lines. */
static void add_rest(const struct axis *x, real rest, const real *restrict c, real *restrict r)
{
    if (x->rests || rest != 0)
        for (int64_t i = 0; i < x->n; i++) r[i] += (x->dt_rest[i] + rest) * c[i];
}

static void add(int64_t n, const real *restrict more, real *restrict r)
{
    for (int64_t i = 0; i < n; i++) r[i] += more[i];
}

static void ends_of_x(const struct axis *x, const struct step_data *data, int64_t line, real *r)
{
    for (int side = 0; side < 2; side++) {
        const real *const rhs = data->rhs_face[0][side], *const stage = data->stage_face[0][side];
        real *const end = r + (side ? x->n - 1 : 0);
        if (rhs) *end += rhs[line];
        if (x->fixed[side]) *end = 0;
        if (stage) *end += stage[line];
    }
}

void fused_rhs(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t k, real *r)
{
    const int64_t nx = f->axis[0].n, ny = f->axis[1].n, line = k * ny + j;
    const struct star s = star_at(f, u, j, k);
    /* the stages in between leave the memory idle: let it bring what the next block meets first */
    for (int64_t i = 0; i < nx; i += LINE) prefetch(s.above + BLOCK * nx + i);
    evaluate(&f->axis[0], &s, r);
    add_rest(&f->axis[0], f->axis[1].dt_rest[j] + f->axis[2].dt_rest[k], s.c, r);
    if (data->source) add(nx, data->source + line * nx, r);
    for (int side = 0; side < 2; side++) {
        const real *const y = data->rhs_face[1][side], *const z = data->rhs_face[2][side];
        if (y && j == (side ? ny - 1 : 0)) add(nx, y + k * nx, r);
        if (z && k == (side ? f->axis[2].n - 1 : 0)) add(nx, z + j * nx, r);
    }
    ends_of_x(&f->axis[0], data, line, r);
}
