/* The stationary distribution of a chain of 1,600 states. */
#include <stdlib.h>
#include <string.h>

#include "bench/data/problem.h"
#include "bench/data/queue_data.h"

struct stationary {
    struct problem problem;
    struct queue_data data;
};

/* Always from x = 0. */
static void bind(void *of, const struct shape *shape, struct system *out)
{
    const struct queue_data *const q = &((struct stationary *)of)->data;
    memset(q->x, 0, (size_t)shape->n * sizeof(real));
    out->blocktri = (struct blocktri){.matrix = q->matrix, .order = q->order, .exponent = q->exponent};
    out->x = q->x;
}

static void end(void *of)
{
    struct stationary *const s = of;
    queue_data_free(&s->data);
    free(s);
}

static const struct problem_ops ops = {TRAFFIC_SOLVE, .system = bind, .free = end, .iterative = true};

enum status problem_blocktri(struct problem **out)
{
    struct stationary *const s = problem_new(sizeof *s, &ops, (struct shape){0});
    *out = s ? &s->problem : NULL;
    if (!s) return ST_NOMEM;
    struct cloud cloud = cloud_usual();
    enum status st = cloud_named(&cloud, cloud_names[0].name);
    if (st == ST_OK) st = queue_data_make(&s->data, &cloud);
    if (st != ST_OK) return problem_release(*out), *out = NULL, st;
    s->problem.shape = shape_blocktri(STATIONARY, s->data.matrix, NULL, s->data.band);
    s->problem.shape.blocktri.exponents = true;
    return ST_OK;
}

static enum status make(struct problem **out, int64_t n, int64_t systems)
{
    (void)n, (void)systems;
    return problem_blocktri(out);
}

const struct small_problem small_blocktri = {make, {{1600, 1}}};
