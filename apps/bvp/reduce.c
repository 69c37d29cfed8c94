/* The matrix of the finite volumes in the bidiagonal factors of equations.h. */
#include <math.h>

#include "apps/bvp/equations.h"

/* r of the factors: r + 1/r = 2 + s, r = exp(-2 asinh(sqrt(s) / 2)), as the working precision has it. */
static double root(double s)
{
    return (double)(real)exp(-2 * asinh(sqrt(s) / 2));
}

static double loss(const struct bvp_params *p, double width)
{
    return bvp_zero(&p->q) ? 0 : width * width * p->q.number / p->p.number;
}

static enum status fits(const struct bvp_params *p, int64_t intervals)
{
    if (bvp_zero(&p->q)) return ST_OK;
    if (!bvp_even(p) || p->q.form != FIELD_NUMBER)
        return fail(ST_REFUSED, "two recurrences solve this only for q = 0, or for p and q numbers on a uniform grid");
    if (p->q.number < 0)
        return fail(ST_REFUSED, "q = %g: below 0 the recurrences would have complex factors", p->q.number);
    if (root(loss(p, (p->upper - p->lower) / (double)intervals)) < 1) return ST_OK;
    return fail(ST_REFUSED, "q = %g is lost in rounding on a grid of %lld intervals", p->q.number,
                (long long)intervals);
}

static int coefficients(const struct bvp_params *p)
{
    return bvp_even(p) ? 0 : 1;
}

/* The row of the i-th unknown from the lower end. */
static int64_t row(const struct equations *e, int64_t i)
{
    return e->turned ? e->problem->unknowns - 1 - i : i;
}

/* scale = 1 / link behind each row: u falls by the flow over the link. */
static enum status make_scale(struct equations *e)
{
    struct bvp_problem *const b = e->problem;
    real *const scale = e->coefficient[0];
    for (struct bvp_walk w = walk_over(b->first, b->unknowns); walk_next(&w);) {
        const double *const link = b->workspace->link + !e->turned;
        TRY(problem_place(b, &w));
        TRY(problem_links(b, &w));
#pragma omp parallel for schedule(static) num_threads(problem_team(b, w.count))
        for (int64_t k = 0; k < w.count; k++) scale[row(e, w.first - b->first + k)] = (real)(1 / link[k]);
    }
    return ST_OK;
}

/* All links are 1 but those of Robin and Neumann ends, whose cells are halves; (1 - r^2) / 2 is what such a row of r A
 * has less than a whole one, and stays when the link is added. */
static struct end_correction ends_even(double r, const bool known[2], const double link[2])
{
    const double half = (1 - r) * (1 + r) / 2;
    return (struct end_correction){
        .r = r,
        .eta = known[0] ? r * r : r * link[0] - half,
        .keep = known[1] ? 1 : r * link[1] + half,
        .last = 1,
    };
}

static enum status matrix(struct equations *e)
{
    const struct bvp_problem *const b = e->problem;
    const struct bvp_params *const p = b->params;
    const double r = root(loss(p, b->grid.width));
    e->turned = p->end[1].kind == NEUMANN && p->end[0].kind != NEUMANN;
    const struct end *const first = &b->end[e->turned], *const last = &b->end[!e->turned];
    const bool known[2] = {p->end[e->turned].kind == DIRICHLET, p->end[!e->turned].kind == DIRICHLET};
    const double link[2] = {first->link, last->link};
    if (!b->even) TRY(make_scale(e));
    if (b->even) e->ends = ends_even(r, known, link);
    else e->ends = (struct end_correction){.r = 1, .eta = link[0], .keep = 1, .last = 1 / link[1]};
    e->ends.tau[0] = e->ends.r * end_source(first);
    e->ends.tau[1] = e->ends.r * end_source(last);
    e->system.recurrence = (struct recurrence){(real)e->ends.r, (real)e->ends.r, e->coefficient[0]};
    e->system.x = e->x;
    return ST_OK;
}

static enum status right(struct equations *e)
{
    struct bvp_problem *const b = e->problem;
    const int64_t n = b->unknowns;
    const double *const source = b->workspace->source;
    double alpha = e->ends.tau[0], beta = e->ends.tau[1];
    for (struct bvp_walk w = walk_over(b->first, n); walk_next(&w);) {
        TRY(problem_place(b, &w));
        TRY(problem_sources(b, &w));
#pragma omp parallel for schedule(static) num_threads(problem_team(b, w.count))
        for (int64_t k = 0; k < w.count; k++) e->x[row(e, w.first - b->first + k)] = (real)(e->ends.r * source[k]);
    }
    if (e->ends.eta != 0 || e->ends.keep != 1) {
        const struct end_span all = end_span(n, e->ends.r, e->x, e->coefficient[0], problem_team(b, n), e->span);
        end_correction_apply(&e->ends, &all, &alpha, &beta);
    }
    e->x[0] = (real)((double)e->x[0] + alpha);
    e->x[n - 1] = (real)((double)e->x[n - 1] + beta);
    return ST_OK;
}

const struct equation_form form_recurrence = {
    .fits = fits, .coefficients = coefficients, .matrix = matrix, .right = right};
