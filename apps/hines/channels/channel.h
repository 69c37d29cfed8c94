/* Voltage-gated channels: gates of first order, and conductances that are products of gates. A type of channel is one
 * file and one line of list.h. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/real.h"
#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CHANNEL_GATES = 4, CHANNEL_CURRENTS = 4 };

/* Potentials, |v - middle| < half, at which the sums of rates are in the range of polynomials: of those of PHI_SHORT
 * steps, or of PHI_LONG ones whose range is doubled so many times. half < 0: none. */
struct channel_span {
    int length, doublings;
    real middle, half; /* mV */
};

/* A shell of calcium under the membrane, and the parameters of its Nernst potential: pool.h. */
struct calcium_shell {
    double gamma, tau, depth, rest, outside; /* share of the current, ms, um, mM, mM */
    double celsius;
};

/* A step of all channels of one type and one set of parameters. Arrays are padded to full vectors, whose last lanes
 * repeat a channel. */
struct channel_run {
    int64_t first, end;                            /* channels, in full vectors */
    const int32_t *node;                           /* [channels] whose membrane they are in, ascending */
    const real *area;                              /* [channels] of that membrane, 100 um^2: S/cm^2 times it are uS */
    real *gate[CHANNEL_GATES];                     /* [channels] */
    real g[CHANNEL_CURRENTS], e[CHANNEL_CURRENTS]; /* S/cm^2, mV */
    real rate;                                     /* factor by which temperature makes gates faster */
    real dt;                                       /* ms that gates have to go on by; 0: they are put at rest */
    struct channel_span span;                      /* of steps dt > 0 */
    const real *v;                                 /* [nodes] mV */
    real *diag, *right;                            /* [nodes] sums that the step adds to: uS, and uS mV */
    real *calcium, *calcium_e;                     /* [nodes] inside, mM, and its reversal, mV; NULL: not computed */
    real *calcium_g, *calcium_ge;      /* [nodes] sums of the calcium currents, also added to: uS, and uS mV */
    unsigned nernst;                   /* a bit for each current whose reversal is calcium_e */
    const struct calcium_shell *shell; /* only of a pool */
    void *stream;                      /* on the device */
};

struct channel_type {
    const char *name, *about, *source;
    int gates, currents;
    const char *gate[CHANNEL_GATES], *current[CHANNEL_CURRENTS];
    const char *units[CHANNEL_GATES];                /* of states that are not shares; NULL: of a share */
    double g[CHANNEL_CURRENTS], e[CHANNEL_CURRENTS]; /* S/cm^2, mV, of the source */
    unsigned calcium;                                /* a bit for each current that calcium carries */
    bool reads_calcium;                              /* does a gate depend on calcium inside? */
    double q10, celsius;                             /* rates are multiplied by q10^((temperature - celsius) / 10) */
    int speed[CHANNEL_GATES];                        /* PHI_SLOW or PHI_FAST, of its polynomials */
    double (*sum)(double v, int gate);               /* of its rates, 1/ms; NULL: it uses no polynomials */
    void (*run)(const struct channel_run *r);
    /* Or NULL: stores values of a step after it, for potentials between `before` and `after` [nodes]. */
    void (*after)(const struct channel_run *r, const real *before, const real *after);
};

#define CHANNEL(id) extern const struct channel_type id;
#include "apps/hines/channels/list.h"
#undef CHANNEL

/* The span of steps by dt at a rate: the shortest polynomials whose span has the potentials of cells. */
struct channel_span channel_span(const struct channel_type *type, double rate, double dt);

/* The type of that name; ST_CONFIG with those there are. */
enum status channel_find(const struct channel_type **out, const char *name);

/* The twin of a type whose `run` and `after` queue the same on the stream of a channel_run, of whole channels whose
 * arrays are on the device, only `shell` on the host. Builds without CUDA have no such function. */
const struct channel_type *channel_on_device(const struct channel_type *type);

#ifdef __cplusplus
}
#endif
