/* Small work on all threads and on one, alone on the machine and beside another program that keeps one core busy: all
 * threads are to take no longer than one. Systems of 100 to 100,000 rows, one and a batch, recurrences, and a chain of
 * 1,600 states; every registered method. Twenty calls in a row are timed together, as an application makes them. */
#include <stdlib.h>
#include <string.h>

#include "bench/batch.h"
#include "bench/bench.h"
#include "bench/chain.h"
#include "bench/limit.h"
#include "bench/peers.h"
#include "bench/stationary.h"

enum { CALLS = 20, SIZES = 4, FEW = 16, FEW_ROWS = 100 };
static const int64_t rows[SIZES] = {100, 1000, 10000, 100000};

/* One kind of data, and what adds a method for it, under b->exec, to the entries. */
struct subject {
    enum kind kind;
    int64_t n;
    const char *layout;
    struct batch *batch;
    struct chain *chain;
    struct stationary *stationary;
    int limit;
};

static enum status add_one(struct bench *b, const struct subject *s, const struct method_spec *spec, int *index)
{
    if (s->batch) return batch_add(b, s->batch, spec, s->layout, s->limit, index);
    if (s->chain) return chain_add(b, s->chain, spec, s->n, index);
    return stationary_add(b, s->stationary, spec, s->limit, index);
}

static const char *const conditions[2][2] = {{"all threads", "one thread"}, {"all, crowded", "one, crowded"}};

/* One thread first: all are compared with it. */
static enum status add_method(struct bench *b, const struct subject *s, const struct solver *solver)
{
    const struct method_spec spec = {.solver = solver};
    const struct exec exec = b->exec;
    enum status st = ST_OK;
    for (int crowded = 0; crowded < 2; crowded++) {
        int alone = -1;
        for (int one = 1; one >= 0 && st == ST_OK; one--) {
            int index;
            if (one) b->exec.threads = 1;
            st = add_one(b, s, &spec, &index);
            b->exec = exec;
            if (st != ST_OK || index < 0) continue;
            b->entry[index].layout = conditions[crowded][one];
            b->entry[index].calls = CALLS;
            b->entry[index].crowded = crowded;
            if (one) alone = index;
            else peer_add(b, index, "one thread", alone);
        }
    }
    return st;
}

static enum status add_all(struct bench *b, const struct subject *s)
{
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const solver = solver_at(i);
        if (solver->kind == s->kind && solver->space == HOST) TRY(add_method(b, s, solver));
    }
    return ST_OK;
}

static enum status add_batch(struct bench *b, int64_t n, int64_t systems, int limit)
{
    struct batch *batch;
    TRY(batch_make(&batch, shape_contiguous(n, systems)));
    const enum status s = add_all(b, &(struct subject){.kind = KIND_TRIDIAG, .batch = batch, .limit = limit});
    batch_release(batch);
    return s;
}

static enum status add_chain(struct bench *b, int64_t n, int limit)
{
    struct chain *chain;
    TRY(chain_make(&chain, n));
    const struct subject subject = {.kind = KIND_RECURRENCE, .n = n, .chain = chain, .limit = limit};
    const enum status s = add_all(b, &subject);
    chain_release(chain);
    return s;
}

static enum status add_stationary(struct bench *b, int limit)
{
    struct stationary *chain;
    TRY(stationary_make(&chain));
    const struct subject subject = {.kind = KIND_BLOCKTRI, .stationary = chain, .limit = limit};
    const enum status s = add_all(b, &subject);
    stationary_release(chain);
    return s;
}

/* A part each: systems of every size, a few together, recurrences of every size, the chain. */
enum { FEW_PART = SIZES, RECURRENCE_PART, CHAIN_PART = RECURRENCE_PART + SIZES, PARTS };

static enum status add(struct bench *b)
{
    const int part = b->part;
    int limit;
    if (getenv("OMP_WAIT_POLICY"))
        return bench_skip(
            b,
            "small: threads spin while they wait, as OMP_WAIT_POLICY asks; it is measured without, by its name alone");
    TRY(limit_add(b, &limit));
    if (part < FEW_PART) return add_batch(b, rows[part], 1, limit);
    if (part == FEW_PART) return add_batch(b, FEW_ROWS, FEW, limit);
    if (part < CHAIN_PART) return add_chain(b, rows[part - RECURRENCE_PART], limit);
    return add_stationary(b, limit);
}

const struct benchmark bench_small = {
    "small", "small work on all threads and on one, alone and beside another program; name it alone", add, PARTS,
    .kinds = 1u << KIND_TRIDIAG | 1u << KIND_RECURRENCE | 1u << KIND_BLOCKTRI};
