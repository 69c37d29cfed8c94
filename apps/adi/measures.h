/* Samples of a run, and what is found of its field and its steps at the end. Most of it is collective over the ranks of
 * the grid, and agreed. */
#pragma once
#include "apps/adi/stepper/state.h"

/* Finds the extremes of u, on all ranks; extremes.c. */
enum status state_extremes(const struct state *s, struct adi_extremes *out);

/* Brings field, source and operator to rank 0 if its judgements need them: it has all nodes from then on and takes no
 * more steps. Rank 0 knows which part of the operator it needs, which may be too much for its memory (lacks_operator).
 * alone.c. */
enum status state_alone(struct state *s);

/* Appends time, least, greatest and total of the field, probes and blocks to the series; or leaves that to one of the
 * two functions below, which does it before the next sample. summary.c. */
enum status state_sample(struct state *s, int64_t step, struct series *series);
enum status state_sample_passed(struct state *s, struct series *series); /* after a step that passed over the field */
enum status state_settle(struct state *s, struct series *series);        /* before a step, from the field */

/* Peak, lowest and mean temperature, the error, and the blocks of a floor plan, into sim->answers; report.c. */
enum status state_report(struct state *s, struct sim *sim);

/* factor: that by which each further step amplifies a change, without limit; 1: none does. share: what grows, of the
 * change by the first of them, over the range of the field. */
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
