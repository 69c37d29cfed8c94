/* Eliminates forward to know the state before each block of rows, then block by block from the last, and substitutes
 * back. */
#include "apps/bvp/elimination.h"

#include <math.h>

#include "base/memory.h"
#include "solvers/batch/simd.h"

enum { BLOCK = 1 << 12 }; /* rows kept between elimination and substitution: they stay in a core's own cache */

static int64_t chunks(int64_t unknowns)
{
    return (unknowns + CHUNK - 1) / CHUNK;
}

static int64_t blocks(int64_t unknowns)
{
    return (unknowns + BLOCK - 1) / BLOCK;
}

double elimination_bytes(int64_t unknowns)
{
    return (double)BLOCK * (double)sizeof(struct elimination_row) +
           (double)(blocks(unknowns) + 1) * (double)sizeof(struct elimination_state);
}

enum status elimination_make(struct elimination *e, struct bvp_problem *problem)
{
    *e = (struct elimination){.problem = problem, .placed = -1};
    TRY(mem_array(&e->row, HOST, BLOCK, sizeof *e->row));
    return mem_array(&e->start, HOST, blocks(problem->part.rows) + 1, sizeof *e->start);
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
INLINE struct elimination_row take(const struct elimination *e, struct elimination_state *s, int64_t first, int64_t k,
                                   long double right)
{
    const struct bvp_problem *const b = e->problem;
    const long double loss = (long double)elimination_loss(e, first, k),
                      in = (long double)elimination_before(e, first, k),
                      out = (long double)elimination_behind(e, first, k), sum = s->sum, pivot = s->sum + s->link;
    const bool beginning = first + k == b->first, exchanged = fabsl(pivot) < in;
    const long double inverse = 1 / (exchanged ? in : pivot), factor = inverse * (exchanged ? pivot : in);
    struct elimination_row row = {inverse, s->link, 0, s->right, 0};
    if (e->resistances) row.below = s->below + 1 / in;
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
    *w = walk_over_unknowns(b);
    w->first += chunk * CHUNK;
    walk_next(w);
    if (e->placed == chunk) return ST_OK;
    TRY(problem_place(b, w));
    TRY(problem_links(b, w));
    TRY(problem_losses(b, w));
    TRY(problem_sources(b, w));
    e->placed = chunk;
    return ST_OK;
}

/* A right side, and the function that is given the solution. */
struct demand {
    elimination_right *right;
    elimination_visit *visit;
    void *context;
};

/* The rows from `from` on, BLOCK of them or to the end of the chunk, into `row` unless that is NULL. */
INLINE int64_t forward(const struct elimination *e, const struct bvp_walk *w, int64_t from, const struct demand *q,
                       struct elimination_state *s, struct elimination_row *row)
{
    const int64_t end = from + BLOCK < w->count ? from + BLOCK : w->count;
    for (int64_t k = from; k < end; k++) {
        const struct elimination_row now = take(e, s, w->first, k, (long double)q->right(q->context, w->first, k));
        if (row) row[k - from] = now;
    }
    return end;
}

/* The states after all blocks of a chunk. */
static void pass_forward(const struct elimination *e, const struct bvp_walk *w, const struct demand *q,
                         struct elimination_state *start)
{
    for (int64_t k = 0; k < w->count; k += BLOCK, start++) {
        struct elimination_state s = *start;
        forward(e, w, k, q, &s, NULL);
        start[1] = s;
    }
}

/* Notes losses below 0. */
static void look_for_losses(struct elimination *e, const struct bvp_walk *w)
{
    const struct bvp_workspace *const r = e->problem->workspace;
    for (int64_t k = 0; !e->without_losses && k < w->count; k++) {
        if (!(r->loss[k] < 0)) continue;
        e->negative = true;
        e->loss_share = fmax(e->loss_share, -r->loss[k] / (r->link[k] + r->link[k + 1]));
    }
}

/* u of the node that is substituted next, and of the one after it. */
struct substitution {
    long double here, behind;
};

/* Eliminates a block again, from the state before it, and substitutes back. */
static void pass_back(const struct elimination *e, const struct bvp_walk *w, int64_t from, const struct demand *q,
                      const struct elimination_state *start, struct substitution *u)
{
    struct elimination_state s = *start;
    const int64_t end = forward(e, w, from, q, &s, e->row);
    if (w->first + end == e->problem->first + e->problem->unknowns) u->here = s.right / (s.sum + s.link);
    for (int64_t k = end - 1; k >= from; k--) {
        const struct elimination_row *const row = &e->row[k - from];
        q->visit(q->context, w->first, k, u->here, row);
        if (w->first + k == e->problem->first) continue;
        const long double before = (row->right + row->next * u->here + row->after * u->behind) * row->inverse;
        u->behind = u->here, u->here = before;
    }
}

/* From the state that the rank before has left. Returns the first failure. */
static enum status eliminate(struct elimination *e, const struct demand *q)
{
    const struct bvp_part *const part = &e->problem->part;
    const int64_t count = chunks(part->rows);
    struct elimination_state *const end = e->start + blocks(part->rows);
    enum status s = ST_OK;
    struct bvp_walk w;
    e->negative = false, e->loss_share = 0;
    e->start[0] = (struct elimination_state){0};
    ranks_take(part->comm, part->upward, e->start, sizeof *e->start);
    for (int64_t c = 0; c < count && s == ST_OK; c++) {
        s = place(e, c, &w);
        if (s != ST_OK) break;
        look_for_losses(e, &w);
        pass_forward(e, &w, q, e->start + c * (CHUNK / BLOCK));
    }
    ranks_give(part->comm, part->upward, end, sizeof *end);
    return s;
}

/* From the u that the next rank has found; `s`: of this rank so far. */
static enum status substitute(struct elimination *e, const struct demand *q, struct elimination_carried carried,
                              enum status s)
{
    const struct bvp_part *const part = &e->problem->part;
    struct substitution u = {0, 0};
    struct bvp_walk w;
    ranks_take(part->comm, -part->upward, &u, sizeof u);
    ranks_take(part->comm, -part->upward, carried.at, carried.bytes);
    for (int64_t c = chunks(part->rows) - 1; c >= 0 && s == ST_OK; c--) {
        s = place(e, c, &w);
        for (int64_t block = s == ST_OK ? (w.count - 1) / BLOCK : -1; block >= 0; block--)
            pass_back(e, &w, block * BLOCK, q, e->start + c * (CHUNK / BLOCK) + block, &u);
    }
    ranks_give(part->comm, -part->upward, &u, sizeof u);
    ranks_give(part->comm, -part->upward, carried.at, carried.bytes);
    return s;
}

/* Combines the losses that all ranks have found. */
static void join_losses(struct elimination *e)
{
    double found[] = {e->negative, e->loss_share};
    comm_max(e->problem->part.comm, found, 2);
    e->negative = found[0] > 0, e->loss_share = found[1];
}

enum status elimination_solve(struct elimination *e, elimination_right *right, elimination_visit *visit, void *context,
                              struct elimination_carried carried)
{
    struct comm *const c = e->problem->part.comm;
    const struct demand q = {right, visit, context};
    TRY(comm_agree(c, substitute(e, &q, carried, eliminate(e, &q))));
    join_losses(e);
    ranks_spread(c, -e->problem->part.upward, carried.at, carried.bytes);
    return ST_OK;
}
