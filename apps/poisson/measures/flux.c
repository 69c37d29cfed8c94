/* Sums fluxes over faces, row by row of points on each. */
#include "apps/poisson/measures/flux.h"

#include "apps/poisson/problem/coefficients.h"
#include "apps/poisson/ranks/rows.h"
#include "base/memory.h"

static const double SECONDS = 1e-8; /* that one point of a face takes */

const char *const face_names[3][2] = {{"x_lower", "x_upper"}, {"y_lower", "y_upper"}, {"z_lower", "z_upper"}};

/* The factor of links along axis d: eps at the row's place on the tridiagonal axis, whose own links hold it already. */
static double eps_across(const struct box *b, int d, const int64_t at[3])
{
    return d == b->main ? 1 : axis_eps(&b->axis[b->main], at[b->main]);
}

static const real *unknown(const struct instance *x, const int64_t at[3])
{
    const struct box *const b = &x->box;
    return x->u + b->first + at[0] + at[1] * b->stride[1] + at[2] * b->stride[2];
}

/* -eps du/dx along axis d between unknowns i - 1 and i; beyond the ends u is the value that the face prescribes, and on
 * a periodic axis the unknown at the other end. */
static double inward(const struct instance *x, int d, int64_t i, const int64_t at[3])
{
    const struct box *const b = &x->box;
    const struct axis *const a = &b->axis[d];
    const int64_t m = a->unknowns;
    int64_t from[3] = {at[0], at[1], at[2]}, point[3];
    double lower, upper;
    for (int e = 0; e < 3; e++) point[e] = b->axis[e].first + at[e];
    from[d] = i > 0 ? i - 1 : m - 1;
    lower = i > 0 || axis_periodic(a) ? (double)*unknown(x, from) : face_value(&x->source.faces, d, 0, point);
    from[d] = i < m ? i : 0;
    upper = i < m || axis_periodic(a) ? (double)*unknown(x, from) : face_value(&x->source.faces, d, 1, point);
    if (b->varying) return coefficients_link(b, d, i, at) * (lower - upper);
    return a->link[i] * (lower - upper) * eps_across(b, d, at);
}

/* The flux that enters through a face next to the unknown `at`, per area. If nodes are on a Dirichlet face, it is the
 * flux half a spacing inside of it. */
static double enters(const struct instance *x, int d, int side, const int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    int64_t point[3];
    for (int e = 0; e < 3; e++) point[e] = x->box.axis[e].first + at[e];
    if (a->kind[side] == FACE_NEUMANN) return face_value(&x->source.faces, d, side, point);
    return side ? -inward(x, d, a->unknowns, at) : inward(x, d, 0, at);
}

/* Number of unknowns next to a face that a rank has: a run of them all, the faster axis of the face first. */
static int64_t count_beside(const struct box *b, int d, int side, int rank)
{
    const struct extent s = part_unknowns(b, rank);
    const int64_t all = b->unknowns / b->axis[d].unknowns, cut = b->axis[b->cut].unknowns;
    if (b->cut != d) return all / cut * extent_length(s);
    return s.from < s.to && (side ? s.to == cut : s.from == 0) ? all : 0;
}

/* The flux that enters next to each of the unknowns of this rank. */
static void take_beside(const struct instance *x, int d, int side, double *out)
{
    const struct axis *const a = x->box.axis;
    const int fast = axis_faster_other(d), slow = axis_slower_other(d);
    const struct extent *const own = x->box.own;
    const int64_t n = extent_length(own[fast]), count = count_beside(&x->box, d, side, comm_rank(x->box.comm));
    const int threads = exec_for(x->exec, SECONDS * (double)count).threads;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < count; q++) {
        int64_t at[3];
        at[d] = side ? a[d].unknowns - 1 : 0, at[fast] = own[fast].from + q % n, at[slow] = own[slow].from + q / n;
        out[q] = a[fast].volume[at[fast]] * enters(x, d, side, at);
    }
}

static enum status gather_beside(const struct instance *x, int d, int side, const double *mine, double *all)
{
    struct comm *const c = x->box.comm;
    int64_t *counts;
    enum status s = comm_agree(c, mem_array(&counts, HOST, comm_size(c), sizeof *counts));
    for (int r = 0; s == ST_OK && r < comm_size(c); r++) counts[r] = count_beside(&x->box, d, side, r);
    if (s == ST_OK) s = ranks_join(c, mine, counts, all);
    mem_free(counts);
    return s;
}

/* *out := the sum over a face: of each row along its faster axis, then of these. */
static enum status sum_inflow(const struct instance *x, int d, int side, double *out)
{
    const struct axis *const fast = &x->box.axis[axis_faster_other(d)], *const slow =
                                                                            &x->box.axis[axis_slower_other(d)];
    const int64_t n = fast->unknowns, rows = slow->unknowns;
    double *mine = NULL, *all = NULL;
    enum status s = mem_array(&mine, HOST, count_beside(&x->box, d, side, comm_rank(x->box.comm)), sizeof *mine);
    if (s == ST_OK) s = mem_array(&all, HOST, n * rows, sizeof *all);
    s = comm_agree(x->box.comm, s);
    if (s == ST_OK) {
        take_beside(x, d, side, mine);
        s = gather_beside(x, d, side, mine, all);
    }
    *out = 0;
    for (int64_t row = 0; s == ST_OK && row < rows; row++) {
        double sum = 0;
        for (int64_t q = 0; q < n; q++) sum += all[row * n + q];
        *out += slow->volume[row] * sum;
    }
    mem_free(all);
    mem_free(mine);
    return s;
}

/* The energy that a prescribed flux has between the face and the middle of the cell next to it, per area of the face:
 * width flux^2 / (2 eps). */
static double energy_beside(const struct instance *x, int d, int side, int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    const int64_t last = a->points - 1;
    at[d] = side ? last : 0;
    const double width = side ? a->ends[1] - a->x[last] : a->x[0] - a->ends[0];
    const double flux = enters(x, d, side, at);
    if (x->box.varying) return width * flux * (flux / coefficients_eps(&x->box, at)) / 2;
    return width * flux * (flux / a->eps[at[d]] / eps_across(&x->box, d, at)) / 2;
}

static double energy_beside_row(const struct instance *x, int d, int side, int64_t row)
{
    const struct axis *const a = x->box.axis;
    const int fast = axis_faster_other(d), slow = axis_slower_other(d);
    int64_t at[3] = {0};
    double sum = 0;
    at[slow] = row;
    for (at[fast] = -a[fast].first; at[fast] < a[fast].points - a[fast].first; at[fast]++)
        sum += axis_width(&a[fast], at[fast]) * energy_beside(x, d, side, at);
    return axis_width(&a[slow], row) * sum;
}

/* The sum over all rows of a face. Each row has a sum of its own, so that the bits are the same for any number of
 * threads. Every rank knows the values that all faces prescribe. sums[points along the slower axis]. */
static double energy_beside_all(const struct instance *x, int d, int side, double *sums)
{
    const struct axis *const slow = &x->box.axis[axis_slower_other(d)];
    const int threads = exec_for(x->exec, SECONDS * (double)(x->box.points / x->box.axis[d].points)).threads;
    double all = 0;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < slow->points; q++) sums[q] = energy_beside_row(x, d, side, q - slow->first);
    for (int64_t q = 0; q < slow->points; q++) all += sums[q];
    return all;
}

static enum status measure_face(const struct instance *x, int d, int side, double *sums, struct flux *out)
{
    const struct axis *const a = &x->box.axis[d];
    double inflow;
    TRY(sum_inflow(x, d, side, &inflow));
    out->through[d][side] = inflow - x->source.charges.on_face[d][side];
    if (a->kind[side] == FACE_NEUMANN && !a->node) out->energy += energy_beside_all(x, d, side, sums);
    return ST_OK;
}

enum status flux_measure(const struct instance *x, double between, struct flux *out)
{
    const struct axis *const a = x->box.axis;
    double *sums;
    *out = (struct flux){.energy = between};
    enum status s = mem_array(&sums, HOST, a[1].points > a[2].points ? a[1].points : a[2].points, sizeof *sums);
    s = comm_agree(x->box.comm, s);
    for (int d = 0; d < x->box.dim; d++)
        for (int side = 0; side < 2 && !axis_periodic(&a[d]); side++)
            if (s == ST_OK) s = measure_face(x, d, side, sums, out);
    mem_free(sums);
    return s;
}

double flux_across(const struct instance *x, int d, int64_t i, const int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    int64_t point[3];
    for (int e = 0; e < 3; e++) point[e] = x->box.axis[e].first + at[e];
    if (i == 0 && a->kind[0] == FACE_NEUMANN) return -face_value(&x->source.faces, d, 0, point);
    if (i == a->unknowns && a->kind[1] == FACE_NEUMANN) return face_value(&x->source.faces, d, 1, point);
    return -inward(x, d, i, at);
}
