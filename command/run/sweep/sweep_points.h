/* A sweep over one key of any application, or over two as a grid: each run takes all points, one a step, and what they
 * find are columns along the axes. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"

struct workload;
struct job;

/* The keys sweep.*, of the first axis and of the second. */
struct sweep_axis_params {
    char *key;
    struct reals values, from, to;
    int64_t points;
    int spacing;
};
struct sweep_params {
    struct sweep_axis_params axis[2];
};
extern const struct option sweep_table[];

/* The points of one run. */
struct sweep_points {
    struct app app; /* of the run: the application's descriptor with hooks that take points for steps */
    const struct app *inner;
    const char *key[2]; /* the second NULL: one axis */
    int64_t count;
    bool alone;    /* no other run is compared with it: its points may be taken side by side */
    double *at[2]; /* [count] values of the keys */
    char **params; /* [count] of inner->options */
};

/* Reads sweep.* and takes it out of the configuration, unless the application has a sweep of its own over that key.
 * w->sweep is set if there is one. */
enum status sweep_read(struct workload *w, const struct section *root);

/* The points of a job, whose params are those that do not vary: checked as the application checks them. */
enum status sweep_make_points(struct workload *w, struct job *j);
struct sweep_points *sweep_free_points(struct sweep_points *s);

/* Would the application take the method at every point? */
enum status sweep_accepts(const struct sweep_points *s, const struct solver *solver, const struct method *method,
                          const void *solver_options, enum space space);
