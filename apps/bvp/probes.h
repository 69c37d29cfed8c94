/* u at the probes of a problem. */
#pragma once
#include "apps/bvp/instance.h"

/* At a probe, on a rank that has its place. */
struct probed {
    bool here;
    double value;
    struct bvp_place place;
};

/* out[probes]: of those between the nodes of a placed chunk and the one behind it. Errors as problem_share. */
enum status probes_read(struct bvp_instance *x, const struct bvp_walk *w, struct probed *out);

/* Fills `probe` and the places of x by what all ranks have read. Collective and agreed: ST_NOMEM. */
enum status probes_join(struct bvp_instance *x, const struct probed *mine, double *probe);
