/* Small work on all threads and on one, on an otherwise idle machine and while another program keeps one core busy: all
 * threads should not take longer than one. Every method on the host, on the small problems of its kind. Twenty calls in
 * a row are timed together, as an application makes them. */
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"

enum { CALLS = 20 };

/* Each problem is a part. */
static const struct kind_problems {
    const struct small_problem *problem;
    int sizes;
} kinds[] = {
#define SMALL(name, sizes) {&small_##name, sizes},
#include "bench/data/list.h"
#undef SMALL
};
enum {
    PARTS = 0
#define SMALL(name, sizes) +sizes
#include "bench/data/list.h"
#undef SMALL
};

static const char *const conditions[2][2] = {{"all threads", "one thread"}, {"all, crowded", "one, crowded"}};

/* One thread first: all are compared with it. */
static enum status add_method(struct bench *b, struct problem *p, const struct solver *solver)
{
    const struct method_spec spec = {.solver = solver};
    const struct exec exec = b->exec;
    enum status st = ST_OK;
    for (int crowded = 0; crowded < 2; crowded++) {
        int alone = -1;
        for (int one = 1; one >= 0 && st == ST_OK; one--) {
            int index;
            if (one) b->exec.threads = 1;
            st = problem_add(b, p, &p->shape, &spec, conditions[crowded][one], &index);
            b->exec = exec;
            if (st != ST_OK || index < 0) return st;
            b->entry[index].calls = CALLS;
            b->entry[index].crowded = crowded;
            if (one) alone = index;
            else peer_add(b, index, "one thread", alone);
        }
    }
    return st;
}

static enum status add_methods(struct bench *b, struct problem *p)
{
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const solver = solver_at(i);
        if (solver->kind == p->shape.kind && solver->space == HOST) TRY(add_method(b, p, solver));
    }
    return ST_OK;
}

static enum status add(struct bench *b)
{
    const struct kind_problems *k = kinds;
    struct problem *problem;
    int part = b->part;
    if (getenv("OMP_WAIT_POLICY"))
        return bench_skip(b, "small: threads spin while they wait, as set by OMP_WAIT_POLICY; to measure without this, "
                             "give only its name");
    while (part >= k->sizes) part -= k++->sizes;
    TRY(limit_add(b));
    TRY(k->problem->make(&problem, k->problem->size[part].n, k->problem->size[part].systems));
    const enum status s = add_methods(b, problem);
    problem_release(problem);
    return s;
}

const struct benchmark bench_small = {
    "small", "small work on all threads and on one, without and with another program; give only this name", add, PARTS,
    .kinds = ~0u};
