/* Plans the transform of each axis, and runs them: sines, cosines or waves where spacing is even, else a matrix. */
#include "apps/poisson/transforms/transforms.h"

#include "apps/poisson/transforms/eigen.h"
#include "base/either_precision.h"
#include "base/memory.h"

static bool is_transformed(const struct box *b, bool all, int d)
{
    return (all || d != b->main) && !axis_trivial(&b->axis[d]);
}

/* Are x and y transformed together, plane by plane? The device has threads for all planes at once. */
static bool in_planes(const struct box *b, const struct solver *method, bool all)
{
    if (method->space != HOST) return false;
    for (int d = 0; d < 2; d++)
        if (!is_transformed(b, all, d)) return false;
    return box_suits_planes(b);
}

/* The box of the part that this rank has where lines along an axis are whole. */
static const struct box *box_of_axis(const struct poisson_transforms *t, int d)
{
    return &t->layout->part[layout_of_axis(t->layout, d)].box;
}

static struct shape shape_of(const struct box *b, int d, struct transform_shape transform)
{
    struct shape s = box_lines(b, d);
    s.kind = KIND_TRANSFORM;
    s.transform = transform;
    return s;
}

/* The method for matrices. */
static struct method_spec matrix_in(enum space space)
{
    struct method_spec m = {0};
    solver_find(KIND_TRANSFORM, "matrix", space, &m.solver);
    return m;
}

enum status transforms_needs(const struct box *b, const struct method_spec *method, bool all, double *bytes)
{
    const struct exec one = exec_host(1);
    for (int d = 0; d < 3; d++) {
        const struct axis *const a = &b->axis[d];
        if (!is_transformed(b, all, d)) continue;
        for (int back = 0; back < 2; back++) {
            const enum transform_type forth = axis_transform(a), type = back ? transform_inverse(forth) : forth;
            const bool plane = d < 2 && in_planes(b, method->solver, all);
            const struct shape shape = plane ? planes_lines(b, d, type)
                                             : shape_of(b, d, (struct transform_shape){a->even ? type : GIVEN_MATRIX});
            const struct method_spec along = a->even ? *method : matrix_in(method->solver->space);
            struct method_needs needs;
            const enum status s = method_spec_needs(&needs, &along, &shape, &one);
            if (s != ST_OK) return fail_within(s, "transform along %c: ", "xyz"[d]);
            *bytes += (double)needs.workspace;
        }
        if (!a->even) *bytes += eigen_bytes(a->unknowns);
    }
    return ST_OK;
}

static enum status make_pair(struct poisson_transforms *t, int d, struct method_spec method,
                             struct transform_shape forward, struct transform_shape back, struct exec exec)
{
    const struct box *const b = box_of_axis(t, d);
    const struct shape forth = shape_of(b, d, forward), other = shape_of(b, d, back);
    if (b->unknowns == 0) return ST_OK;
    TRY(method_spec_plan(&t->forward[d], &method, &forth, &exec));
    return method_spec_plan(&t->back[d], &method, &other, &exec);
}

/* Plans keep copies of the matrices. */
static enum status make_matrices(struct poisson_transforms *t, int d, struct exec exec)
{
    struct eigen e;
    enum status s = eigen_make(&e, &t->layout->box->axis[d]);
    if (s == ST_OK)
        s = make_pair(t, d, matrix_in(exec.space), (struct transform_shape){GIVEN_MATRIX, e.forward},
                      (struct transform_shape){GIVEN_MATRIX, e.back}, exec);
    t->eigenvalue[d] = t->computed[d] = e.value;
    e.value = NULL;
    eigen_free(&e);
    return s;
}

enum status transforms_make(struct poisson_transforms *t, struct layout *l, const struct method_spec *method, bool all,
                            struct exec exec)
{
    const struct box *const b = l->box;
    const bool planes = in_planes(b, method->solver, all);
    *t = (struct poisson_transforms){.layout = l, .method = *method};
    for (int d = 0; d < 3; d++) t->eigenvalue[d] = b->axis[d].eigenvalue;
    if (planes) TRY(planes_make(&t->planes, &l->part[AT_HOME].box, method, !all, exec));
    for (int d = planes ? 2 : 0; d < 3; d++) {
        const enum transform_type type = axis_transform(&b->axis[d]);
        t->along[d] = is_transformed(b, all, d);
        if (!t->along[d]) continue;
        if (!b->axis[d].even) TRY(make_matrices(t, d, exec));
        else
            TRY(make_pair(t, d, *method, (struct transform_shape){type},
                          (struct transform_shape){transform_inverse(type)}, exec));
    }
    return ST_OK;
}

void transforms_free(struct poisson_transforms *t)
{
    for (int d = 0; d < 3; d++) {
        plan_free(t->forward[d]);
        plan_free(t->back[d]);
        mem_free(t->computed[d]);
    }
    planes_free(&t->planes);
    *t = (struct poisson_transforms){0};
}

static enum status run_axis(const struct poisson_transforms *t, int d, bool back, real *u, enum status before)
{
    struct plan *const p = back ? t->back[d] : t->forward[d];
    if (!t->along[d]) return before;
    const struct system system = {.kind = KIND_TRANSFORM, .x = layout_go(t->layout, layout_of_axis(t->layout, d), u)};
    return before == ST_OK && p ? plan_solve(p, &system) : before;
}

static enum status run_planes(const struct poisson_transforms *t, bool back, real *u, enum status before)
{
    if (!t->planes.plan) return before;
    real *const home = layout_go(t->layout, AT_HOME, u);
    return before == ST_OK ? planes_run(&t->planes, back, home) : before;
}

enum status transforms_run(const struct poisson_transforms *t, bool back, real *u, enum status before)
{
    enum status s = before;
    if (!back) s = run_planes(t, back, u, s);
    for (int pass = 0; pass < 3; pass++) s = run_axis(t, back ? 2 - pass : pass, back, u, s);
    if (!back) return s;
    s = run_planes(t, back, u, s);
    layout_go(t->layout, AT_HOME, u);
    return s;
}

double transforms_scale(const struct poisson_transforms *t)
{
    const struct axis *const a = t->layout->box->axis;
    double norm = 1;
    for (int d = 0; d < 3; d++)
        if (!t->computed[d] && (t->along[d] || (d < 2 && t->planes.plan)))
            norm *= (double)transform_norm(axis_transform(&a[d]), a[d].unknowns);
    return 1 / norm;
}

static double traffic_of(struct method_spec method, const struct shape *lines)
{
    return solver_cost(method.solver, lines, NULL).bytes;
}

double transforms_traffic(const struct poisson_transforms *t)
{
    const struct box *const b = t->layout->box;
    double bytes = t->planes.plan ? planes_traffic(b) : 0;
    for (int d = 0; d < 3; d++) {
        const enum transform_type type = t->computed[d] ? GIVEN_MATRIX : axis_transform(&b->axis[d]);
        const struct shape lines = shape_of(b, d, (struct transform_shape){type});
        if (!t->along[d]) continue;
        bytes += 2 * traffic_of(t->computed[d] ? matrix_in(t->method.solver->space) : t->method, &lines);
    }
    return bytes;
}

double transforms_bytes(const struct poisson_transforms *t)
{
    double bytes = t->planes.plan ? planes_bytes(&t->planes) : 0;
    for (int d = 0; d < 3; d++)
        if (t->forward[d]) bytes += (double)(plan_bytes(t->forward[d]) + plan_bytes(t->back[d]));
    return bytes;
}
