/* Queues whose stationary distribution, or mean response time, is known in closed form. */
#include <math.h>
#include <stddef.h>

#include "solvers/tridiag/gallery/gallery.h"
#include "verify/queue/markov.h"

static double min(double a, double b)
{
    return a < b ? a : b;
}

/* c servers, at most `max` jobs: pi_i ~ (a^i / i!), and from c on each a / c of the one before. */
static enum status make_mmck(struct markov *c, const struct known *of)
{
    TRY(markov_make(c, of->max + 1));
    c->exact[0] = 1;
    for (int64_t i = 0; i <= of->max; i++) {
        const double served = min((double)i, of->servers) * of->mu;
        c->jobs[i] = (double)i;
        TRY(i < of->max ? markov_add(c, i, i + 1, of->lambda) : ST_OK);
        TRY(i > 0 ? markov_add(c, i, i - 1, served) : ST_OK);
        if (i > 0) c->exact[i] = c->exact[i - 1] * (long double)(real)of->lambda / (long double)(real)served;
    }
    return ST_OK;
}

/* States of i jobs and j servers on, j <= i, j <= c: i by i. */
static int64_t place(const struct known *of, int64_t i, int64_t j)
{
    const int64_t c = (int64_t)of->servers, full = i < c ? i : c;
    return full * (full + 1) / 2 + (i - full) * (c + 1) + j;
}

/* A server is switched off as soon as it is idle, and takes a time of mean 1 / alpha to come on; `at_once`: servers
 * come on together, as many as jobs wait, and not one by one. */
static enum status make_setup(struct markov *c, const struct known *of, bool at_once)
{
    TRY(markov_make(c, place(of, of->max + 1, 0)));
    for (int64_t i = 0; i <= of->max; i++)
        for (int64_t j = 0; j <= i && j <= (int64_t)of->servers; j++) {
            const double waiting = min((double)(i - j), of->servers - (double)j);
            const double coming = at_once || waiting == 0 ? waiting : 1;
            c->jobs[place(of, i, j)] = (double)i;
            if (i < of->max) TRY(markov_add(c, place(of, i, j), place(of, i + 1, j), of->lambda));
            if (j > 0) TRY(markov_add(c, place(of, i, j), place(of, i - 1, j < i ? j : i - 1), (double)j * of->mu));
            if (coming > 0) TRY(markov_add(c, place(of, i, j), place(of, i, j + 1), coming * of->alpha));
        }
    return ST_OK;
}

static enum status make_staggered(struct markov *c, const struct known *of)
{
    return make_setup(c, of, false);
}

static enum status make_together(struct markov *c, const struct known *of)
{
    return make_setup(c, of, true);
}

/* Any number of servers: i busy, j coming on. pi_ij ~ R^i / i! times the product of lambda / (lambda + l alpha), l <=
 * j, with R = lambda / mu. The window is wide enough. */
static enum status make_infinite(struct markov *c, const struct known *of)
{
    const int64_t busy = of->max, coming = of->max, row = coming + 1;
    TRY(markov_make(c, (busy + 1) * row));
    for (int64_t i = 0; i <= busy; i++)
        for (int64_t j = 0; j <= coming; j++) {
            const int64_t s = i * row + j;
            const double served = (double)i * of->mu, set = (double)j * of->alpha;
            if (j < coming) TRY(markov_add(c, s, s + 1, of->lambda));
            if (i > 0) TRY(markov_add(c, s, j > 0 ? s - 1 : s - row, served));
            if (j > 0 && i < busy) TRY(markov_add(c, s, s + row - 1, set));
            const long double lambda = (long double)of->lambda, up = i ? lambda / (long double)served : 1;
            c->exact[s] = j ? c->exact[s - 1] * lambda / (lambda + (long double)set) : i ? c->exact[s - row] * up : 1;
        }
    return ST_OK;
}

/* Rates along a level depend only on the phase, rates between levels only on the level: pi_jp = a_j b_p. */
static enum status make_product(struct markov *c, const struct known *of)
{
    const int64_t levels = of->max, phases = 7;
    TRY(markov_make(c, levels * phases));
    for (int64_t j = 0; j < levels; j++)
        for (int64_t p = 0; p < phases; p++) {
            const int64_t s = j * phases + p;
            const double next = 1 + 0.25 * (double)p, back = 2 + 0.5 * (double)(p * p % 5),
                         rise = 0.5 + (double)(j % 3), fall = 1.5 + 0.125 * (double)(j % 8);
            if (p + 1 < phases) TRY(markov_add(c, s, s + 1, next));
            if (p > 0) TRY(markov_add(c, s, s - 1, back));
            if (j + 1 < levels) TRY(markov_add(c, s, s + phases, rise));
            if (j > 0) TRY(markov_add(c, s, s - phases, fall));
            const double next_before = 1 + 0.25 * (double)(p - 1), rise_before = 0.5 + (double)((j - 1) % 3);
            c->exact[s] = p   ? c->exact[s - 1] * (long double)next_before / (long double)back
                          : j ? c->exact[s - phases] * (long double)rise_before / (long double)fall
                              : 1;
        }
    return ST_OK;
}

/* Any probabilities, and between neighbours the rates min(pi_a, pi_b) / pi_a: each pair is in balance by itself. */
static enum status make_manufactured(struct markov *c, const struct known *of)
{
    static const int64_t distance[] = {1, 14};
    const double decades = sizeof(real) == sizeof(double) ? 250 : 30;
    uint64_t seed = 2017;
    TRY(markov_make(c, of->max));
    for (int64_t s = 0; s < of->max; s++)
        c->exact[s] = powl(10, (long double)(decades / 2 * (gallery_random(&seed) - 1)));
    for (int64_t s = 0; s < of->max; s++)
        for (int d = 0; d < 2; d++) {
            const int64_t t = s + distance[d];
            if (t >= of->max) continue;
            const long double less = c->exact[s] < c->exact[t] ? c->exact[s] : c->exact[t];
            TRY(markov_add(c, s, t, (double)(less / c->exact[s])));
            TRY(markov_add(c, t, s, (double)(less / c->exact[t])));
        }
    return ST_OK;
}

/* The chance to wait in M/M/c, Erlang's formula C. */
static double erlang(double servers, double load)
{
    double term = 1, sum = 0;
    for (int i = 0; i < (int)servers; i++) sum += term, term *= load / (i + 1);
    const double all = term * servers / (servers - load);
    return all / (sum + all);
}

/* One server coming on at a time: the mean response of M/M/c, and a setup (A. Gandhi, M. Harchol-Balter, I. Adan,
 * Server farms with setup costs, Performance Evaluation 67, 2010, theorem 2). */
static double staggered_response(const struct known *of)
{
    const double waiting = erlang(of->servers, of->lambda / of->mu) / (of->servers * of->mu - of->lambda);
    return 1 / of->mu + waiting + 1 / of->alpha;
}

/* A closed form exists only with the roots of polynomials; computed independently to 12 digits. */
static double together_response(const struct known *of)
{
    return of->servers == 4 ? 3.43336773143 : 4.72059419117;
}

const struct known known_chains[] = {
    {"M/M/4/400", make_mmck, 4, 2.5, 1, .max = 400},
    {"M/M/50/9000", make_mmck, 50, 32, 1, .max = 9000},
    {"M/M/1/12000, overloaded", make_mmck, 1, 1.5, 1, .max = 12000},
    {"product form", make_product, .max = 500},
    {"manufactured", make_manufactured, .max = 4000},
    {"M/M/inf/setup", make_infinite, HUGE_VAL, 4, 1, 0.5, .max = 60, .min = 1e-12},
    {"M/M/1/setup", make_staggered, 1, 0.75, 1, 0.25, .max = 400, .response = staggered_response},
    {"M/M/10/staggered setup", make_staggered, 10, 7, 1, 0.25, .max = 2000, .response = staggered_response},
    {"M/M/4/setup", make_together, 4, 2.8, 1, 0.2, .max = 500, .response = together_response},
    {"M/M/10/setup", make_together, 10, 7, 1, 0.05, .max = 600, .response = together_response},
    {.name = NULL},
};
