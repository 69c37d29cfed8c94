/* Makes a problem: its ends, and the coefficients that are kept. */
#include "apps/bvp/problem/problem.h"

#include "base/memory.h"

/* A formula of x, at one end. */
static enum status evaluate_end(struct bvp_problem *b, int side, const struct field_spec *spec, double *out)
{
    static const double nowhere[1];
    const double at = side ? b->grid.upper : b->grid.lower, *const column[1] = {&at};
    struct field *f;
    if (spec->form == FIELD_ABSENT) {
        *out = 0;
        return ST_OK;
    }
    TRY(grid_function(&b->grid, &f, spec));
    const enum status s = field_eval(f, 1, column, nowhere, 0, 1, out);
    field_free(f);
    return s;
}

static enum status make_end(struct bvp_problem *b, int side)
{
    const struct end_params *const given = &b->params->end[side];
    struct end *const e = &b->end[side];
    struct bvp_walk w = walk_over(side ? b->first + b->unknowns - 1 : b->first, 1);
    walk_next(&w);
    TRY(evaluate_end(b, side, given->kind == ROBIN ? &given->ambient : &given->value, &e->outside));
    TRY(evaluate_end(b, side, &given->flux, &e->flux));
    TRY(problem_place(b, &w));
    TRY(problem_links(b, &w));
    e->link = b->workspace->link[side];
    e->flux *= b->unit;
    return ST_OK;
}

/* The places that a rank needs: of p those in the intervals next to its nodes, of q and f its nodes. */
struct places {
    int64_t first, end;
};

static struct places of_intervals(const struct bvp_part *part, int64_t intervals)
{
    return (struct places){part->from > 0 ? 2 * (part->from - 1) : 0,
                           2 * (part->end < intervals ? part->end : intervals)};
}

static struct places of_nodes(const struct bvp_part *part)
{
    return (struct places){part->first, part->end};
}

static double own_bytes(const struct bvp_params *p, const struct bvp_part *part, const struct field_spec *spec,
                        struct places at)
{
    return !part->comm && sharing_takes(p, spec, at.end) ? 0 : coefficient_bytes(spec, at.end - at.first);
}

/* Are the places of the nodes of this rank, and of their neighbours, kept? */
static bool keeps_places(const struct bvp_part *part)
{
    return part->end > part->from && part->end - part->from <= COEFFICIENT_KEPT;
}

double problem_bytes(const struct bvp_params *p, int64_t intervals, const struct bvp_part *part)
{
    const double places = keeps_places(part) ? (double)(part->end - part->from) : 0;
    return (double)sizeof(struct bvp_workspace) + own_bytes(p, part, &p->p, of_intervals(part, intervals)) +
           own_bytes(p, part, &p->q, of_nodes(part)) + own_bytes(p, part, &p->f, of_nodes(part)) +
           places * (double)sizeof(double);
}

static enum status make_coefficients(struct bvp_problem *b, const struct bvp_params *p, struct evaluated *shared)
{
    const int64_t intervals = b->grid.intervals;
    const struct {
        struct coefficient *made;
        const struct field_spec *spec;
        const char *role;
        struct places at;
    } of[] = {
        {&b->p, &p->p, "p", of_intervals(&b->part, intervals)},
        {&b->q, &p->q, "q", of_nodes(&b->part)},
        {&b->f, &p->f, "f", of_nodes(&b->part)},
    };
    struct evaluated_values *kept;
    for (int c = 0; c < 3; c++) {
        TRY(sharing_find(shared, p, of[c].spec, of[c].role, intervals, of[c].at.end, &kept));
        TRY(coefficient_make(of[c].made, &b->grid, of[c].spec, of[c].at.first, of[c].at.end, kept));
    }
    /* A run needs it once: without other runs none of it is kept. */
    TRY(sharing_find(shared, p, &p->exact, "exact", intervals, intervals + 1, &kept));
    TRY(sharing_find_reference(shared, p, intervals, &b->reference));
    return coefficient_make(&b->exact, &b->grid, &p->exact, 0, kept ? intervals + 1 : 0, kept);
}

/* Are values to be kept that are not known yet, at places before `end`? */
static bool lacks(const struct coefficient *c, int64_t end)
{
    return c->kept && c->kept->end < end;
}

/* Evaluates the values that are kept, so that a run that finds values of others takes the same time to make its
 * equations. */
static enum status evaluate(struct bvp_problem *b)
{
    const double *const x = b->workspace->x + 1;
    const int64_t end = b->part.first + b->part.rows;
    const bool p = lacks(&b->p, of_intervals(&b->part, b->grid.intervals).end), q = lacks(&b->q, end),
               f = lacks(&b->f, end);
    if (!p && !q && !f) return ST_OK;
    for (struct bvp_walk w = walk_over_unknowns(b); walk_next(&w);) {
        const int threads = problem_team(b, w.count);
        TRY(problem_place(b, &w));
        if (p) TRY(problem_links(b, &w));
        if (q) TRY(coefficient_at(&b->q, w.first, w.count, x, threads, b->workspace->loss));
        if (f) TRY(coefficient_at(&b->f, w.first, w.count, x, threads, b->workspace->source));
    }
    return ST_OK;
}

static enum status keep_places(struct bvp_problem *b)
{
    const int64_t nodes = b->grid.intervals + 1;
    const struct bvp_part *const part = &b->part;
    if (!keeps_places(part)) return ST_OK;
    return grid_keep(&b->grid, part->from > 0 ? part->from - 1 : 0, part->end < nodes ? part->end + 1 : nodes,
                     problem_team(b, part->end - part->from));
}

enum status problem_make(struct bvp_problem *b, const struct bvp_params *p, enum kind kind, int64_t intervals,
                         struct comm *c, struct exec exec, struct evaluated *shared)
{
    *b = (struct bvp_problem){.params = p, .exec = exec, .even = bvp_even(p), .first = p->end[0].kind == DIRICHLET};
    b->unknowns = bvp_unknowns(p, intervals);
    b->part = bvp_part_mine(c, p, kind, intervals);
    TRY(mem_alloc(&b->workspace, HOST, sizeof *b->workspace));
    TRY(grid_make(&b->grid, p, intervals));
    b->unit = b->even ? b->grid.width / p->p.number : 1;
    TRY(make_coefficients(b, p, c ? NULL : shared));
    TRY(keep_places(b));
    for (int side = 0; side < 2; side++) TRY(make_end(b, side));
    return evaluate(b);
}

void problem_free(struct bvp_problem *b)
{
    coefficient_free(&b->p);
    coefficient_free(&b->q);
    coefficient_free(&b->f);
    coefficient_free(&b->exact);
    grid_free(&b->grid);
    mem_free(b->workspace);
    *b = (struct bvp_problem){0};
}
