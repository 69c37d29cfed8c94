/* The state of a run of the heat equation, and its steps. */
#pragma once
#include "apps/adi/conditions/temperatures.h"
#include "apps/adi/pointwise/pointwise.h"
#include "apps/adi/ranks/slabs.h"
#include "apps/adi/step/split.h"
#include "apps/adi/stepper/blocks.h"
#include "apps/adi/stepper/device_state.h"
#include "apps/adi/stepper/passing.h"
#include "apps/adi/stepper/stepper.h"
#include "apps/adi/sweep/sweep.h"
#include "apps/app.h"

/* The highest and the lowest temperature, their places, and the mean over the volume. */
struct adi_extremes {
    double peak, lowest, mean;
    int64_t peak_at, lowest_at;
};

struct state {
    struct adi_params params; /* values borrowed from the configuration */
    struct grid grid;
    struct slabs slabs;         /* exchanges of the ranks that share it */
    struct comm_traffic before; /* sent by this rank before the first step */
    bool lacks_operator;        /* rank 0 at the end: its operator and source are only of its own planes */
    struct nodes_workspace *workspace;
    struct stencil op; /* on the host, where formulas are evaluated */
    struct boundary boundary;
    struct heat_source source;
    struct temperatures temperatures;
    struct exec exec;              /* of the run */
    const struct backend *backend; /* of its space */
    struct device_state device;    /* if that is the device */
    const struct stepper *stepper; /* what takes steps, with one of these four: */
    struct split split;            /* a registered solver */
    struct fused *fused;           /* an own method */
    struct pointwise *pointwise;   /* the same for coefficients per point */
    struct adi_sweep *sweep;       /* the other own method */
    struct passing passing;        /* samples that the next step takes */
    struct diagnostics diagnostics;
    struct adi_extremes extremes; /* of the last field, by finish */
    struct blocks blocks;         /* of a floor plan */
    struct field *exact;
    real *u;      /* [points]; on the host, as it is after state_fetch if the run is on the device or in one sweep */
    bool fetched; /* u is as on the device, or as the sweep has it */
    bool begun;   /* the sweep has u */
    double theta; /* of the matrices in use; 0: none yet */
};

/* Operator and field in the space of the run. */
static inline const struct stencil *state_operator(const struct state *s)
{
    return s->exec.space == DEVICE ? &s->device.op : &s->op;
}

static inline real *state_field(const struct state *s)
{
    return s->exec.space == DEVICE ? s->device.u : s->u;
}

/* The largest dt (lower + upper) of the lines along an axis, 2 dt K / (c h^2) where they are constant. */
double state_step_length(const struct state *s, int axis);

/* The largest of dt (lower + upper) times the rounding unit, of the axes where no heat leaves, and the axis: the share
 * of heat that rounded rows of M may lose. At 1 they keep nothing. NaN where it cannot be known. */
double state_rounded_share(const struct state *s, int *axis);

/* ST_FAILED if the step is too long for the working precision; step_length.c. */
enum status state_check_step(const struct state *s);

/* Brings the field to u, or u to the field; nothing if they are one. */
enum status state_fetch(struct state *s);
enum status state_send(struct state *s);

/* Brings the matrices to one step, by its number. Collective over the ranks of the grid and agreed, as are the
 * following but for state_data. advance.c. */
enum status state_set_theta(struct state *s, int64_t step, struct clock *clock);

/* Brings planes and source to one step; data is on the host. Not collective. advance.c. */
enum status state_data(struct state *s, int64_t step, struct step_data *data);

/* Brings matrices, planes and source to one step, by its number; data is on the host. advance.c. */
enum status state_prepare(struct state *s, int64_t step, struct step_data *data, struct clock *clock);

/* u := u + D */
enum status state_advance(struct state *s, const struct step_data *data, struct clock *clock);

/* Is a check that takes a few steps cheap, or at least not much more than the run? further.c. */
bool state_can_look_further(const struct state *s);
