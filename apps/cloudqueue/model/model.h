/* The M/M/n+k cloud queue as a chain of levels. n servers of kappa tasks each; on level j = 1 ... n that many are on,
 * and of the numbers of pending tasks, i = (j - 1) kappa + p >= 0, a window of k phases p is kept, p = -below ... k - 1
 * - below, so that p < 0 are those in which more than one server is idle:
 *
 *     (j, p) -> (j, p + 1)          lambda, inside the window; with a buffer, while i < j kappa + buffer
 *     (j, p) -> (j, p - 1)          phys: min(i, j kappa) mu        eq8c: floor(i / j) mu, from mu to kappa mu; i > 0
 *     (j, p) -> (j + 1, p - kappa)  eta ceil((p - on_at + 1) / kappa), p >= on_at >= kappa, j < n
 *     (j, p) -> (j - 1, p + kappa)  nu ceil((off_at - p + 1) / kappa), p <= off_at, j > 1
 *
 * With setups unlimited, as in the paper, that ceil(...) may exceed the n - j servers that are off, and with them the
 * hall would have more than n; setups available takes the smaller of the two.
 *
 * A task that finds no free slot waits; the buffer limits how many may wait. The limited arrivals of eq. (8) are a
 * buffer of 1. In the first phases of low levels i would be below 0: no transition leads there, and they have
 * probability 0.
 *
 * Beyond the window of level n - 1 no server of level n is switched, so the probabilities there are geometric in i. The
 * last state of level n represents itself and all states beyond, `rest`, so that nothing is cut off:
 *     pi_(n, p + h) = pi_(n, p) rho^h, rho = lambda / rate of service, h < m, m = the numbers of tasks that the buffer
 * admits. Only its part with h = 0 leads downwards, so it does at the rate of service times (1 - rho) / (1 - rho^m).
 *
 * W. Yang, K. Li, K. Li, A parallel solving method for block-tridiagonal equations on CPU-GPU heterogeneous computing
 * systems, Journal of Supercomputing 73 (2017), section 5.1. Its eq. (8) uses one k for the tasks of a server
 * and the states of a level, which contradict each other, and serves at floor(i / k) for i >= j, that is not at all
 * while i < k; eq8c serves at floor(i / j), which agrees with the rates of the neighbouring states. on_at = kappa + 1
 * and off_at = 0 are its eta and nu. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "solvers/sparse/matrix/matrix.h"

/* free: as the numbers give it. eq8-open: eq. (8) but for arrivals, which no window stops, kappa = k / 2. eq8-closed:
 * with limited arrivals, kappa = k - 2. table2: as many entries as were published, spread evenly over the levels, kappa
 * = k / 8. */
enum cloud_preset { PRESET_FREE, PRESET_TABLE2, PRESET_EQ8_OPEN, PRESET_EQ8_CLOSED };
enum cloud_service { SERVICE_PHYS, SERVICE_EQ8C };
enum cloud_setups { SETUPS_UNLIMITED, SETUPS_AVAILABLE };

extern const char *const cloud_preset_words[];  /* "free", "table2", "eq8-open", "eq8-closed", NULL */
extern const char *const cloud_service_words[]; /* "phys", "eq8c", NULL */
extern const char *const cloud_setups_words[];  /* "unlimited", "available", NULL */

/* The numbers that define a chain. Rates are per unit of time. */
struct cloud {
    int preset, service, setups;
    int64_t n, k;
    int64_t kappa;        /* 0: that of the preset; free has none */
    double lambda, load;  /* one of them; load: lambda = load m kappa mu */
    int64_t load_servers; /* m; 0: n */
    double mu, eta, nu;
    int64_t below; /* the number of the k phases below 0 */
    bool rest;     /* the last state of level n stands for all beyond */
    bool limited;  /* arrivals only while i <= j kappa, a buffer of 1; eq8-closed: always */
    bool buffered; /* no more than `buffer` tasks may wait */
    int64_t buffer;
    int64_t entries;             /* table2: of Q, its diagonal counted; 0: as published for these n and k */
    const int64_t *on, *off;     /* thresholds on_at, off_at; NULL: those of the preset. Borrowed */
    int64_t on_count, off_count; /* of them: 1, the same for all levels, or n */
};

/* Rates of 1 and a load of 1/2; the caller adds n and k, or a name. */
struct cloud cloud_usual(void);

/* The matrices of the paper's table 2. The paper gives n, k and the number of entries, not the entries: "Cloud16-100"
 * here is a chain with the same three numbers, not the authors' data. n of Cloud16-800 is 12,000 there, which its other
 * numbers contradict: 16 * 800 = 12,800. */
struct cloud_name {
    const char *name;
    int64_t n, k, entries;
};
enum { CLOUD_NAMES = 10 };
extern const struct cloud_name cloud_names[CLOUD_NAMES];

/* Sets of->preset, n, k and entries to those of a name. ST_CONFIG if there is no such name. */
enum status cloud_named(struct cloud *of, const char *name);

/* The numbers of tasks that the last state of level n stands for: the shares of its first and last number in its
 * probability, and the mean number of tasks beyond the first. 1, 1 and 0 if it stands for itself only. */
struct rest {
    double first, last, more;
    bool rises;      /* the last number is the most probable one */
    int64_t numbers; /* number of tasks; 0: unbounded */
};

enum { LEVELS_MAX = INT32_MAX, PHASES_MAX = 1 << 20 };

struct model {
    struct cloud of; /* kappa, lambda, limited, buffer and entries as they are, load 0 */
    struct rest rest;
    struct qbd levels;   /* level j - 1 is j; borrows the model */
    int64_t links, left; /* table2: links between two levels, and `left` of them more, spread over all gaps */
    double *rise, *fall; /* [k]: eta ceil((d + 1) / kappa), d = 0 ...; nu ceil((k - d) / kappa) */
};

/* Arrivals per unit of time, of a chain whose kappa is given. */
static inline double cloud_arrivals(const struct cloud *c)
{
    const int64_t servers = c->load_servers ? c->load_servers : c->n;
    return c->load > 0 ? c->load * (double)servers * (double)c->kappa * c->mu : c->lambda;
}

/* Is the number of waiting tasks bounded, and by what number? */
static inline bool cloud_has_end(const struct cloud *c)
{
    return c->buffered || c->limited;
}

static inline int64_t cloud_buffer(const struct cloud *c)
{
    return c->limited ? 1 : c->buffer;
}

/* The states beyond the window of a chain whose lambda is given. */
struct rest cloud_rest(const struct cloud *c);

/* out := the chain in a window from phase -below to phase `above`, cut to the states that there are (no fewer than 0
 * tasks, no more than the buffer admits), and widened to hold its thresholds. Beyond it the last state of level n
 * stands for the rest, where that is possible. ST_CONFIG if the preset makes other numbers of k. */
enum status cloud_widen(struct cloud *of, int64_t above, int64_t below);

/* ST_CONFIG if a rate is not valid, nothing is served, or both lambda and load are given. */
enum status cloud_rates(const struct cloud *of);

/* ST_CONFIG if tasks arrive faster than they can be served and any number may wait: there is no stationary distribution
 * then. */
enum status cloud_settles(const struct cloud *of);

/* ST_CONFIG with a sentence if the numbers make no chain; ST_NOMEM. On failure *out is NULL. */
enum status model_make(struct model **out, const struct cloud *of);
struct model *model_free(struct model *m); /* NULL is fine; returns NULL */

/* States. */
static inline int64_t model_states(const struct model *m)
{
    return m->of.n * m->of.k;
}

/* The first place of level j that holds as many tasks as `tasks`, or more. */
static inline int64_t model_place(const struct model *m, int64_t j, int64_t tasks)
{
    const int64_t place = tasks - (j - 1) * m->of.kappa + m->of.below;
    return place < 0 ? 0 : place < m->of.k ? place : m->of.k;
}

/* Places of level j at which no task is taken any more, from this one on; k - 1 at most, where the window ends. */
int64_t model_full(const struct model *m, int64_t j);

/* Does level j turn tasks away at its last place since the window, not the buffer, ends there? */
bool model_cuts_above(const struct model *m, int64_t j);
/* Are tasks left unserved at its first place? */
bool model_cuts_below(const struct model *m, int64_t j);

/* Places of the window that are not states, since i would be below 0. */
int64_t model_void(const struct model *m);

/* Places 0 ... k - 1 are the phases -below and on. Those q >= *on of level j rise, those q <= *off fall; *on may be k,
 * *off -1: none. */
void model_thresholds(const struct model *m, int64_t j, int64_t *on, int64_t *off);

/* The rate at which level j switches servers on at place q >= on, its threshold; 1 <= j < n. */
static inline double model_rise(const struct model *m, int64_t j, int64_t on, int64_t q)
{
    const double all = (double)(m->of.n - j) * m->of.eta, wanted = m->rise[q - on];
    return m->of.setups == SETUPS_AVAILABLE && wanted > all ? all : wanted;
}

/* Entries of Q that are not 0, diagonal counted. */
int64_t model_entries(const struct model *m);

/* A sufficient condition that each state is reached from each other: within a level by arrivals and service, between
 * levels by a link up and a link down. false does not mean the opposite. */
bool model_connected(const struct model *m);
