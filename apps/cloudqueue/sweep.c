#include "apps/cloudqueue/sweep.h"

#include <omp.h>
#include <stdio.h>

#include "base/memory.h"

enum status team_make(struct team *t, const struct sim *sim)
{
    struct exec alone = sim->exec;
    alone.threads = 1;
    *t = (struct team){0};
    TRY(mem_array(&t->member, HOST, sim->exec.threads, sizeof *t->member));
    t->count = sim->exec.threads;
    for (int i = 0; i < t->count; i++) instance_begin(&t->member[i].point, sim, alone, 1);
    return ST_OK;
}

void team_free(struct team *t)
{
    for (int i = 0; i < t->count; i++) {
        instance_free(&t->member[i].point);
        marginals_free(&t->member[i].room);
    }
    t->member = mem_free(t->member);
    t->count = 0;
}

/* The servers that are enough: the fewest on which no more than `target` of the tasks are lost, found by halving; 0 if
 * all n are too few. Losses fall as servers are added. */
static enum status take_enough(struct member *m, const struct points *of, struct cloud chain, struct told *out)
{
    const double target = of->params->target, arrivals = out->value[LAMBDA];
    int64_t low = 0, high = chain.n + 1;
    chain.lambda = arrivals, chain.load = 0;
    if (out->value[LOST] <= target) high = chain.n;
    else low = chain.n;
    while (high - low > 1) {
        struct told told;
        chain.n = low + (high - low) / 2;
        TRY(instance_turn(&m->point, &chain));
        TRY(instance_solve(&m->point));
        TRY(told_take(&told, &m->point, of, &m->room, false));
        if (told.value[LOST] <= target) high = chain.n;
        else low = chain.n;
    }
    out->value[ENOUGH] = out->value[LOST] <= target ? (double)high : 0;
    out->enough = true;
    return ST_OK;
}

static enum status take(struct member *m, const struct points *of, int64_t point, struct told *out)
{
    struct cloud chain;
    int64_t room[2];
    TRY(points_chain(of, point, room, &chain));
    TRY(instance_turn(&m->point, &chain));
    TRY(instance_solve(&m->point));
    TRY(told_take(out, &m->point, of, &m->room, false));
    return of->params->target > 0 && out->queue ? take_enough(m, of, chain, out) : ST_OK;
}

enum status team_take(struct team *t, const struct points *of, int64_t first, int64_t count, struct told *told)
{
    int64_t bad = count;
    enum status status = ST_OK;
    char text[1024] = "";
#pragma omp parallel for schedule(dynamic, 4) num_threads(t->count)
    for (int64_t i = 0; i < count; i++) {
        const enum status s = take(&t->member[omp_get_thread_num()], of, first + i, &told[i]);
        if (s == ST_OK) continue;
#pragma omp critical(cloudqueue_fault)
        if (i < bad) {
            bad = i, status = s;
            snprintf(text, sizeof text, "%s", fail_text());
        }
    }
    if (status == ST_OK) return ST_OK;
    return fail(status, "%s = %g: %s", points_axis(of), points_at(of, first + bad), text);
}
