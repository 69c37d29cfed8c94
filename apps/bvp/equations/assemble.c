/* The matrix of the finite volumes, row by row. */
#include "apps/bvp/equations/equations.h"

static enum status fits(const struct bvp_params *p, int64_t intervals)
{
    (void)p, (void)intervals;
    return ST_OK;
}

static int coefficients(const struct bvp_params *p)
{
    (void)p;
    return COEFFICIENTS;
}

static enum status matrix(struct equations *e)
{
    struct bvp_problem *const b = e->problem;
    const struct bvp_workspace *const r = b->workspace;
    for (struct bvp_walk w = walk_over_unknowns(b); walk_next(&w);) {
        real *const lower = e->coefficient[0] + w.first - b->part.first,
                    *const diag = e->coefficient[1] + w.first - b->part.first,
                    *const upper = e->coefficient[2] + w.first - b->part.first;
        TRY(problem_place(b, &w));
        TRY(problem_links(b, &w));
        TRY(problem_losses(b, &w));
#pragma omp parallel for schedule(static) num_threads(problem_team(b, w.count))
        for (int64_t k = 0; k < w.count; k++) {
            lower[k] = (real)-r->link[k];
            diag[k] = (real)(r->link[k] + r->link[k + 1] + r->loss[k]);
            upper[k] = (real)-r->link[k + 1];
        }
    }
    e->system.tridiag = (struct tridiag){e->coefficient[0], e->coefficient[1], e->coefficient[2]};
    e->system.x = e->x;
    e->system.info = &e->info;
    return ST_OK;
}

static enum status right(struct equations *e)
{
    struct bvp_problem *const b = e->problem;
    struct bvp_workspace *const r = b->workspace;
    for (struct bvp_walk w = walk_over_unknowns(b); walk_next(&w);) {
        real *const d = e->x + w.first - b->part.first;
        TRY(problem_place(b, &w));
        TRY(problem_sources(b, &w));
        if (w.first == b->first) r->source[0] += end_source(&b->end[0]);
        if (w.first + w.count == b->first + b->unknowns) r->source[w.count - 1] += end_source(&b->end[1]);
#pragma omp parallel for schedule(static) num_threads(problem_team(b, w.count))
        for (int64_t k = 0; k < w.count; k++) d[k] = (real)r->source[k];
    }
    return ST_OK;
}

const struct equation_form form_tridiag = {
    .fits = fits, .coefficients = coefficients, .matrix = matrix, .right = right};
