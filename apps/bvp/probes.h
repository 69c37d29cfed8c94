/* u at the probes of a problem. */
#pragma once
#include "apps/bvp/instance.h"

/* u at a probe, on a rank that has its place. */
struct probed {
    bool here;
    double value;
    struct bvp_place place;
};

/* out[probes]: u at the probes between the nodes of a placed chunk and the next node. Errors as problem_share. */
enum status probes_read(struct bvp_instance *x, const struct bvp_walk *w, struct probed *out);

/* Fills `probe` and the places of x with the values that all ranks have read. Collective and agreed: ST_NOMEM. */
enum status probes_join(struct bvp_instance *x, const struct probed *mine, double *probe);
