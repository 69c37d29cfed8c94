/* The exact distribution of wait and response, first come, first served, by uniformization: a tagged task (tagged.h)
 * takes steps at one rate r for all states (A. Jensen, Skandinavisk Aktuarietidskrift 36, 1953). The share of tasks in
 * line, g_h, and in line or in service, after h steps gives
 *
 *     P(W > t) = sum over h of g_h e^(-r t) (r t)^h / h!
 *     E[W]     = sum over h of g_h / r
 *
 * Only nonnegative numbers are added, so that the smallest shares have all their digits. Cost: a step is 10 flops for
 * each (j, x, z), and 16 bytes are kept of it; steps are taken until 1e-12 of the waiting tasks, and 1e-8 of the
 * smallest requested share, is left, and the rest follows from the last ratio. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

struct uniformized {
    bool known;
    double rate;         /* r */
    double share, mean;  /* of tasks that wait at all; of W */
    int64_t steps;       /* g_h is stored for h < steps; beyond, both are geometric with these ratios */
    double *line, *both; /* [steps] in line; in line or in service */
    double line_ratio, both_ratio;
};

/* The distribution is not computed if it is not defined, because service is not phys or tasks may lose their slots when
 * a server is switched off (off_at > 0), or if it would take more than 4e6 steps or 1e9 updates. `left`: the smallest
 * share of tasks that is needed. pi is x 2^exponent, [n k], exponent may be NULL. ST_NOMEM. */
enum status uniformized_make(struct uniformized *out, const struct model *m, const real *x, const int32_t *exponent,
                             double left);
void uniformized_free(struct uniformized *t);

/* P(W > t), P(T > t). `of` is a struct uniformized. */
double uniformized_waits(const void *of, double t);
double uniformized_stays(const void *of, double t);
