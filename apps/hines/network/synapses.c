/* Synapses of a part through a step. */
#include "apps/hines/network/synapses.h"

#include <stdlib.h>

#include "apps/hines/random.h"
#include "base/memory.h"

enum status synapses_number(struct part_synapses *out, int64_t count)
{
    *out = (struct part_synapses){.count = count};
    return mem_array(&out->number, HOST, count, sizeof *out->number);
}

enum status synapses_make(struct part_synapses *out, int64_t count)
{
    struct part_synapses *const s = out;
    TRY(synapses_number(s, count));
    TRY(mem_array(&s->node, HOST, count, sizeof *s->node));
    TRY(mem_array(&s->g, HOST, count, sizeof *s->g));
    TRY(mem_array(&s->most, HOST, count, sizeof *s->most));
    TRY(mem_array(&s->decay, HOST, count, sizeof *s->decay));
    return mem_array(&s->e, HOST, count, sizeof *s->e);
}

void synapses_free(struct part_synapses *s)
{
    void *const all[] = {s->number, s->node, s->g, s->most, s->decay, s->e};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    free(s->given);
    free(s->train);
    arrivals_free(&s->arrivals);
    *s = (struct part_synapses){0};
}

enum status synapses_give(struct part_synapses *s, int64_t step, int32_t synapse, real weight)
{
    if (s->givens == s->given_capacity) {
        const int64_t more = s->given_capacity ? 2 * s->given_capacity : 64;
        struct given *const new = realloc(s->given, (size_t)more * sizeof *new);
        if (!new) return fail(ST_NOMEM, "no memory for the spikes of inputs");
        s->given = new, s->given_capacity = more;
    }
    s->given[s->givens] = (struct given){step, s->givens, synapse, weight};
    s->givens++;
    return ST_OK;
}

enum status synapses_add_train(struct part_synapses *s, const struct train *train)
{
    struct train *const new = realloc(s->train, (size_t)(s->trains + 1) * sizeof *new);
    if (!new) return fail(ST_NOMEM, "no memory for the spikes of inputs");
    s->train = new;
    s->train[s->trains++] = *train;
    return ST_OK;
}

static int by_step(const void *a, const void *b)
{
    const struct given *const x = a, *const y = b;
    if (x->step != y->step) return x->step < y->step ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void synapses_sort(struct part_synapses *s)
{
    if (s->givens) qsort(s->given, (size_t)s->givens, sizeof *s->given, by_step);
}

/* The first one given that is not before `step`. */
static int64_t first_given(const struct part_synapses *s, int64_t step)
{
    int64_t low = 0, high = s->givens;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (s->given[middle].step < step) low = middle + 1;
        else high = middle;
    }
    return low;
}

int64_t train_arrivals(double mean, double none, double drawn)
{
    int64_t count = 0;
    double one = none, sum = none;
    while (drawn >= sum && one > 0) {
        count++;
        one *= mean / (double)count;
        sum += one;
    }
    return count;
}

static int64_t receive_train(struct part_synapses *s, const struct train *t, int64_t step)
{
    int64_t arrived = 0;
    if (step < t->begin || step >= t->end) return 0;
    for (int32_t i = t->first; i < t->first + t->count; i++) {
        const double drawn = random_fraction(random_stream(t->seed, s->number[i]) + (uint64_t)step);
        if (drawn < t->none) continue;
        const int64_t count = train_arrivals(t->mean, t->none, drawn);
        s->g[i] += (real)count * t->weight;
        arrived += count;
    }
    return arrived;
}

void synapses_receive(struct part_synapses *s, int64_t step)
{
    for (int64_t i = first_given(s, step); i < s->givens && s->given[i].step == step; i++, s->received++)
        s->g[s->given[i].synapse] += s->given[i].weight;
    for (int64_t i = 0; i < s->trains; i++) s->received += receive_train(s, &s->train[i], step);
    s->received += arrivals_receive(&s->arrivals, step, s->g);
}

void synapses_add(struct part_synapses *s, real *diag, real *right)
{
    for (int64_t i = 0; i < s->count; i++) {
        s->most[i] = s->g[i] > s->most[i] ? s->g[i] : s->most[i];
        diag[s->node[i]] += s->g[i];
        right[s->node[i]] += s->g[i] * s->e[i];
    }
}

void synapses_decay(struct part_synapses *s)
{
    for (int64_t i = 0; i < s->count; i++) s->g[i] *= s->decay[i];
}
