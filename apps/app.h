/* The interface of an application for the command line, the benchmarks and the verification: a const descriptor.
 *
 *     app->begin(&sim);
 *     while (sim.step < sim.steps) app->step(&sim);
 *     app->finish(&sim);
 *     app->report(&sim);
 *     app->end(&sim);
 *
 * The framework reads the configuration into params, chooses the solver, keeps time, samples, writes checkpoints and
 * results; the application only computes. These keys are the framework's own and may not appear in an application's
 * table: app, title, precision, threads, bandwidth, bandwidth_anew, solver, solvers, output.*, sample.every,
 * checkpoint.*, timing.seconds, device, published, figure.*, quick, claims, pictures, sweep (but see app->sweeps); nor
 * may keys that vary between runs: method, space, threads, label, optional.
 *
 * A run in the space DEVICE (sim.exec.space) keeps its fields there from begin to end. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/comm/comm.h"
#include "base/config/options.h"
#include "base/result/answers.h"
#include "base/result/caveats.h"
#include "base/result/metrics.h"
#include "base/result/residual.h"
#include "base/timer.h"
#include "solvers/solver.h"

/* A method of one application that takes complete steps without a solver, such as `fused` of adi. (struct solver,
 * solvers/solver.h, solves systems for any application.) It is chosen by the same key, solver.method, and is listed and
 * compared like solvers. */
struct method {
    const char *name, *about, *source;
    unsigned spaces;              /* where it runs: IN_HOST, IN_DEVICE or both */
    const struct option *options; /* or NULL: as those of a solver */
    size_t options_bytes;
};
enum { IN_HOST = 1 << HOST, IN_DEVICE = 1 << DEVICE };

/* The positions of the nodes of the fields, in x, y, z order: at[index], or, if `at` is NULL, origin + index * spacing.
 */
struct mesh {
    int dim;
    int64_t n[3];
    double origin[3], spacing[3];
    const double *at[3]; /* valid as long as the fields */
    bool cells;          /* nodes are the middles of cells on every axis, the first of which begins at `lower` */
    double lower[3];
    const char *units; /* of lengths; NULL: none */
};

struct sweep_points;
struct lister;    /* apps/lister.h */
struct evaluated; /* base/field/evaluated.h */

struct sim { /* one run of one application under one method */
    const struct app *app;
    const void *params;          /* values of app->options */
    const struct solver *solver; /* or NULL: an own method */
    const struct method *method; /* or NULL: a registered solver */
    const void *solver_options;  /* values of solver->options, or of method->options */
    struct exec exec;
    struct comm *comm;                /* or NULL: the ranks that share this run (app->shares) */
    bool apart;                       /* each of them keeps its part of the fields: rank 0 does not collect them */
    double eps;                       /* of the working precision */
    struct exec_note deserved;        /* by the framework: the most threads that solves and steps were given, and why */
    int64_t read_every[2];            /* steps between reads of the fields, for two purposes; 0: none before the end */
    bool again;                       /* taken again only to be timed: it may write no files */
    const struct sweep_points *sweep; /* or NULL: the points that are its steps; the framework's alone */
    /* Values of formulas that this run shares with those before and after it, which do not run in parallel with it;
     * NULL: with none, as in a sweep, whose points differ in the settings and may run in parallel. */
    struct evaluated *evaluated;

    void *state;         /* the application's own, from begin to end */
    int64_t step, steps; /* done, to do: begin sets steps, step counts one up */
    double time;         /* simulated, in the application's unit */
    double untimed;      /* seconds in steps that count for no step: making the data, checking the answer */

    const char *chosen; /* NULL, or the method that a solver chose to solve with; static */
    const char *why;    /* NULL, or why it did (solvers/outcome.h) */
    /* NULL, or the method chosen before the checkpoint from which this run continues, "" if none; valid in begin. */
    const char *resumes;

    struct clock clock;     /* the application charges its phases, never sampling or storing */
    char caveats[4096];     /* or "": sentences that cast doubt on its answers, one per line, by finish */
    struct metrics metrics; /* solves, bytes_least, bytes_estimated, residual, error, ... */
    struct series series;
    struct answers answers; /* the results for the user, by report */
    struct answers columns; /* of a sweep, by the framework: the answers that the columns of its series hold */
};

enum { ARRAYS_MAX = 24 };

struct app {
    const char *name, *about;
    unsigned kinds; /* kind_bit of each kind of solver that it chooses among */
    /* May ranks share one run? Each of them then calls begin, step, sample, finish, fetch, send and end, in the same
     * order, with its own sim, whose `comm` is that of all. Each may return another status; the framework makes the
     * gravest common. Only rank 0 calls all other hooks, and has the series, the answers and the fields. */
    bool shares;
    /* Or NULL: all. May ranks share a run with these parameters, by this solver with values of its options, or NULL? */
    bool (*can_share)(const void *params, const struct solver *solver, const void *solver_options);
    /* The number of cells, or the like, that a rank has, if the application shares; for result files. Called after
     * begin. */
    int64_t (*share)(const struct sim *sim, int rank);
    /* Can fields of a shared run stay in parts, where sim->apart asks for it? Then fetch and send move none between
     * ranks, and arrays shows on every rank the fields in parts, and the rank's part of each. */
    bool parts;
    const struct option *options;
    size_t params_bytes;
    const struct method *own; /* NULL, or a list that ends with a NULL name */

    /* Or NULL. Does the application itself sweep over this key? The framework sweeps over all other keys. */
    bool (*sweeps)(const char *key);
    /* Or NULL. Relations between keys. ST_CONFIG; *key names the key to blame. */
    enum status (*check)(void *params, const char **key);
    /* Would begin take this method, with values of its options, in this space? ST_REFUSED with a sentence. Cheap:
     * allocates no fields. */
    enum status (*accepts)(const void *params, const struct solver *solver, const struct method *method,
                           const void *solver_options, enum space space);
    /* Or NULL. Lists what the parameters mean, before anything is computed: show --cells. Faults as those of begin. */
    enum status (*list)(const void *params, struct lister *out);
    /* These may find a fault of the input too, ST_CONFIG or ST_REFUSED: a sentence that begins with a key of the table
     * and a colon is reported at the place of that key. */
    enum status (*begin)(struct sim *sim);
    enum status (*step)(struct sim *sim);
    /* Or NULL, where steps themselves append. Appends to sim->series; at step 0 and after every sample interval.
     * ST_FAILED with step and place if a value is not finite. */
    enum status (*sample)(struct sim *sim);
    /* Or NULL, where each step appends one: how many samples there are after `step` steps, where they append. */
    int64_t (*samples)(const struct sim *sim, int64_t step);
    /* Or NULL, where points of the series have no names. The names that points may have, a list that ends with NULL;
     * and that of a point of a run that has begun, or NULL. */
    const char *const *point_names;
    const char *(*point_name)(const struct sim *sim, int64_t point);
    /* Or NULL. Subject i of the answers that runs of any configuration may have, as each matrix of a collection of
     * which a run takes some; NULL after the last. */
    const char *(*subject)(int64_t i);
    /* Or NULL, where it is 0: the simulated time after `step` steps. */
    double (*time)(const struct sim *sim, int64_t step);
    /* Or NULL. After the last step: residual, error against the exact answer, into metrics; caveats. The framework then
     * judges the metric `residual`, a backward error of the worst step or point (base/result/residual.h), and fails the
     * run where it is above the metric `residual_bound`, which the application may put where its method promises
     * another bound than that of all, RESIDUAL_ROUNDINGS times eps. */
    enum status (*finish)(struct sim *sim);
    /* Or NULL. After finish: puts the results of the run into answers, the most important first. */
    enum status (*report)(struct sim *sim);
    const struct answer_about *answers; /* or NULL: the quantities that report may put, for lists */
    void (*end)(struct sim *sim);       /* also after a failed begin; frees everything of state */
    /* The evolving fields, at most ARRAYS_MAX, the primary one first: they are written as result and checkpoint, and
     * filled again on resume. Valid until end. Returns their number. */
    int (*arrays)(struct sim *sim, struct array *out);
    /* Or NULL. Positions that no step changes and no mesh shows, as of sections of cells: at most ARRAYS_MAX arrays,
     * which results hold once, and neither snapshots nor checkpoints. Valid until end. Returns their number. */
    int (*geometry)(const struct sim *sim, struct array *out);
    /* Or NULL. Arrays that a run needs in addition to the fields to continue with the same bits, at most ARRAYS_MAX.
     * Only checkpoints hold them: they are read after fetch, and filled again on resume, before send. Valid until end.
     * Returns their number. */
    int (*arrays_beside)(struct sim *sim, struct array *out);
    /* Or NULL, where no array grows as the run goes on. Makes those that do, arrays of one axis and of equal length,
     * long enough for `count` values, which are then filled in. */
    enum status (*resize)(struct sim *sim, int64_t count);
    /* Or NULL, where fields are kept elsewhere, on the device: fetch brings them to the memory that arrays shows, send
     * takes over what was written there, after sim->step has been restored. */
    enum status (*fetch)(struct sim *sim);
    enum status (*send)(struct sim *sim);
    bool (*mesh)(const struct sim *sim, struct mesh *out); /* or NULL */
};

static inline enum status sim_sample(struct sim *sim)
{
    return sim->app->sample ? sim->app->sample(sim) : ST_OK;
}

static inline const char *sim_method(const struct sim *sim)
{
    return sim->method ? sim->method->name : sim->solver ? sim->solver->method : sim->app->name;
}

/* Notes which method was chosen by one that chooses among others, from the outcome of a solve; notes nothing of other
 * methods. */
static inline void sim_note_choice(struct sim *sim, const struct outcome *o)
{
    if (o->chosen) sim->chosen = o->chosen, sim->why = o->why;
}

/* Doubts that are noted in this thread from now on (base/result/caveats.h), about input that is read or by `finish`,
 * stand in sim->caveats after sim_finish. */
static inline enum status sim_begin(struct sim *sim)
{
    caveats_forget();
    return sim->app->begin(sim);
}

/* After the last step. ST_FAILED also where the residual is above its bound. */
static inline enum status sim_finish(struct sim *sim)
{
    if (sim->app->finish) TRY(sim->app->finish(sim));
    caveats_take(sim->caveats, sizeof sim->caveats);
    return residual_judge(&sim->metrics, sim->eps, sim_method(sim));
}

/* The fields as they are now, in memory of the host. */
static inline enum status sim_arrays(struct sim *sim, struct array *out, int *count)
{
    if (sim->app->fetch) TRY(sim->app->fetch(sim));
    *count = sim->app->arrays(sim, out);
    return ST_OK;
}

/* The check of the relations between keys; *key: the one to blame, or NULL. */
static inline enum status app_check(const struct app *app, void *params, const char **key)
{
    *key = NULL;
    return app->check ? app->check(params, key) : ST_OK;
}

/* The own method of that name in that space, or NULL. */
static inline const struct method *app_method(const struct app *app, const char *name, enum space space)
{
    for (const struct method *m = app->own; m && m->name; m++)
        if (!strcmp(m->name, name) && (m->spaces >> space & 1)) return m;
    return NULL;
}

size_t app_count(void);
const struct app *app_at(size_t i);
