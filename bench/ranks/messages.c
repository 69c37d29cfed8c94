/* Messages between ranks. A call repeats its messages for some milliseconds. */
#include "bench/ranks/messages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/comm_exchange.h"
#include "base/comm/comm_pairs.h"
#include "base/either_precision.h"
#include "base/memory.h"
#include "bench/entry/limit.h"
#include "bench/ranks/alone.h"
#include "bench/ranks/shared_entry.h"

enum { LEAST = 8, MOST = 1 << 24, STEP = 8, POINTS = 8, RUN = 64 /* adjacent values in a block */ };

struct messages {
    struct shared_entry shared;
    const struct pattern *pattern;
    int ranks; /* that take part */
    int64_t bytes, repeats;
    double *out, *in;
    struct comm_exchange *exchange;
};

/* One message there, as a rank sees it. */
struct pattern {
    const char *name;
    enum status (*once)(struct messages *m);
    int (*others)(const struct messages *m, int rank); /* to which a rank sends in a call */
    bool (*wanted)(int ranks, int of, int64_t bytes);
    int in_turn; /* messages one after the other, for each of those that a rank sends to */
    bool by_blocks;
};

static int rank_of(const struct messages *m)
{
    return comm_rank(m->shared.bench->comm);
}

/* The other rank of a pair, or -1: the first and the last; or ranks at a distance of half of all ranks. */
static int partner(const struct messages *m, int rank)
{
    const int size = comm_size(m->shared.bench->comm), half = size / 2;
    if (m->ranks == 2) return rank == 0 ? size - 1 : rank == size - 1 ? 0 : -1;
    return rank < half ? rank + half : rank < 2 * half ? rank - half : -1;
}

static enum status back_and_forth(struct messages *m)
{
    struct comm *const c = m->shared.bench->comm;
    const int rank = comm_rank(c), other = partner(m, rank);
    if (other < 0) return ST_OK;
    if (rank < other) comm_pair_send(c, m->out, m->bytes, other);
    comm_pair_receive(c, m->in, m->bytes, other);
    if (rank > other) comm_pair_send(c, m->out, m->bytes, other);
    return ST_OK;
}

static enum status all_to_all(struct messages *m)
{
    comm_exchange_run(m->exchange, m->out, m->in);
    return ST_OK;
}

static enum status largest(struct messages *m)
{
    comm_max(m->shared.bench->comm, m->in, m->bytes / (int64_t)sizeof(double));
    return ST_OK;
}

static int to_partner(const struct messages *m, int rank)
{
    return partner(m, rank) >= 0;
}

static int to_all(const struct messages *m, int rank)
{
    return rank < m->ranks ? m->ranks - 1 : 0;
}

/* The library counts neither the messages of a reduction nor their bytes. */
static int to_none(const struct messages *m, int rank)
{
    (void)m, (void)rank;
    return 0;
}

static bool two(int ranks, int of, int64_t bytes)
{
    (void)of, (void)bytes;
    return ranks == 2;
}

static bool pairs(int ranks, int of, int64_t bytes)
{
    (void)bytes;
    return ranks == of && of >= 4;
}

static bool fits(int ranks, int of, int64_t bytes)
{
    (void)of;
    return bytes * ranks <= MOST;
}

static bool small(int ranks, int of, int64_t bytes)
{
    return ranks == of && bytes <= LEAST * STEP;
}

static const struct pattern patterns[] = {
    [FIT_PAIR] = {"one pair", back_and_forth, to_partner, two, 2, false},
    [FIT_PAIRS] = {"all pairs", back_and_forth, to_partner, pairs, 2, false},
    [FIT_EXCHANGE] = {"all to all", all_to_all, to_all, fits, 1, true},
    [MESSAGE_FITS] = {"largest of all", largest, to_none, small, 1, false},
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* A block of rows, each of adjacent values, as transposes between layouts have them: rows of other ranks lie between.
 */
static enum status make_exchange(struct messages *m)
{
    struct comm *const c = m->shared.bench->comm;
    const int size = comm_size(c), rank = comm_rank(c);
    const int64_t values = m->bytes / (int64_t)sizeof(double), run = values < RUN ? values : RUN;
    struct comm_block *blocks;
    TRY(mem_array(&blocks, HOST, 2 * size, sizeof *blocks));
    for (int r = 0; r < size; r++) {
        const bool takes_part = r < m->ranks && rank < m->ranks;
        blocks[r] = (struct comm_block){r * run, {run, takes_part ? values / run : 0, 1}, {1, m->ranks * run, 0}};
        blocks[size + r] = (struct comm_block){r * values, {values, takes_part, 1}, {1, 0, 0}};
    }
    const enum status st = comm_exchange_make(&m->exchange, c, blocks, blocks + size, sizeof(double));
    mem_free(blocks);
    return st;
}

static enum status enter(void *context)
{
    struct messages *const m = context;
    const int64_t bytes = m->bytes * (m->pattern->by_blocks ? m->ranks : 1);
    TRY(mem_alloc(&m->out, HOST, bytes));
    TRY(mem_alloc(&m->in, HOST, bytes));
    return m->pattern->by_blocks ? make_exchange(m) : ST_OK;
}

static void leave(void *context)
{
    struct messages *const m = context;
    m->exchange = comm_exchange_free(m->exchange);
    m->out = mem_free(m->out), m->in = mem_free(m->in);
}

static enum status call(void *context)
{
    struct messages *const m = context;
    for (int64_t k = 0; k < m->repeats; k++) TRY(m->pattern->once(m));
    return ST_OK;
}

static int64_t model(const void *context)
{
    const struct messages *const m = context;
    return m->repeats * m->bytes * m->pattern->others(m, rank_of(m));
}

static enum status add(struct bench *b, const struct pattern *p, int ranks, int64_t bytes)
{
    static const struct shared_ops ops = {enter, leave, NULL, call, model};
    enum { QUICK = 1 << 17, WHOLE = 1 << 22, FLOOR = 4096 };
    struct messages *const m = calloc(1, sizeof *m);
    struct entry *e;
    if (!m) return fail(ST_NOMEM, "no memory for a benchmark");
    const int64_t repeats = (b->scale_n ? QUICK : WHOLE) / (bytes + FLOOR);
    m->pattern = p, m->ranks = ranks, m->bytes = bytes, m->repeats = repeats > 0 ? repeats : 1;
    TRY(shared_entry_add(b, &m->shared, &ops, &e));
    const int each = p->by_blocks ? ranks - 1 : 1;
    snprintf(e->name, sizeof e->name, p->by_blocks ? "%s, %d ranks" : "%s", p->name, ranks);
    e->kind = "messages", e->precision = "double", e->layout = ranks_text(b);
    e->n = ranks, e->batch = 1;
    e->units = (double)(m->repeats * bytes * each * p->in_turn), e->bytes_per_unit = 1;
    e->parameter = "bytes", e->parameter_value = (double)bytes;
    e->limit = limit_find(b, TRAFFIC_COPY);
    return ST_OK;
}

enum status messages_add(struct bench *b)
{
    const int of = comm_size(b->comm);
    for (int p = 0; p < PATTERNS; p++)
        for (int ranks = 2; ranks <= of; ranks = ranks < of && 2 * ranks > of ? of : 2 * ranks)
            for (int64_t bytes = LEAST; bytes <= MOST; bytes *= STEP)
                if (patterns[p].wanted(ranks, of, bytes)) TRY(add(b, &patterns[p], ranks, bytes));
    return ST_OK;
}

const char *messages_name(enum message_fit which)
{
    return patterns[which].name;
}

struct fit messages_fit(const struct bench *b, enum message_fit which)
{
    double bytes[POINTS], seconds[POINTS];
    char name[64];
    int count = 0;
    const int of = comm_size(b->comm);
    snprintf(name, sizeof name, patterns[which].by_blocks ? "%s, %d ranks" : "%s", patterns[which].name, of);
    for (int i = 0; i < b->count && count < POINTS; i++) {
        const struct entry *const e = &b->entry[i];
        if (strcmp(e->kind, "messages") != 0 || strcmp(e->name, name) != 0 || !e->rounds) continue;
        bytes[count] = e->parameter_value, seconds[count++] = bench_median(e) * e->parameter_value / e->units;
    }
    return fit_line(count, bytes, seconds);
}

struct cut_network messages_network(const struct bench *b)
{
    const struct fit pair = messages_fit(b, comm_size(b->comm) >= 4 ? FIT_PAIRS : FIT_PAIR);
    const struct fit exchange = messages_fit(b, FIT_EXCHANGE);
    return (struct cut_network){pair.alpha, pair.beta, exchange.alpha, exchange.beta};
}
