/* Estimates the condition of a problem by solving it for other right sides. */
#include "apps/bvp/condition.h"

#include <math.h>

#include "base/memory.h"

enum { CONDITION_MAX = CHUNK }; /* unknowns: for more, coefficients would be evaluated again for each step */

/* N. J. Higham's form of W. W. Hager's estimate (ACM Trans. Math. Softw. 14, 1988) of the norm of A^-1 D, D being the
 * sums of |A| by rows: the largest of A^-1 D s for the signs s of the row of A^-1 where it was largest before. With all
 * q at or above 0, no element of A^-1 is negative, and the first step is exact. */
struct search {
    struct elimination *e;
    uint64_t *minus; /* bits of nodes whose sign is -; or NULL: none */
    int64_t unit;    /* node of the unit vector, or -1 */
    struct extreme {
        double largest; /* |u| */
        int64_t at;     /* its node, or -1 */
    } found;
};

static double row_size(const struct elimination *e, int64_t first, int64_t k)
{
    const double in = elimination_before(e, first, k), out = elimination_behind(e, first, k);
    return fabs(in + out + elimination_loss(e, first, k)) + in + out;
}

static double signed_size(const void *context, int64_t first, int64_t k)
{
    const struct search *const s = context;
    const int64_t node = first + k;
    if (s->unit >= 0) return node == s->unit;
    return s->minus && (s->minus[node / 64] >> node % 64 & 1) ? -row_size(s->e, first, k) : row_size(s->e, first, k);
}

static void find_largest(void *context, int64_t first, int64_t k, long double u, const struct elimination_row *row)
{
    struct search *const s = context;
    const double size = (double)fabsl(u);
    (void)row;
    if (size <= s->found.largest) return;
    s->found = (struct extreme){isfinite(size) ? size : HUGE_VAL, first + k};
}

static void keep_sign(void *context, int64_t first, int64_t k, long double u, const struct elimination_row *row)
{
    const struct search *const s = context;
    const int64_t node = first + k;
    (void)row;
    if (u < 0) s->minus[node / 64] |= (uint64_t)1 << node % 64;
    else s->minus[node / 64] &= ~((uint64_t)1 << node % 64);
}

/* Compares with the largest found before, too. */
static enum status look_for_largest(struct search *s)
{
    s->unit = -1;
    return elimination_solve(s->e, signed_size, find_largest, s,
                             (struct elimination_carried){&s->found, sizeof s->found});
}

/* Looks at the solution for the unit vector of that node, a column of A^-1. */
static enum status look_for_signs(struct search *s, int64_t node)
{
    s->unit = node;
    return elimination_solve(s->e, signed_size, keep_sign, s, (struct elimination_carried){NULL, 0});
}

static enum status search(struct search *s)
{
    enum { STEPS = 4 };
    const struct bvp_problem *const b = s->e->problem;
    s->found = (struct extreme){0, -1};
    TRY(look_for_largest(s));
    if (!s->e->negative) return ST_OK;
    TRY(comm_agree(b->part.comm, mem_array(&s->minus, HOST, b->grid.intervals / 64 + 1, sizeof *s->minus)));
    for (int step = 0; step < STEPS && isfinite(s->found.largest); step++) {
        const double before = s->found.largest;
        TRY(look_for_signs(s, s->found.at));
        TRY(look_for_largest(s));
        if (s->found.largest <= before) return ST_OK;
    }
    return ST_OK;
}

/* The largest of the eigenvalues of waves that the grid has, and those of the equation, differ by a share of q h^2 /
 * (12 p) of q. This changes u by as much times the factor by which q enlarges the inverse. */
static enum status estimate(struct search *s, double *condition, double *grid_error)
{
    const struct bvp_problem *const b = s->e->problem;
    const double n = (double)b->unknowns;
    TRY(search(s));
    *condition = s->found.largest;
    if (!s->e->negative || (b->params->end[0].kind == NEUMANN && b->params->end[1].kind == NEUMANN)) return ST_OK;
    const double share = s->e->loss_share;
    s->minus = mem_free(s->minus);
    s->e->without_losses = true;
    TRY(search(s));
    *grid_error = *condition / s->found.largest * share * share * n * n / 24;
    return ST_OK;
}

enum status bvp_condition_estimate(struct elimination *e, double *condition, double *grid_error)
{
    struct search s = {.e = e, .unit = -1};
    if (e->problem->unknowns > CONDITION_MAX) return ST_OK;
    const enum status st = estimate(&s, condition, grid_error);
    mem_free(s.minus);
    return st;
}
