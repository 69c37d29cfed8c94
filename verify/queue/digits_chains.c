/* Makes tandem, random and nearly decomposable chains. */
#include "verify/queue/digits_chains.h"

#include <math.h>
#include <stddef.h>

#include "solvers/tridiag/gallery/gallery.h"

static double random_share(uint64_t *seed)
{
    return 0.5 * (1 + gallery_random(seed));
}

/* 10^-decades to 1; fewer where double is not the working precision. */
static double random_rate(uint64_t *seed, double decades)
{
    return pow(10, -random_share(seed) * (sizeof(real) == sizeof(double) ? decades : fmin(decades, 6)));
}

/* Two queues in series, of `levels` and `phases` places: arrivals of 1, served at 1 / size and at size. */
static enum status make_tandem(struct markov *c, const struct digits_chain *of)
{
    TRY(markov_make(c, of->levels * of->phases));
    for (int64_t i = 0; i < of->levels; i++)
        for (int64_t j = 0; j < of->phases; j++) {
            const int64_t s = i * of->phases + j;
            if (i + 1 < of->levels) TRY(markov_add(c, s, s + of->phases, 1));
            if (i > 0 && j + 1 < of->phases) TRY(markov_add(c, s, s - of->phases + 1, 1 / of->size));
            if (j > 0) TRY(markov_add(c, s, s - 1, of->size));
        }
    return ST_OK;
}

/* `phases` moves from every state, one of them to the next state, the others anywhere. */
static enum status make_random(struct markov *c, const struct digits_chain *of)
{
    uint64_t seed = 1985;
    const int64_t n = of->levels * of->phases;
    TRY(markov_make(c, n));
    for (int64_t s = 0; s < n; s++) {
        const int64_t next = (s + 1) % n;
        int64_t offset = 1;
        TRY(markov_add(c, s, next, random_rate(&seed, of->size)));
        for (int64_t m = 1; m < of->phases && offset < n - 2; m++) {
            offset += 1 + (int64_t)(random_share(&seed) * (double)(n - 2 - offset) / (double)of->phases);
            TRY(markov_add(c, s, (s + offset) % n, random_rate(&seed, of->size)));
        }
    }
    return ST_OK;
}

/* `levels` groups, each dense; between neighbouring groups rates of the size of the coupling. */
static enum status make_groups(struct markov *c, const struct digits_chain *of)
{
    uint64_t seed = 1961;
    const int64_t k = of->phases, n = of->levels * k;
    TRY(markov_make(c, n));
    for (int64_t s = 0; s < n; s++)
        for (int64_t t = s / k * k; t < s / k * k + k; t++)
            if (t != s) TRY(markov_add(c, s, t, 0.1 + random_share(&seed)));
    for (int64_t s = 0; s + k < n; s += 1 + s % 3) {
        TRY(markov_add(c, s, s + k, of->size * (0.1 + random_share(&seed))));
        TRY(markov_add(c, s + k, s, of->size * (0.1 + random_share(&seed))));
    }
    return ST_OK;
}

/* Moves down a level always reach the same phase. */
static enum status make_landing(struct markov *c, const struct digits_chain *of)
{
    uint64_t seed = 2017;
    const int64_t k = of->phases;
    TRY(markov_make(c, of->levels * k));
    for (int64_t j = 0; j < of->levels; j++)
        for (int64_t p = 0; p < k; p++) {
            const int64_t s = j * k + p;
            if (p + 1 < k) TRY(markov_add(c, s, s + 1, random_rate(&seed, of->size)));
            if (p > 0) TRY(markov_add(c, s, s - 1, random_rate(&seed, of->size)));
            if (j + 1 < of->levels) TRY(markov_add(c, s, s + k, random_rate(&seed, of->size)));
            if (j > 0 && p % 2 == 0) TRY(markov_add(c, s, (j - 1) * k + k / 2, random_rate(&seed, of->size)));
        }
    return ST_OK;
}

const struct digits_chain digits_chains[] = {
    {"tandem 10 x 12", make_tandem, 10, 12, 1.25},
    {"tandem 9 x 13, rates 1e6 apart", make_tandem, 9, 13, 1e3},
    {"random, 3 moves a state", make_random, 40, 3, 3},
    {"random, 4 moves a state over 20 decades", make_random, 25, 4, 20},
    {"random, dense", make_random, 2, 20, 1},
    {"6 groups coupled by 1e-10", make_groups, 6, 15, 1e-10},
    {"4 groups coupled by 1e-14", make_groups, 4, 24, 1e-14},
    {"levels left to one phase", make_landing, 12, 9, 4},
    {"tandem 8 x 9, read", make_tandem, 8, 9, 0.8, 4},
    {"random, 3 moves a state, read", make_random, 30, 3, 6, 2},
    {"5 groups coupled by 1e-10, read", make_groups, 5, 16, 1e-10, 7},
    {"4 groups coupled by 1e-14, read", make_groups, 4, 20, 1e-14, 3},
    {.name = NULL},
};
