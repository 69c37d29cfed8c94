/* The exchange of spikes is that of Arbor (N. Abi Akar et al., PDP 2019, 274): ranks go on without each other for as
 * long as the least delay of a connection, and then each gets all spikes and sends on those that reach its own cells.
 */
#include "apps/hines/state/exchange.h"

#include <stdio.h>
#include <string.h>

#include "apps/hines/state/state.h"
#include "base/memory.h"

static int64_t values_of_slice(const struct hines_state *s)
{
    return (s->slice / s->params->record_every + 1) * s->columns;
}

enum status exchange_make(struct hines_state *s)
{
    struct exchange *const x = &s->exchange;
    const int64_t values = values_of_slice(s);
    if (!s->comm) return ST_OK;
    TRY(mem_array(&x->count, HOST, s->all.ranks, sizeof *x->count));
    TRY(mem_array(&x->sampled, HOST, 1 + values, sizeof *x->sampled));
    return mem_array(&x->all_sampled, HOST, s->all.ranks + values, sizeof *x->all_sampled);
}

void exchange_free(struct exchange *x)
{
    void *const all[] = {x->count, x->mine, x->theirs, x->sampled, x->all_sampled};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    *x = (struct exchange){0};
}

static int64_t count_new(const struct hines_state *s)
{
    int64_t count = 0;
    for (int64_t q = s->all.own; q < s->all.end; q++) count += s->part[q].spikes - s->part[q].shown;
    return count;
}

/* Gathers the number of new spikes of each rank; -1: it has failed. *sum: their sum. */
static enum status count_all(struct hines_state *s, enum status mine, int64_t *sum)
{
    struct exchange *const x = &s->exchange;
    const int64_t count = mine == ST_OK ? count_new(s) : -1;
    bool failed = false;
    *sum = 0;
    comm_gather_all(s->comm, &count, sizeof count, x->count);
    for (int r = 0; r < s->all.ranks; r++) *sum += x->count[r], failed = failed || x->count[r] < 0;
    return failed ? comm_agree(s->comm, mine) : ST_OK;
}

/* All ranks have the same capacity, and enlarge it together. */
static enum status make_longer(struct hines_state *s, int64_t count)
{
    struct exchange *const x = &s->exchange;
    if (count <= x->capacity) return ST_OK;
    x->capacity = 0;
    x->mine = mem_free(x->mine), x->theirs = mem_free(x->theirs);
    enum status st = mem_array(&x->mine, HOST, 2 * count, sizeof *x->mine);
    if (st == ST_OK) st = mem_array(&x->theirs, HOST, 2 * count, sizeof *x->theirs);
    TRY(comm_agree(s->comm, st));
    x->capacity = 2 * count;
    return ST_OK;
}

static void pack(struct hines_state *s)
{
    struct part_spike *to = s->exchange.mine;
    for (int64_t q = s->all.own; q < s->all.end; q++) {
        struct cell_part *const p = &s->part[q];
        const int64_t count = p->spikes - p->shown;
        if (count) memcpy(to, p->spike + p->shown, (size_t)count * sizeof *to);
        to += count, p->shown = p->spikes;
    }
}

static void unpack(struct hines_state *s, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const int64_t q = population_part(&s->all, s->exchange.theirs[i].cell);
        struct cell_part *const p = &s->part[q];
        if (population_owns(&s->all, q) || p->status != ST_OK) continue;
        p->status = part_spike_add(p, &s->exchange.theirs[i]);
        if (p->status != ST_OK) snprintf(p->fault, sizeof p->fault, "%s", fail_text());
    }
}

enum status exchange_spikes(struct hines_state *s, enum status mine)
{
    struct exchange *const x = &s->exchange;
    int64_t sum;
    if (!s->comm) return mine;
    TRY(count_all(s, mine, &sum));
    TRY(make_longer(s, sum));
    pack(s);
    for (int r = 0; r < s->all.ranks; r++) x->count[r] *= (int64_t)sizeof *x->mine;
    comm_gather_ragged(s->comm, x->mine, x->count, x->theirs);
    unpack(s, sum);
    return ST_OK;
}

/* Copies the values of one column to a message, or from one; returns the place after them. */
static double *copy_column(struct hines_state *s, int64_t column, int64_t taken, double *at, bool out)
{
    for (int64_t k = 0; k < taken; k++, at++) {
        double *const value = &s->samples[column + k * s->columns];
        if (out) *at = *value;
        else *value = *at;
    }
    return at;
}

void exchange_samples(struct hines_state *s, int64_t taken, double *arrived)
{
    struct exchange *const x = &s->exchange;
    double *at = x->sampled;
    if (!s->comm) return;
    *at++ = *arrived;
    for (int r = 0; r < s->all.ranks; r++) x->count[r] = sizeof *at;
    for (int64_t c = 0; c < s->columns; c++) {
        x->count[population_rank(&s->all, s->column[c].part)] += taken * (int64_t)sizeof *at;
        if (population_owns(&s->all, s->column[c].part)) at = copy_column(s, c, taken, at, true);
    }
    comm_gather_ragged(s->comm, x->sampled, x->count, x->all_sampled);
    *arrived = 0;
    for (int64_t r = 0, begin = 0, values; r < s->all.ranks; r++, begin += values) {
        values = x->count[r] / (int64_t)sizeof *at;
        *arrived += x->all_sampled[begin];
        x->count[r] = begin + 1; /* from here on the place of the next column of the rank */
    }
    for (int64_t c = 0; c < s->columns; c++) {
        int64_t *const next = &x->count[population_rank(&s->all, s->column[c].part)];
        copy_column(s, c, taken, x->all_sampled + *next, false);
        *next += taken;
    }
}
