/* Solves the chains of a sweep in parallel, and finds for each the fewest servers that meet its targets. */
#include "apps/cloudqueue/sweep.h"

#include <omp.h>
#include <stdio.h>

#include "apps/cloudqueue/targets.h"
#include "base/either_precision.h"
#include "base/memory.h"

enum status workers_make(struct workers *t, const struct sim *sim)
{
    struct exec alone = sim->exec;
    alone.threads = 1;
    *t = (struct workers){0};
    TRY(mem_array(&t->member, HOST, sim->exec.threads, sizeof *t->member));
    t->count = sim->exec.threads;
    for (int i = 0; i < t->count; i++) {
        queue_instance_begin(&t->member[i].point, sim, alone, 1);
        TRY(window_search_begin(&t->member[i].search, sim, alone));
    }
    return ST_OK;
}

void workers_free(struct workers *t)
{
    for (int i = 0; i < t->count; i++) {
        queue_instance_free(&t->member[i].point);
        window_search_free(&t->member[i].search);
        marginals_free(&t->member[i].marginals);
    }
    t->member = mem_free(t->member);
    t->count = 0;
}

static enum status take(struct worker *m, const struct points *of, int64_t point, struct queue_columns *out)
{
    const struct queue_params *const p = of->params;
    struct cloud chain;
    int64_t thresholds[2];
    TRY(points_chain(of, point, thresholds, &chain));
    if (chain.lambda == 0 && chain.load == 0 && p->mode == MODE_STATIONARY) {
        TRY(queue_columns_closed(out, &chain, of));
        return targets_any(p) ? targets_closed(out, &chain, of) : ST_OK;
    }
    TRY(window_search_choose(&m->search, &chain));
    TRY(queue_instance_turn(&m->point, &chain));
    TRY(queue_instance_solve(&m->point));
    TRY(queue_columns_take(out, &m->point, of, &m->marginals, false));
    return targets_any(p) ? targets_search(out, &chain, of, &m->search, &m->marginals) : ST_OK;
}

/* Neighbours in a sweep have windows of similar size: one thread solves a run of them, each from the window before. */
enum { RUN = 8 };

static enum status take_run(struct worker *m, const struct points *of, int64_t first, int64_t count,
                            struct queue_columns *out, int64_t *bad)
{
    window_search_forget(&m->search);
    for (*bad = 0; *bad < count; ++*bad) TRY(take(m, of, first + *bad, &out[*bad]));
    return ST_OK;
}

enum status workers_take(struct workers *t, const struct points *of, int64_t first, int64_t count,
                         struct queue_columns *out)
{
    int64_t bad = count;
    enum status status = ST_OK;
    char text[1024] = "";
#pragma omp parallel for schedule(dynamic, 1) num_threads(t->count)
    for (int64_t i = 0; i < count; i += RUN) {
        int64_t at;
        const enum status s =
            take_run(&t->member[omp_get_thread_num()], of, first + i, count - i < RUN ? count - i : RUN, out + i, &at);
        if (s == ST_OK) continue;
#pragma omp critical(cloudqueue_fault)
        if (i + at < bad) {
            bad = i + at, status = s;
            snprintf(text, sizeof text, "%s", fail_text());
        }
    }
    if (status == ST_OK) return ST_OK;
    return fail(status, "%s = %g: %s", points_axis(of), points_at(of, first + bad), text);
}
