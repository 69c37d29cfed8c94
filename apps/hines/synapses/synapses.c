/* Synapses of a part through a step. */
#include "apps/hines/synapses/synapses.h"

#include <math.h>
#include <stdlib.h>

#include "apps/hines/model/random.h"
#include "apps/hines/synapses/synapse_step.h"
#include "base/memory.h"

enum status synapses_number(struct part_synapses *out, int64_t count)
{
    *out = (struct part_synapses){.count = count};
    return mem_array(&out->number, HOST, count, sizeof *out->number);
}

enum status synapses_make(struct part_synapses *out, int64_t count, bool rises, bool blocks)
{
    struct part_synapses *const s = out;
    TRY(synapses_number(s, count));
    TRY(mem_array(&s->node, HOST, count, sizeof *s->node));
    TRY(mem_array(&s->g, HOST, count, sizeof *s->g));
    TRY(mem_array(&s->most, HOST, count, sizeof *s->most));
    TRY(mem_array(&s->decay, HOST, count, sizeof *s->decay));
    real **const of_rise[] = {&s->rise, &s->rise_decay, &s->rises, &s->factor};
    for (int i = 0; i < 4 && rises; i++) TRY(mem_array(of_rise[i], HOST, count, sizeof(real)));
    if (blocks) TRY(mem_array(&s->block, HOST, count, sizeof *s->block));
    return mem_array(&s->e, HOST, count, sizeof *s->e);
}

void synapses_free(struct part_synapses *s)
{
    void *const all[] = {s->number, s->node,       s->g,     s->most,   s->decay, s->e,
                         s->rise,   s->rise_decay, s->rises, s->factor, s->block};
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
        const bool fits = (double)NETWORK_GIVEN * (double)more <= (double)mem_machine_bytes();
        struct given *const new = fits ? realloc(s->given, (size_t)more * sizeof *new) : NULL;
        if (!new) return fail(ST_NOMEM, "no memory for more than %lld arrivals of inputs", (long long)s->givens);
        s->given = new, s->given_capacity = more;
    }
    s->given[s->givens] = (struct given){step, s->givens, synapse, s->factor ? weight * s->factor[synapse] : weight};
    s->givens++;
    return ST_OK;
}

enum status synapses_add_train(struct part_synapses *s, const struct train *train)
{
    struct train *const new = realloc(s->train, (size_t)(s->trains + 1) * sizeof *new);
    if (!new) return fail(ST_NOMEM, "no memory for the spikes of inputs");
    s->train = new;
    s->train[s->trains] = *train;
    if (s->factor) s->train[s->trains].weight *= s->factor[train->first];
    s->trains++;
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

/* The first of the given arrivals that is not before `step`. */
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

static int64_t receive_train(const struct part_synapses *s, const struct train *t, int64_t step, arrival_taker *take,
                             void *to)
{
    int64_t arrived = 0;
    if (step < t->begin || step >= t->end) return 0;
    for (int32_t i = t->first; i < t->first + t->count; i++) {
        const double drawn = random_fraction(random_stream(t->seed, s->number[i]) + (uint64_t)step);
        if (drawn < t->none) continue;
        const int64_t count = train_arrivals(t->mean, t->none, drawn);
        take(to, i, (real)count * t->weight + 0); /* rounded here, wherever it is added */
        arrived += count;
    }
    return arrived;
}

void synapses_arrivals(struct part_synapses *s, int64_t step, arrival_taker *take, void *to)
{
    for (int64_t i = first_given(s, step); i < s->givens && s->given[i].step == step; i++, s->received++)
        take(to, s->given[i].synapse, s->given[i].weight);
    for (int64_t i = 0; i < s->trains; i++) s->received += receive_train(s, &s->train[i], step, take, to);
    s->received += arrivals_receive(&s->arrivals, step, take, to);
}

static void raise_here(void *to, int32_t synapse, real weight)
{
    struct part_synapses *const s = to;
    s->g[synapse] += weight;
    if (s->rise) s->rise[synapse] += weight;
}

void synapses_receive(struct part_synapses *s, int64_t step)
{
    synapses_arrivals(s, step, raise_here, s);
}

double synapses_current(const struct part_synapses *s, int64_t synapse, double v)
{
    const double decay = (double)s->decay[synapse], rise = s->rise ? (double)s->rise_decay[synapse] : 0;
    double g = decay > 0 ? (double)s->g[synapse] / decay : 0;
    if (rise > 0) g -= (double)s->rise[synapse] / rise;
    return g * synapse_open_share(s->block ? (double)s->block[synapse] : 0, v) * (v - (double)s->e[synapse]);
}

void synapses_add(struct part_synapses *s, const struct synapse_equations *to)
{
    for (int64_t i = 0; i < s->count; i++) {
        const int32_t k = s->node[i];
        const struct synapse_values y = {s->rise ? s->g[i] - s->rises[i] * s->rise[i] : s->g[i], s->e[i],
                                         s->block ? s->block[i] : 0};
        struct synapse_node n = {to->v[k], to->base[k], to->storage[k], to->diag[k], to->right[k]};
        s->most[i] = y.g > s->most[i] ? y.g : s->most[i];
        synapse_add(&y, &n);
        to->diag[k] = n.diag, to->right[k] = n.right;
    }
}

void synapses_decay(struct part_synapses *s)
{
    for (int64_t i = 0; i < s->count; i++) s->g[i] *= s->decay[i];
    for (int64_t i = 0; s->rise && i < s->count; i++) s->rise[i] *= s->rise_decay[i];
}

double synapse_factor(double rise, double decay)
{
    const double peak = rise * decay / (decay - rise) * log(decay / rise);
    return 1 / (exp(-peak / decay) - exp(-peak / rise));
}
