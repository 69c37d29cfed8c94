/* A sweep over one key of any application, or over two as a grid: each run takes all points, one a step, and what they
 * find are columns along the axes. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"

struct workload;
struct job;
struct sweep_ranks;

enum { SWEEP_POINTS_MAX = 100000, SWEEP_NAME_BYTES = 256 };
enum { SWEEP_LINEAR, SWEEP_GEOMETRIC };

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

/* Writes the rows of sweep_table as help, without those that an application, with the table `own`, has itself: each key
 * stands there once, with the bounds that hold. */
void sweep_help(FILE *out, const struct option *own);

/* The points of one run. */
struct sweep_points {
    struct app app; /* of the run: the application's descriptor with hooks that take points for steps */
    const struct app *inner;
    const char *key[2]; /* the second NULL: one axis */
    int64_t count;
    int job;                   /* number of the run */
    struct sweep_ranks *ranks; /* or NULL: this process takes all points; borrowed */
    bool alone;                /* no other run is compared with it: its points may be taken side by side */
    double *at[2];             /* [count] values of the keys */
    int digits[2];             /* with which different values of a key look different */
    char **params;             /* [count] of inner->options */
};

/* Reads sweep.* and takes it out of the configuration, unless the application has a sweep of its own over that key.
 * w->sweep is set if there is one. */
enum status sweep_read(struct workload *w, const struct section *root);

/* Is the key one of solver groups, as switch_point, and no number of the application? */
bool sweep_is_of_groups(const struct workload *w, const char *key);

/* The option of `table` that a key sets, or NULL if it is not a number. Entries of lists have their place in the key,
 * counted from 0: "clamps.0.current", "grid.n[2]". *list: the key is of a whole list, which then has one value. */
const struct option *sweep_option(const struct option *table, const char *key, bool *list);

/* Does the key take no other numbers than whole ones? The value of a point along an axis, rounded for such a key. */
bool sweep_takes_whole(const struct option *o);
double sweep_axis_value(const struct sweep_axis_params *a, int64_t i, bool whole);

/* The points of a job, whose params are those that do not vary: checked as the application checks them. */
enum status sweep_make_points(struct workload *w, struct job *j);
struct sweep_points *sweep_free_points(struct sweep_points *s);

/* "h 5, f 1000", or what else stands `between` a key and its value. */
void sweep_name_point(char *out, size_t size, const struct sweep_points *s, int64_t point, const char *between);
/* Puts "sweep: h = 5: " before the sentence of a failure. */
enum status sweep_at_point(const struct sweep_points *s, int64_t point, enum status st);

/* Would the application take the method at every point? */
enum status sweep_accepts(const struct sweep_points *s, const struct solver *solver, const struct method *method,
                          const void *solver_options, enum space space);
