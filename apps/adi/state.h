/* The state of a run of the heat equation, and the steps, samples and errors computed from it. */
#pragma once
#include "apps/adi/blocks.h"
#include "apps/adi/device_state.h"
#include "apps/adi/pointwise/pointwise.h"
#include "apps/adi/problem/temperatures.h"
#include "apps/adi/ranks/slabs.h"
#include "apps/adi/step/split.h"
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
    bool lacks_operator;        /* rank 0 at the end: its operator and source are of its own planes alone */
    struct nodes_workspace *workspace;
    struct stencil op; /* on the host, as what evaluates formulas is */
    struct boundary boundary;
    struct heat_source source;
    struct temperatures temperatures;
    struct exec exec;              /* where the run takes place */
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

/* Brings the matrices to one step, by its number. Collective over the ranks of the grid and agreed, as are most of the
 * following. advance.c. */
enum status state_set_theta(struct state *s, int64_t step, struct clock *clock);

/* Brings planes and source to one step; data is on the host. Not collective. advance.c. */
enum status state_data(struct state *s, int64_t step, struct step_data *data);

/* Brings matrices, planes and source to one step, by its number; data is on the host. advance.c. */
enum status state_prepare(struct state *s, int64_t step, struct step_data *data, struct clock *clock);

/* Finds them in u, on all ranks; ranks/extremes.c. */
enum status state_extremes(const struct state *s, struct adi_extremes *out);

/* Brings field, source and operator to rank 0 if its judgements need them: it has all nodes from then on and takes no
 * more steps. What is wanted of the operator is known by rank 0, and may be too much for its memory (lacks_operator).
 * ranks/alone.c. */
enum status state_alone(struct state *s);

/* u := u + D */
enum status state_advance(struct state *s, const struct step_data *data, struct clock *clock);

/* Appends time, least, greatest and total of the field, probes and blocks to the series; or leaves that to one of the
 * two below, by which it is done before the next sample. summary.c. */
enum status state_sample(struct state *s, int64_t step, struct series *series);
enum status state_sample_passed(struct state *s, struct series *series); /* after a step, which passed over the field */
enum status state_settle(struct state *s, struct series *series);        /* before a step, from the field */

/* Peak, lowest and mean temperature, the error, and the blocks of a floor plan, into sim->answers; report.c. */
enum status state_report(struct state *s, struct sim *sim);

/* Further steps amplify changes by this factor for ever, 1: they do not. share: what grows, of the change by the first
 * of them, over the range of the field. */
struct growth {
    double factor, share;
};

/* Normwise backward error of a step, and whether steps are unstable. The field is left as it is; residual.c. */
enum status state_residual(struct state *s, int64_t step, double *residual, struct growth *growth);

/* Can steps be unstable: in three dimensions, where coefficients vary along several axes? growth.c. */
bool state_may_grow(const struct state *s);
/* Are they? `before` [points]: the field before the last step, which had this data. Takes further steps; both fields
 * are lost. growth.c. */
enum status state_growth(struct state *s, const struct step_data *data, real *before, struct growth *out);

/* The amplitude, K, at which the field swings up and down from step to step, 0 where it is not looked for; and the
 * range of the field, or more where that is next to rounding. The field is left as it is; swing.c. */
enum status state_swing(struct state *s, double *swing, double *range);

/* Notes doubts about temperatures and a floor plan (base/result/caveats.h); inputs.c. */
void state_doubt_inputs(const struct state *s, const struct series *samples);

/* Is a check that takes a few steps cheap, or at least not much more than the run? swing.c. */
bool state_can_look_further(const struct state *s);

/* By how much the last field would be changed too little or too much by a step, for being split along the axes, and
 * the range of the field, K, as in state_swing; with what step, s, that is at most share_max of the range: the one of
 * the run, a shorter one, or 0: none that was tried. Nothing is looked for where state_can_look_further is false;
 * splitting.c. */
struct splitting {
    double miss, range, dt;
};
enum status state_splitting(struct state *s, double share_max, struct splitting *out);

/* Notes doubts about a step that is too large (base/result/caveats.h), from further steps. ST_FAILED where it has
 * spoilt the field; caveats.c. */
enum status state_caveats(struct state *s, const struct growth *growth);

/* max |u - exact| / max |exact| and the same in the mean square; error.c. */
enum status state_error(struct state *s, double t, double *max, double *rms);

/* The answers that a run may give. */
extern const struct answer_about adi_answers[];
