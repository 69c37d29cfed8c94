/* Rank 0 judges a run at its end as one rank does. Where the grid is small or has a floor plan, judgements need the
 * field, and the operator. */
#include "apps/adi/measures.h"
#include "apps/adi/steady.h"

/* Does any judgement need the field of all ranks? */
static bool wants_field(const struct state *s)
{
    return state_can_look_further(s) || s->blocks.plan.count > 0;
}

/* Does rank 0 need the operator, and can it hold it? */
static bool wants_operator(const struct state *s)
{
    return state_can_look_further(s) || steady_is_affordable(s);
}

static void collect_operator(struct state *s)
{
    for (int d = 0; d < 3; d++)
        if (s->op.link[d]) slabs_collect(&s->slabs, s->op.link[d]);
    if (s->op.inverse_capacity) slabs_collect(&s->slabs, s->op.inverse_capacity);
    if (s->source.resting) slabs_collect(&s->slabs, s->source.resting);
}

enum status state_alone(struct state *s)
{
    struct grid *const g = &s->grid;
    bool wants = wants_operator(s);
    if (!g->comm || !wants_field(s)) return ST_OK;
    comm_broadcast(g->comm, &wants, sizeof wants, 0);
    slabs_collect(&s->slabs, s->u);
    if (wants) collect_operator(s);
    if (comm_rank(g->comm) > 0) return ST_OK;
    s->lacks_operator = !wants;
    g->comm = NULL, g->before = g->behind = 0;
    boundary_renew(&s->boundary);
    return ST_OK;
}
