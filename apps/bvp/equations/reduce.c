/* The matrix of the finite volumes in the bidiagonal factors of equations.h. */
#include <math.h>

#include "apps/bvp/equations/equations.h"
#include "base/memory.h"
#include "solvers/recurrence/lines/recurrence_span.h"

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
    return fail(ST_REFUSED, "q = %g vanishes by rounding on a grid of %lld intervals", p->q.number,
                (long long)intervals);
}

static int coefficients(const struct bvp_params *p)
{
    return bvp_even(p) ? 0 : 1;
}

/* The row, on this rank, of its i-th unknown from the lower end. */
static int64_t row(const struct equations *e, int64_t i)
{
    return e->turned ? e->problem->part.rows - 1 - i : i;
}

/* scale = 1 / link after each row: u falls by the flow over the link. */
static enum status make_scale(struct equations *e)
{
    struct bvp_problem *const b = e->problem;
    real *const scale = e->coefficient[0];
    for (struct bvp_walk w = walk_over_unknowns(b); walk_next(&w);) {
        const double *const link = b->workspace->link + !e->turned;
        TRY(problem_place(b, &w));
        TRY(problem_links(b, &w));
#pragma omp parallel for schedule(static) num_threads(problem_team(b, w.count))
        for (int64_t k = 0; k < w.count; k++) scale[row(e, w.first - b->part.first + k)] = (real)(1 / link[k]);
    }
    return ST_OK;
}

/* All links are 1 but those of Robin and Neumann ends, whose cells are halves; (1 - r^2) / 2 is the deficit of such a
 * row of r A relative to a full one, and stays when the link is added. */
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
    e->turned = bvp_turned(p);
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

/* Rows missing in the first span of a part: spans are of the nodes between multiples of SPAN_ROWS, so that each is of
 * one rank. */
static int64_t lacking(const struct bvp_part *part)
{
    const int64_t last = part->first + part->rows - 1;
    return part->upward == UPWARD ? part->first % SPAN_ROWS : SPAN_ROWS - 1 - last % SPAN_ROWS;
}

/* Sums the spans of this rank, whose x holds the right side. */
static void sum_spans(const struct equations *e, struct recurrence_span *span)
{
    const struct bvp_problem *const b = e->problem;
    const int64_t count = recurrence_spans(b->part.rows, lacking(&b->part));
    const struct recurrence_line line = {.n = b->part.rows,
                                         .stride = 1,
                                         .scale_stride = 1,
                                         .forward = (real)e->ends.r,
                                         .backward = (real)e->ends.r,
                                         .scale = e->coefficient[0],
                                         .x = e->x};
#pragma omp parallel for schedule(static) num_threads(problem_team(b, b->part.rows))
    for (int64_t k = 0; k < count; k++) recurrence_span_sum(&line, lacking(&b->part), k, span);
}

/* The span of all rows, in the order of ranks. Agreed: ST_NOMEM. */
static enum status sum_rows(const struct equations *e, struct recurrence_span *out)
{
    const struct bvp_problem *const b = e->problem;
    struct comm *const c = b->part.comm;
    struct recurrence_span *mine = NULL, *all = NULL;
    int64_t *bytes = NULL, count = 0;
    enum status s = mem_array(&bytes, HOST, comm_size(c), sizeof *bytes);
    for (int r = 0; s == ST_OK && r < comm_size(c); r++) {
        const struct bvp_part part = bvp_part_of(c, b->params, KIND_RECURRENCE, b->grid.intervals, r);
        const int64_t spans = recurrence_spans(part.rows, lacking(&part));
        bytes[r] = spans * (int64_t)sizeof *all, count += spans;
    }
    if (s == ST_OK) s = mem_alloc(&mine, HOST, bytes[comm_rank(c)]);
    if (s == ST_OK) s = mem_array(&all, HOST, count, sizeof *all);
    s = comm_agree(c, s);
    if (s == ST_OK) {
        sum_spans(e, mine);
        comm_gather_ragged(c, mine, bytes, all);
        *out = recurrence_span_join_all(all, count, e->ends.r);
    }
    mem_free(bytes);
    mem_free(mine);
    mem_free(all);
    return s;
}

static enum status place_sources(struct equations *e)
{
    struct bvp_problem *const b = e->problem;
    const double *const source = b->workspace->source;
    for (struct bvp_walk w = walk_over_unknowns(b); walk_next(&w);) {
        TRY(problem_place(b, &w));
        TRY(problem_sources(b, &w));
#pragma omp parallel for schedule(static) num_threads(problem_team(b, w.count))
        for (int64_t k = 0; k < w.count; k++) e->x[row(e, w.first - b->part.first + k)] = (real)(e->ends.r * source[k]);
    }
    return ST_OK;
}

static enum status right(struct equations *e)
{
    const struct bvp_part *const part = &e->problem->part;
    const int64_t n = part->rows;
    double alpha = e->ends.tau[0], beta = e->ends.tau[1];
    TRY(comm_agree(part->comm, place_sources(e)));
    if (e->ends.eta != 0 || e->ends.keep != 1) {
        struct recurrence_span all;
        TRY(sum_rows(e, &all));
        end_correction_apply(&e->ends, &all, &alpha, &beta);
    }
    if (n > 0 && part->row == 0) e->x[0] = (real)((double)e->x[0] + alpha);
    if (n > 0 && part->row + n == part->whole) e->x[n - 1] = (real)((double)e->x[n - 1] + beta);
    return ST_OK;
}

const struct equation_form form_recurrence = {
    .fits = fits, .coefficients = coefficients, .matrix = matrix, .right = right};
