/* Plans the transform of each axis, and runs them: sines, cosines or waves where spacing is even, else a matrix. */
#include "apps/poisson/transforms.h"

#include "apps/poisson/eigen.h"
#include "base/either_precision.h"
#include "base/memory.h"

/* A single periodic point is its own transform. */
static bool is_transformed(const struct box *b, bool all, int d)
{
    return (all || d != b->main) && !(axis_periodic(&b->axis[d]) && b->axis[d].unknowns == 1);
}

/* Are x and y transformed together, plane by plane? The device has threads for all planes at once. */
static bool in_planes(const struct box *b, const struct solver *method, bool all)
{
    if (method->space != HOST) return false;
    for (int d = 0; d < 2; d++)
        if (!is_transformed(b, all, d) || !b->axis[d].even) return false;
    return planes_suit(b);
}

static struct shape shape_of(const struct box *b, int d, struct transform_shape transform)
{
    struct shape s = box_lines(b, d);
    s.kind = KIND_TRANSFORM;
    s.transform = transform;
    return s;
}

/* The method for matrices. */
static const struct solver *matrix_in(enum space space)
{
    const struct solver *s;
    solver_find(KIND_TRANSFORM, "matrix", space, &s);
    return s;
}

enum status transforms_needs(const struct box *b, const struct solver *method, bool all, double *bytes)
{
    const struct exec one = exec_host(1);
    for (int d = 0; d < 3; d++) {
        const struct axis *const a = &b->axis[d];
        if (!is_transformed(b, all, d)) continue;
        for (int back = 0; back < 2; back++) {
            const enum transform_type forth = axis_transform(a), type = back ? transform_inverse(forth) : forth;
            const bool plane = d < 2 && in_planes(b, method, all);
            const struct shape shape = plane ? planes_lines(b, d, type)
                                             : shape_of(b, d, (struct transform_shape){a->even ? type : GIVEN_MATRIX});
            int64_t held;
            const enum status s = solver_bytes(a->even ? method : matrix_in(method->space), &shape, NULL, &one, &held);
            if (s != ST_OK) return fail_within(s, "transform along %c: ", "xyz"[d]);
            *bytes += (double)held;
        }
        if (!a->even) *bytes += eigen_bytes(a->unknowns);
    }
    return ST_OK;
}

static enum status make_pair(struct poisson_transforms *t, int d, const struct solver *method,
                             struct transform_shape forward, struct transform_shape back, struct exec exec)
{
    const struct shape forth = shape_of(t->box, d, forward), other = shape_of(t->box, d, back);
    TRY(plan_make(&t->forward[d], method, &forth, NULL, &exec));
    return plan_make(&t->back[d], method, &other, NULL, &exec);
}

/* Plans keep copies of the matrices. */
static enum status make_matrices(struct poisson_transforms *t, int d, struct exec exec)
{
    struct eigen e;
    enum status s = eigen_make(&e, &t->box->axis[d]);
    if (s == ST_OK)
        s = make_pair(t, d, matrix_in(exec.space), (struct transform_shape){GIVEN_MATRIX, e.forward},
                      (struct transform_shape){GIVEN_MATRIX, e.back}, exec);
    t->eigenvalue[d] = t->computed[d] = e.value;
    e.value = NULL;
    eigen_free(&e);
    return s;
}

enum status transforms_make(struct poisson_transforms *t, const struct box *b, const struct solver *method, bool all,
                            struct exec exec)
{
    *t = (struct poisson_transforms){.box = b};
    const bool planes = in_planes(b, method, all);
    for (int d = 0; d < 3; d++) t->eigenvalue[d] = b->axis[d].eigenvalue;
    if (planes) TRY(planes_make(&t->planes, b, method, !all, exec));
    for (int d = planes ? 2 : 0; d < 3; d++) {
        const enum transform_type type = axis_transform(&b->axis[d]);
        if (!is_transformed(b, all, d)) continue;
        if (!b->axis[d].even) TRY(make_matrices(t, d, exec));
        else
            TRY(make_pair(t, d, method, (struct transform_shape){type},
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

enum status transforms_run(const struct poisson_transforms *t, bool back, real *u)
{
    const struct system system = {.kind = KIND_TRANSFORM, .x = u};
    if (t->planes.plan && !back) TRY(planes_run(&t->planes, back, u));
    for (int pass = 0; pass < 3; pass++) {
        struct plan *const p = back ? t->back[2 - pass] : t->forward[pass];
        if (p) TRY(plan_solve(p, &system));
    }
    return t->planes.plan && back ? planes_run(&t->planes, back, u) : ST_OK;
}

double transforms_scale(const struct poisson_transforms *t)
{
    double norm = 1;
    for (int d = 0; d < 3; d++)
        if (!t->computed[d] && (t->forward[d] || (d < 2 && t->planes.plan)))
            norm *= (double)transform_norm(axis_transform(&t->box->axis[d]), t->box->axis[d].unknowns);
    return 1 / norm;
}

double transforms_traffic(const struct poisson_transforms *t)
{
    double bytes = t->planes.plan ? planes_traffic(&t->planes) : 0;
    for (int d = 0; d < 3; d++)
        if (t->forward[d]) bytes += plan_cost(t->forward[d]).bytes + plan_cost(t->back[d]).bytes;
    return bytes;
}

double transforms_bytes(const struct poisson_transforms *t)
{
    double bytes = t->planes.plan ? planes_bytes(&t->planes) : 0;
    for (int d = 0; d < 3; d++)
        if (t->forward[d]) bytes += (double)(plan_bytes(t->forward[d]) + plan_bytes(t->back[d]));
    return bytes;
}
