/* Currents of clamps that change over time: a formula of t, a table from a file, or a dataset. A step has the current
 * in its middle, or in the middle of the clamp's part of it, as in NEURON's fixed steps: of second order in the time
 * step. Currents are evaluated for some steps ahead, by one thread, and parts read them. */
#pragma once
#include <stdint.h>

#include "apps/hines/model/params.h"
#include "base/status.h"

/* One entry of `clamps`. */
struct stimulus {
    int64_t first; /* step of the first value */
    double *value; /* [capacity] nA; NULL: the current is constant */
    void *form;    /* the formula, table or dataset */
};

struct stimuli {
    const struct hines_params *params;
    struct stimulus *all;           /* [entries of clamps], or NULL: all are constant */
    int64_t first, steps, capacity; /* those that are evaluated */
    double *time;                   /* [capacity] scratch */
};

/* At most `slice` steps are taken between two exchanges of all parts. ST_CONFIG names a key, or a file and its line;
 * ST_NOMEM. stimuli_free after a failure, too. */
enum status stimuli_make(struct stimuli *out, const struct hines_params *params, int64_t slice);
void stimuli_free(struct stimuli *s);

/* The stimulus of an entry; NULL: its current is constant. */
const struct stimulus *stimuli_of(const struct stimuli *s, int64_t entry);

/* The steps that may be taken after one call of stimuli_evaluate: at most `most`. */
int64_t stimuli_slice(const struct stimuli *s, int64_t most);
/* Before `count` steps from `step` on. ST_CONFIG: a formula is not finite in one of them, or a current exceeds
 * CURRENT_MAX. */
enum status stimuli_evaluate(struct stimuli *s, int64_t step, int64_t count);

/* The current of a step that was evaluated, in which the clamp acts, nA. */
static inline double stimulus_at(const struct stimulus *s, int64_t step)
{
    return s->value[step - s->first];
}
