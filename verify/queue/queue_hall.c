/* Solves a hall, and follows its tasks by two methods. */
#include "verify/queue/queue_hall.h"

#include <math.h>

#include "apps/cloudqueue/measures/tagged.h"
#include "apps/cloudqueue/measures/uniformized.h"
#include "base/memory.h"

/* Transient states have probability 0. */
static enum status spread(struct queue_hall *h)
{
    const struct generator *const c = &h->instance.chain;
    TRY(mem_array(&h->x, HOST, c->states, sizeof *h->x));
    TRY(mem_array(&h->exponent, HOST, c->states, sizeof *h->exponent));
    for (int64_t s = 0; s < c->states; s++) {
        const int64_t from = c->index ? c->index[s] : s;
        if (from < 0) continue;
        h->x[s] = h->instance.x[from];
        h->exponent[s] = h->instance.exponent[from];
    }
    return ST_OK;
}

enum status queue_hall_make(struct queue_hall *h, const char *text, struct exec exec)
{
    struct cloud chain;
    const char *key;
    int64_t thresholds[2];
    *h = (struct queue_hall){0};
    TRY(trial_begin(&h->trial, "cloudqueue", text, NULL, "gth_wide", exec));
    TRY(points_make(&h->points, h->trial.sim.params, &key));
    TRY(points_chain(&h->points, 0, thresholds, &chain));
    TRY(window_search_begin(&h->search, &h->trial.sim, exec));
    TRY(window_search_choose(&h->search, &chain));
    queue_instance_begin(&h->instance, &h->trial.sim, exec, 1);
    TRY(queue_instance_turn(&h->instance, &chain));
    TRY(queue_instance_solve(&h->instance));
    h->model = h->instance.chain.model;
    return spread(h);
}

void queue_hall_free(struct queue_hall *h)
{
    mem_free(h->x);
    mem_free(h->exponent);
    queue_instance_free(&h->instance);
    window_search_free(&h->search);
    points_free(&h->points);
    trial_end(&h->trial);
}

static double off(double is, double should)
{
    return fabs(is - should) / should;
}

static double worst(const struct tagged *t, const struct uniformized *u, double left)
{
    const double step = u->mean / u->share / 40;
    double max = fmax(off(t->share, u->share), off(t->mean, u->mean));
    for (double time = step; uniformized_waits(u, time) > left; time *= 1.2) {
        max = fmax(max, off(tagged_waits(t, time), uniformized_waits(u, time)));
        max = fmax(max, off(tagged_stays(t, time), uniformized_stays(u, time)));
    }
    return max;
}

enum status queue_hall_apart(const struct queue_hall *h, double left, double *apart)
{
    struct tagged t;
    struct uniformized u = {0};
    enum status s = tagged_make(&t, h->model, h->x, h->exponent, left, 1e-7);
    if (s == ST_OK) s = uniformized_make(&u, h->model, h->x, h->exponent, left);
    *apart = !t.known || !u.known ? HUGE_VAL : u.share > 0 ? worst(&t, &u, left) : fabs(t.share);
    tagged_free(&t);
    uniformized_free(&u);
    return s;
}
