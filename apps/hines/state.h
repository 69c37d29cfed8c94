/* The state of a run. */
#pragma once
#include "apps/app.h"
#include "apps/hines/part.h"

struct hines_state {
    const struct hines_params *params;
    struct population all;
    struct part *part;             /* [all.parts] */
    struct exec outer;             /* threads that parts are shared among */
    int64_t slice;                 /* time steps between two looks at the whole */
    int64_t columns;               /* records */
    double *samples;               /* [samples of a slice][columns] */
    real *v;                       /* [nodes] of all cells, one after the other */
    int64_t *offset;               /* [cells + 1] node of v that is the first of a cell */
    int64_t *compartments, *fired; /* [cells] spikes */
};

/* Nodes that keys name: ST_CONFIG names the key. */
enum status places_make(struct hines_state *s);

/* Samples of the potential at time t: a value for each record. */
enum status record_now(struct hines_state *s, struct series *out, double t, const double *values);

enum status hines_report(struct sim *sim);
