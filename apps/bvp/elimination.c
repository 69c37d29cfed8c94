/* Eliminates forward chunk by chunk, and substitutes back. */
#include "apps/bvp/elimination.h"

#include <math.h>

#include "base/memory.h"

static int64_t chunks(int64_t unknowns)
{
    return (unknowns - 1) / CHUNK + 1;
}

static int64_t rows(int64_t unknowns)
{
    return unknowns < CHUNK ? unknowns : CHUNK;
}

double elimination_bytes(int64_t unknowns)
{
    return (double)rows(unknowns) * (double)sizeof(struct elimination_row) +
           (double)chunks(unknowns) * (double)sizeof(struct elimination_state);
}

enum status elimination_make(struct elimination *e, struct bvp_problem *problem)
{
    *e = (struct elimination){.problem = problem};
    TRY(mem_array(&e->row, HOST, rows(problem->unknowns), sizeof *e->row));
    return mem_array(&e->start, HOST, chunks(problem->unknowns), sizeof *e->start);
}

void elimination_free(struct elimination *e)
{
    mem_free(e->row);
    mem_free(e->start);
    *e = (struct elimination){0};
}

double elimination_before(const struct elimination *e, int64_t first, int64_t k)
{
    const struct bvp_problem *const b = e->problem;
    return first + k == b->first ? 0 : b->workspace->link[k];
}

double elimination_behind(const struct elimination *e, int64_t first, int64_t k)
{
    const struct bvp_problem *const b = e->problem;
    return first + k == b->first + b->unknowns - 1 ? 0 : b->workspace->link[k + 1];
}

double elimination_loss(const struct elimination *e, int64_t first, int64_t k)
{
    const struct bvp_problem *const b = e->problem;
    const int64_t node = first + k, last = b->first + b->unknowns - 1;
    const double loss = e->without_losses ? 0 : b->workspace->loss[k];
    return loss + (node == b->first ? b->end[0].link : 0) + (node == last ? b->end[1].link : 0);
}

/* Takes the row of node first + k up into the state, and eliminates the unknown before it. */
static struct elimination_row take(const struct elimination *e, struct elimination_state *s, int64_t first, int64_t k,
                                   long double right)
{
    const struct bvp_problem *const b = e->problem;
    const long double loss = (long double)elimination_loss(e, first, k),
                      in = (long double)elimination_before(e, first, k),
                      out = (long double)elimination_behind(e, first, k), sum = s->sum, pivot = s->sum + s->link;
    const bool beginning = first + k == b->first, exchanged = fabsl(pivot) < in;
    const long double inverse = 1 / (exchanged ? in : pivot), factor = inverse * (exchanged ? pivot : in);
    struct elimination_row row = {inverse, s->link, 0, s->right, s->below + 1 / in};
    if (beginning) {
        row = (struct elimination_row){.below = b->end[0].link > 0 ? 1 / (long double)b->end[0].link : 0};
        *s = (struct elimination_state){loss, out, right, row.below};
    } else if (exchanged) {
        row.next = in + out + loss, row.after = -out, row.right = -right;
        *s = (struct elimination_state){sum + factor * loss, factor * out, s->right + factor * right, row.below};
    } else *s = (struct elimination_state){loss + factor * sum, out, right + factor * s->right, row.below};
    return row;
}

static enum status place(struct elimination *e, int64_t chunk, struct bvp_walk *w)
{
    struct bvp_problem *const b = e->problem;
    *w = walk_over(b->first, b->unknowns);
    w->first += chunk * CHUNK;
    walk_next(w);
    if (e->placed && chunks(b->unknowns) == 1) return ST_OK;
    TRY(problem_place(b, w));
    TRY(problem_links(b, w));
    TRY(problem_losses(b, w));
    e->placed = true;
    return problem_sources(b, w);
}

/* Returns the state behind the chunk. */
static struct elimination_state forward(struct elimination *e, int64_t chunk, const struct bvp_walk *w,
                                        elimination_right *right, const void *context)
{
    const struct bvp_workspace *const r = e->problem->workspace;
    struct elimination_state s = e->start[chunk];
    for (int64_t k = 0; k < w->count; k++) {
        const double loss = e->without_losses ? 0 : r->loss[k];
        e->row[k] = take(e, &s, w->first, k, (long double)right(context, w->first, k));
        e->negative |= loss < 0;
        e->loss_share = fmax(e->loss_share, -loss / (r->link[k] + r->link[k + 1]));
    }
    return s;
}

enum status elimination_solve(struct elimination *e, elimination_right *right, elimination_visit *visit, void *context)
{
    const int64_t count = chunks(e->problem->unknowns);
    long double here = 0, behind = 0;
    struct bvp_walk w;
    e->negative = false, e->loss_share = 0;
    e->start[0] = (struct elimination_state){0};
    for (int64_t c = 0; c < count - 1; c++) {
        TRY(place(e, c, &w));
        e->start[c + 1] = forward(e, c, &w, right, context);
    }
    for (int64_t c = count - 1; c >= 0; c--) {
        TRY(place(e, c, &w));
        const struct elimination_state end = forward(e, c, &w, right, context);
        if (c == count - 1) here = end.right / (end.sum + end.link);
        for (int64_t k = w.count - 1; k >= 0; k--) {
            const struct elimination_row *const row = &e->row[k];
            visit(context, w.first, k, here, row);
            if (w.first + k == e->problem->first) continue;
            const long double before = (row->right + row->next * here + row->after * behind) * row->inverse;
            behind = here, here = before;
        }
    }
    return ST_OK;
}
