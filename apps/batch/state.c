/* Keeps solutions of batches, and shows them as arrays. */
#include "apps/batch/state.h"

#include <math.h>
#include <string.h>

#include "apps/ranks.h"
#include "base/memory.h"
#include "solvers/kind.h"

static const enum number working = sizeof(real) == 4 ? REAL32 : REAL64;
enum { KEPT = 64 }; /* unknowns of each point that are stored, spread over the batch */

static enum status make_given(struct batch_state *s, const struct sim *sim)
{
    const struct shape any = shape_contiguous(1, 1);
    TRY(given_make(&s->given, sim->params));
    TRY(quality_make(&s->quality, s->given.batch));
    s->quality.checked = shape_chosen(sim->solver, &any, sim->solver_options).tridiag.check;
    return mem_array(&s->kept, HOST, s->given.batch * s->given.n, sizeof *s->kept);
}

enum status batch_state_make(struct sim *sim)
{
    struct batch_state *s;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    sim->state = s;
    if (batch_is_given(sim->params)) return make_given(s, sim);
    return mem_array(&s->kept, HOST, batch_points(sim->params) * KEPT, sizeof *s->kept);
}

void batch_state_free(struct sim *sim)
{
    struct batch_state *const s = sim->state;
    if (!s) return;
    mem_free(s->kept);
    given_free(&s->given);
    quality_free(&s->quality);
    mem_free(s->share);
    sim->state = mem_free(s);
}

const struct given *batch_state_given(const struct sim *sim)
{
    return batch_is_given(sim->params) ? &((struct batch_state *)sim->state)->given : NULL;
}

/* Those of KEPT unknowns that a rank has. */
struct some {
    real v[KEPT];
    bool mine[KEPT];
};

/* Some of the solution, at the same indices whatever the layout and the sizes. */
static enum status keep(const struct sim *sim, const struct batch_instance *x)
{
    struct some own = {{0}, {false}}, *all;
    real *const kept = ((struct batch_state *)sim->state)->kept + sim->step * KEPT;
    const int64_t shortest = batch_min(x->params, x->part.whole);
    for (int64_t q = 0; q < KEPT; q++) {
        const int64_t s = q * (x->deal.whole - 1) / (KEPT - 1) - x->deal.first, i = q * 37 % shortest - x->part.first;
        own.mine[q] = s >= 0 && s < x->deal.systems && i >= 0 && i < x->part.rows;
        if (own.mine[q]) own.v[q] = x->host[s * x->part.rows + i];
    }
    TRY(ranks_collect(x->comm, &own, sizeof own, &all));
    for (int r = 0; r < comm_size(x->comm); r++)
        for (int q = 0; q < KEPT; q++)
            if (all[r].mine[q]) kept[q] = all[r].v[q];
    mem_free(all);
    return ST_OK;
}

/* With these a run that leaves systems unsolved is not called the best. */
static enum status put_counts(struct sim *sim, const struct quality *v)
{
    const double wrong = (double)v->count[VERDICT_WRONG], unsolved = (double)(v->systems - v->count[VERDICT_SOLVED]);
    metrics_put(&sim->metrics, "wrong", wrong);
    metrics_put(&sim->metrics, "unsolved", unsolved);
    TRY(series_put(&sim->series, "wrong", "", wrong));
    return series_put(&sim->series, "unsolved", "", unsolved);
}

/* Systems whose solution is not known: any answer is kept, and the run reports how good each is. */
static enum status take_given(struct sim *sim, const struct batch_instance *x, struct batch_accuracy *out)
{
    struct batch_state *const s = sim->state;
    const double none = (double)NAN;
    memcpy(s->kept + x->deal.first * x->flat.n, x->host, (size_t)(x->flat.n * x->flat.batch) * sizeof *s->kept);
    TRY(batch_deal_collect(&x->deal, s->kept, x->flat.n * (int64_t)sizeof *s->kept));
    TRY(quality_measure(&s->quality, x));
    *out = (struct batch_accuracy){quality_backward(&s->quality), s->quality.error, {{none, none, 0}, {none, none, 0}}};
    metrics_put(&sim->metrics, "residual_bound", HUGE_VAL);
    return put_counts(sim, &s->quality);
}

enum status batch_state_take(struct sim *sim, const struct batch_instance *x, struct batch_accuracy *out)
{
    if (x->given) return take_given(sim, x, out);
    TRY(batch_accuracy_measure(x, out));
    return keep(sim, x);
}

/* Rows and types of the systems, and the findings on each. */
static int arrays_given(const struct batch_state *s, struct array *out)
{
    const struct given *const g = &s->given;
    const struct quality *const v = &s->quality;
    const struct array all[] = {
        {.name = "solution",
         .type = working,
         .rank = 2,
         .dims = {g->batch, g->n},
         .data = s->kept,
         .axis = {"row", "system"}},
        {.name = "backward_error", .type = REAL64, .data = v->backward},
        {.name = "residual", .type = REAL64, .data = v->residual},
        {.name = "residual_pivoting", .type = REAL64, .data = v->reference},
        {.name = "condition",
         .type = REAL64,
         .data = v->checked ? v->condition : NULL,
         .about = "lower bound of the condition number; infinite: not solved"},
        {.name = "verdict", .type = INT64, .data = v->verdict, .about = "0 solved, 1 degraded, 2 flagged, 3 wrong"},
        {.name = "info",
         .type = INT64,
         .data = v->info,
         .about = "0: solved; -1: by another method; -4: inaccurate; -5: pivots grew; else row + 1 of a pivot"},
        {.name = "rows", .type = INT64, .data = g->sizes},
        {.name = "type", .type = INT64, .data = g->type, .about = "type of the gallery"}};
    int count = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (!all[k].data) continue;
        out[count] = all[k];
        if (count++) out[count - 1].rank = 1, out[count - 1].dims[0] = g->batch, out[count - 1].no_difference = true;
    }
    return count;
}

int batch_state_arrays(struct sim *sim, struct array *out)
{
    const struct batch_state *const s = sim->state;
    if (batch_is_given(sim->params)) return arrays_given(s, out);
    *out = (struct array){
        .name = "solution", .type = working, .rank = 1, .dims = {batch_points(sim->params) * KEPT}, .data = s->kept};
    return 1;
}
