/* A sweep over one key of any application, or over two as a grid: each run takes all points, one per step, and their
 * findings are columns along the axes. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"
#include "command/run/workload/sweep_axis.h"

struct workload;
struct job;
struct sweep_ranks;

enum { SWEEP_POINTS_MAX = 100000, SWEEP_NAME_BYTES = 256 };

/* The keys sweep.*, of struct sweep_params. */
extern const struct option sweep_table[];

/* Writes the rows of sweep_table as help, without those that an application, with the table `own`, has itself: each key
 * is listed once, with the valid bounds. */
void sweep_help(FILE *out, const struct option *own);

/* The points of one run. */
struct sweep_points {
    struct app app; /* of the run: the application's descriptor with hooks that take points for steps */
    const struct app *inner;
    const char *key[2]; /* the second NULL: one axis */
    int64_t count;
    int job;                   /* number of the run */
    struct sweep_ranks *ranks; /* or NULL: this process takes all points; borrowed */
    bool alone;                /* no other run is compared with it: its points may be taken in parallel */
    double *at[2];             /* [count] values of the keys */
    int digits[2];             /* digits with which different values of a key look different */
    char **params;             /* [count] of inner->options */
};

/* Reads sweep.* and takes it out of the configuration, unless the application has a sweep of its own over that key.
 * w->sweep is set if there is one. */
enum status sweep_read(struct workload *w, const struct section *root);

/* Does the key belong to solver groups, as switch_point, and is it not a number of the application? */
bool sweep_is_of_groups(const struct workload *w, const char *key);

/* The points of a job, whose params are those that do not vary: checked as the application checks them. */
enum status sweep_make_points(struct workload *w, struct job *j);
struct sweep_points *sweep_free_points(struct sweep_points *s);

/* sweep_place.c: "h 5, f 1000", or with another text `between` a key and its value. */
void sweep_name_point(char *out, size_t size, const struct sweep_points *s, int64_t point, const char *between);
/* Puts "sweep: h = 5: " before the message of a failure. */
enum status sweep_at_point(const struct sweep_points *s, int64_t point, enum status st);

/* Does the application accept the method at every point? */
enum status sweep_accepts(const struct sweep_points *s, const struct solver *solver, const struct method *method,
                          const void *solver_options, enum space space);
