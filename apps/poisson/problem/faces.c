/* Evaluates the data of the faces, and adds it to the right side. */
#include "apps/poisson/problem/faces.h"
#include "apps/poisson/problem/row.h"

#include "apps/poisson/problem/coefficients.h"
#include "base/memory.h"

static int64_t face_points(const struct box *b, int axis)
{
    return b->points / b->axis[axis].points;
}

enum status faces_make(struct faces *f, const struct box *b, const struct poisson_params *p)
{
    *f = (struct faces){.box = b};
    for (int d = 0; d < b->dim; d++)
        for (int side = 0; side < 2; side++) {
            const struct field_spec *const spec = poisson_face_field(&p->face[d][side]);
            struct face *const face = &f->face[d][side];
            face->zero = b->axis[d].kind[side] == FACE_PERIODIC || poisson_zero(spec);
            if (face->zero) continue;
            TRY(box_field(&face->field, b, spec));
            TRY(mem_array(&face->value, HOST, face_points(b, d), sizeof *face->value));
        }
    return ST_OK;
}

void faces_free(struct faces *f)
{
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            field_free(f->face[d][side].field);
            mem_free(f->face[d][side].value);
        }
    *f = (struct faces){0};
}

/* One row of points on a face, along the faster of its axes; `at`: the point along the slower one. */
static struct row face_row(const struct box *b, int axis, int side, int64_t at)
{
    const int fast = axis_faster_other(axis), slow = axis_slower_other(axis);
    struct row r = {.count = b->axis[fast].points};
    r.at[axis] = b->axis[axis].ends[side];
    r.at[slow] = b->axis[slow].x[at];
    r.x[fast] = b->axis[fast].x;
    return r;
}

enum status faces_at(struct faces *f, double t)
{
    const struct box *const b = f->box;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            const struct face *const face = &f->face[d][side];
            const int64_t row = b->axis[axis_faster_other(d)].points;
            for (int64_t q = 0; !face->zero && face->value && q < face_points(b, d) / row; q++) {
                const struct row r = face_row(b, d, side, q);
                TRY(row_evaluate(&r, face->field, t, face->value + q * row));
            }
        }
    return ST_OK;
}

bool faces_beyond(const struct faces *f, const int64_t at[3], double *u)
{
    const struct axis *const a = f->box->axis;
    int64_t inside[3];
    int count = 0;
    double sum = 0;
    for (int d = 0; d < 3; d++) inside[d] = at[d] < 0 ? 0 : at[d] < a[d].points ? at[d] : a[d].points - 1;
    for (int d = 0; d < 3; d++)
        if (at[d] != inside[d]) sum += face_value(f, d, at[d] > 0, inside), count++;
    *u = count ? sum / count : 0;
    return count > 0;
}

/* The factor by which the value of a face is multiplied when it is subtracted from the right side of the unknown next
 * to it, at these indices, whose eps is given: 1 / volume for a flux; link / volume for u, inside or outside, and eps,
 * which only links along the tridiagonal axis hold. */
static double factor(const struct box *b, int d, int side, const int64_t of[3], double eps)
{
    const struct axis *const a = &b->axis[d];
    const int64_t last = a->unknowns - 1;
    const double volume = a->volume[side ? last : 0];
    if (a->kind[side] == FACE_NEUMANN) return 1 / volume;
    if (b->varying) return coefficients_link(b, d, side ? last + 1 : 0, of) / volume;
    return a->link[side ? last + 1 : 0] / volume * (d == b->main ? 1 : eps);
}

void faces_add(const struct faces *f, int64_t j, int64_t k, double *r)
{
    const struct box *const b = f->box;
    const int64_t n = b->axis[0].unknowns, of[3] = {0, j, k};
    for (int d = 0; d < b->dim; d++)
        for (int side = 0; side < 2; side++) {
            const struct axis *const a = &b->axis[d];
            const int64_t last = a->unknowns - 1, end = side ? last : 0;
            if (!f->face[d][side].value || (d > 0 && of[d] != end)) continue;
            for (int64_t i = d == 0 ? end : 0; i < (d == 0 ? end + 1 : n); i++) {
                const int64_t at[3] = {b->axis[0].first + i, b->axis[1].first + j, b->axis[2].first + k};
                const double eps = b->axis[b->main].eps[b->main == 0 ? i : of[b->main]];
                r[i] -= factor(b, d, side, (const int64_t[]){i, j, k}, eps) * face_value(f, d, side, at);
            }
        }
}

void faces_set(const struct faces *f, real *u)
{
    const struct box *const b = f->box;
    const struct extent *const own = b->own_points;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            const struct axis *const a = &b->axis[d];
            const int fast = axis_faster_other(d), slow = axis_slower_other(d);
            int64_t at[3] = {0};
            if (!a->node || a->kind[side] != FACE_DIRICHLET) continue;
            at[d] = side ? a->points - 1 : 0;
            if (at[d] < own[d].from || at[d] >= own[d].to) continue;
            for (at[slow] = own[slow].from; at[slow] < own[slow].to; at[slow]++)
                for (at[fast] = own[fast].from; at[fast] < own[fast].to; at[fast]++)
                    u[at[0] + at[1] * b->stride[1] + at[2] * b->stride[2]] = (real)face_value(f, d, side, at);
        }
}
