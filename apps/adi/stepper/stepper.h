/* Takes the steps of a run: stage by stage with a registered solver, or complete steps by an own method of adi. Each of
 * them is a row of a table of functions, and all other files call those of the run's row. */
#pragma once
#include "apps/adi/problem/params.h"
#include "apps/app.h"

struct state;
struct step_data;

struct stepper {
    const char *method; /* of app_adi.own; NULL: any registered solver */
    bool shows;         /* do steps on the host show the field before them to data->reader? By halves they do not */
    enum status (*make)(struct state *s, struct sim *sim);
    /* New matrices M_d, after those of s->op were made with c = theta dt. */
    enum status (*factor)(struct state *s, double c, struct clock *clock);
    /* u := u + D, with data in the space of the run. */
    enum status (*step)(struct state *s, const struct step_data *data, struct clock *clock);
    /* Bytes a step moves for data beyond the caches. */
    double (*bytes)(const struct state *s, const struct step_data *data);
    /* Or NULL, where steps leave the field in state_field: brings it to s->u. */
    void (*read)(struct state *s);
    /* Or NULL, where the field is all that a run needs to go on. beside: the array that it needs too; resume: takes
     * over that array and s->u, which a checkpoint has filled, after `step` steps. */
    struct array (*beside)(struct state *s);
    enum status (*resume)(struct state *s, int64_t step);
    void (*free)(struct state *s);
};

extern const struct stepper stepper_split, stepper_fused, stepper_pointwise, stepper_sweep;

/* The status of a factorization by an own method: a pivot that vanishes in this precision fails this run, but must not
 * refuse the method, which other runs use. */
static inline enum status stepper_factored(enum status s)
{
    return s == ST_REFUSED ? fail_within(ST_FAILED, "%s", "") : s;
}

/* Makes what the run takes its steps with, and leaves its row in s->stepper. Notes in sim->chosen and why where
 * another method takes the place of the one that was asked for. Collective, and agreed. */
enum status stepper_make(struct state *s, struct sim *sim);
