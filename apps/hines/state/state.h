/* The state of a run of `hines`, and the functions that its files share. */
#pragma once
#include "apps/app.h"
#include "apps/hines/device/device_part.h"
#include "apps/hines/layout/layout.h"
#include "apps/hines/part/part.h"
#include "apps/hines/part/variable.h"
#include "apps/hines/population/geometry.h"
#include "apps/hines/state/exchange.h"
#include "apps/hines/state/net.h"
#include "apps/hines/state/reports.h"
#include "apps/hines/stimuli/stimuli.h"

/* A column of the samples. */
struct hines_column {
    const char *name, *units; /* NULL: of an element of a report */
    bool clamp;               /* the current of one */
    int64_t part;             /* of the place that is recorded */
};

/* The place of a column that has a name. */
struct hines_place {
    const char *variable; /* "v" */
    int64_t cell, section;
    double at; /* the fraction of the section's length where its node lies */
};

struct hines_state {
    const struct hines_params *params;
    struct comm *comm; /* or NULL: the ranks that share the cells */
    struct population all;
    struct layout_choice layout;     /* the layout chosen, or given; costs: 0 where it was given */
    struct cell_part *part;          /* [all.parts]; those of other ranks have only spikes */
    struct device_part *device_part; /* of a run on a GPU: the one part */
    struct network net;
    struct gaps gaps;
    struct stimuli stimuli;
    struct exec outer; /* threads that parts are shared among */
    int64_t slice;     /* time steps between two exchanges of all parts */
    int64_t named;     /* columns of the series: records, and clamps that have a name */
    int64_t columns;   /* these columns, and then elements of reports */
    struct hines_column *column;
    struct hines_place *place; /* [named] */
    struct variable *variable; /* [records, and then reports] */
    double *samples;           /* [samples of a slice][columns] */
    struct exchange exchange;
    struct sonata sonata;
    struct geometry geometry; /* once it is requested */
    real *v;                  /* [nodes] of all cells, one after the other; of rank 0 */
    int64_t *offset;          /* [cells + 1] node of v that is the first of a cell */
    real *gates;              /* of all cells, as all.gates counts them; of rank 0 */
    real *image;              /* of the part that has the longest */
    int64_t spikes;
    double *spike_time;  /* [spikes] ms, rising */
    int64_t *spike_cell; /* [spikes] */
    int64_t *spike_step; /* [spikes] the step in which it was noticed */
};

/* The fields, in the order of the cells: fetched from the parts, and sent to them. Fields are those of rank 0, and
 * fetch and send are called by every rank. */
enum status cell_fields_make(struct hines_state *s);
enum status cell_fields_resize(struct hines_state *s, int64_t spikes);
/* Fetches only the spikes of all parts, in order of time. */
enum status cell_fields_spikes(struct hines_state *s);
enum status cell_fields_fetch(struct hines_state *s);
enum status cell_fields_send(struct hines_state *s);
int cell_fields_arrays(const struct hines_state *s, struct array *out);
void cell_fields_free(struct hines_state *s);
