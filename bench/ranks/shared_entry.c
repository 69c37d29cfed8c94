/* The hooks of rank 0, and the work of all ranks in them. */
#include "bench/ranks/shared_entry.h"

#include <math.h>
#include <stdlib.h>

#include "base/comm/comm_pairs.h"
#include "base/either_precision.h"
#include "base/timer.h"
#include "base/timing/cpu_contention.h"

static double cpu_seconds(int threads)
{
    return threads == 1 ? seconds_cpu_thread() : seconds_cpu();
}

static enum status call(struct shared_entry *s)
{
    const int threads = s->bench->entry[s->index].exec.threads;
    const struct comm_traffic before = comm_sent();
    const double cpu = cpu_seconds(threads), began = seconds_now();
    const enum status st = s->ops->call(s);
    const double seconds = seconds_now() - began, used = cpu_seconds(threads) - cpu;
    const struct comm_traffic after = comm_sent();
    const int64_t bytes = after.bytes - before.bytes, model = s->ops->model(s);
    s->mine = (struct shared_part){.bytes = (double)bytes,
                                   .messages = (double)(after.messages - before.messages),
                                   .model = (double)model,
                                   .seconds = seconds,
                                   .waiting = after.seconds - before.seconds,
                                   .cpu = used};
    if (st != ST_OK || bytes == model) return st;
    return fail(ST_FAILED, "%s: rank %d sent %lld bytes in a call, but %lld by the model",
                s->bench->entry[s->index].name, comm_rank(s->bench->comm), (long long)bytes, (long long)model);
}

/* Judged as a sample on rank 0, where it is timed (base/timing/sample.h): a rank that waits for another polls, and so
 * keeps its core. */
static void collect(struct shared_entry *s)
{
    struct comm *const c = s->bench->comm;
    const int threads = s->bench->entry[s->index].exec.threads;
    const bool whole = s->mine.cpu >= 0.94 * threads * s->mine.seconds;
    s->mine.speed = comm_rank(c) == 0 ? (double)INFINITY : whole ? cpu_contention_speed(threads) : 0;
    comm_gather_all(c, &s->mine, sizeof s->mine, s->all);
}

static enum status leave(struct shared_entry *s)
{
    s->ops->leave(s);
    return ST_OK;
}

static enum status prepare(struct shared_entry *s)
{
    return s->ops->prepare ? s->ops->prepare(s) : ST_OK;
}

static enum status enter(struct shared_entry *s)
{
    return s->ops->enter(s);
}

/* By all ranks. */
static enum status act(struct shared_entry *s, enum shared_action action)
{
    static enum status (*const acts[])(struct shared_entry *) = {
        [SHARED_ENTER] = enter, [SHARED_LEAVE] = leave, [SHARED_PREPARE] = prepare, [SHARED_CALL] = call};
    return comm_agree(s->bench->comm, acts[action](s));
}

static enum status order(struct shared_entry *s, enum shared_action action)
{
    s->bench->order(s->bench->comm, (int)action, s->number);
    return act(s, action);
}

static enum status order_enter(void *context)
{
    return order(context, SHARED_ENTER);
}

static void order_leave(void *context)
{
    (void)order(context, SHARED_LEAVE);
}

static enum status order_prepare(void *context)
{
    return order(context, SHARED_PREPARE);
}

static enum status order_call(void *context)
{
    return order(context, SHARED_CALL);
}

/* Keeps the fastest call, which other programs have disturbed least. The first one warms up. */
static void keep_fastest(struct shared_entry *s)
{
    struct entry_sent *const kept = &s->bench->entry[s->index].sent, sum = {.ranks = comm_size(s->bench->comm)};
    for (int r = 0; r < sum.ranks; r++) {
        const struct shared_part *const p = &s->all[r];
        sum.bytes += p->bytes, sum.model += p->model, sum.messages += p->messages;
        sum.seconds += p->seconds, sum.waiting += p->waiting;
    }
    if (s->calls++ > 0 && (!kept->ranks || sum.seconds < kept->seconds)) *kept = sum;
}

static double order_collect(void *context)
{
    struct shared_entry *const s = context;
    double least = (double)INFINITY;
    s->bench->order(s->bench->comm, SHARED_COLLECT, s->number);
    collect(s);
    keep_fastest(s);
    for (int r = 0; r < comm_size(s->bench->comm); r++) least = fmin(least, s->all[r].speed);
    return least;
}

static void end(void *context)
{
    struct shared_entry *const s = context;
    free(s->all);
    free(s);
}

enum status shared_entry_add(struct bench *b, struct shared_entry *s, const struct shared_ops *ops, struct entry **out)
{
    s->ops = ops, s->bench = b, s->number = 0;
    for (int i = b->first; i < b->count; i++) s->number += b->entry[i].beside != NULL;
    s->all = calloc((size_t)comm_size(b->comm), sizeof *s->all);
    enum status st = s->all ? ST_OK : fail(ST_NOMEM, "no memory for a benchmark of %d ranks", comm_size(b->comm));
    if (st == ST_OK) st = bench_add(b, out, &s->index);
    if (st != ST_OK) return end(s), st;
    (*out)->enter = order_enter, (*out)->leave = order_leave;
    (*out)->prepare = order_prepare, (*out)->call = order_call;
    (*out)->beside = order_collect, (*out)->end = end;
    (*out)->context = s;
    return ST_OK;
}

void shared_entry_follow(struct bench *b, enum shared_action action, int number)
{
    if (action == SHARED_RELEASE) {
        bench_part_free(b);
        return;
    }
    struct shared_entry *const s = b->entry[b->first + number].context;
    if (action == SHARED_COLLECT) collect(s);
    else (void)act(s, action);
}
