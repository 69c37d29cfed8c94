/* The distribution of wait and response of tasks that find m - 1 tasks waiting before them, or a free slot, on a level
 * of j kappa slots, if the servers that are on stay on and none is added: m services,
 *
 *     P(W > t) = sum over j, m of a(j, m) P(Erlang(m, j kappa mu) > t)        T = W + Exp(mu)
 *
 * as in M/M/c (F. S. Hillier, O. S. Yu, Queueing tables and graphs, 1981). With one level this is exact, else a bound
 * from above. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

struct erlang_level;

struct erlang {
    bool known;
    double share, mean; /* of tasks that wait at all; of W */
    double mu, free;    /* share of tasks that need not wait */
    int64_t levels;
    struct erlang_level *at; /* [levels] */
    double *stage;           /* [stages]: probability of each stage */
    double *inverse;         /* [stages]: 1 / h */
    int64_t stages;
};

/* level [n]: P(j). `left`: the smallest share of tasks that is needed; levels that change no percentile by more than
 * 1e-12 are left out. Not known where the others have more than 2^24 states. ST_NOMEM. */
enum status erlang_make(struct erlang *out, const struct model *m, const real *x, const int32_t *exponent,
                        const double *level, double left);
void erlang_free(struct erlang *l);

/* P(W > t), P(T > t). `of` is a struct erlang. */
double erlang_waits(const void *of, double t);
double erlang_stays(const void *of, double t);
