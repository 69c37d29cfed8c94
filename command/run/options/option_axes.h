/* Options that a solver group gives as lists: each is an axis of the run, and each combination of their values a point.
 * Axes stand in the order of option tables: threads, settings of the application, options; the last varies fastest. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"
#include "base/result/store.h"

struct workload;
struct job;
struct reference;

enum { OPTION_AXES_MAX = 4, OPTION_POINTS_MAX = 10000 };

struct option_axis {
    const char *key;          /* of the group */
    const struct option *row; /* that it is read by */
    int64_t count;
    double *value; /* [count]: numbers; -1 - k of word k that stands for a number; otherwise the index of a word, 0 or 1
                      for false and true, the index in the list for a text */
    char **text;   /* [count], as in a configuration: 3, "auto" */
};

struct option_axes {
    struct app app; /* of the run, which finds this struct by it: the application's descriptor with hooks that take
                       the steps of all points */
    const struct app *inner;
    int axes;
    struct option_axis axis[OPTION_AXES_MAX];
    int64_t count;               /* of points */
    char **params, **options;    /* [count], of inner->options and of the method's; options NULL: it has none */
    int64_t *threads;            /* [count]; 0: as the run */
    struct reference *reference; /* or NULL: the reference of the fields of each point */
};

/* Notes the lists in the job's group that stand for one value each, as j->axes, and picks the first value of each; no
 * axes: NULL. The application and the method are known. */
enum status option_axes_find(struct workload *w, struct job *j);
/* Reads the options and settings of all points, and makes the run take them. */
enum status option_axes_read(struct workload *w, struct job *j);
/* Keys of `sweep` that are options of the method become lists of the job's group. */
enum status option_axes_lend(struct workload *w, struct job *j);
/* ST_CONFIG: a key of `sweep` that belongs to solver groups is not an option of any run. */
enum status option_axes_taken(const struct workload *w);
struct option_axes *option_axes_free(struct option_axes *a);

/* The index of the value of axis number `axis` at a point. */
int64_t option_axis_place(const struct option_axes *a, int axis, int64_t point);
/* Does this value read as a word? */
bool option_axis_is_word(const struct option_axis *x, int64_t i);
/* "switch_point 3, threads 2", or with another text `between` a key and its value. */
void option_axes_name(char *out, size_t size, const struct option_axes *a, int64_t point, const char *between);
/* Puts "switch_point = 3: " before the message of a failure. */
enum status option_axes_at(const struct option_axes *a, int64_t point, enum status s);

/* The rows of `table` as options_print writes them, those of axes as lists; NULL: there are no axes. */
void option_axes_print(FILE *out, const struct option_axes *a, const struct option *table, const void *values,
                       int indent);

/* The relations between the keys of each point; the key to blame is named where its value was written. */
enum status option_axes_check(const struct workload *w, const struct job *j);
/* Does the application accept the method at every point? */
enum status option_axes_accept(const struct job *j);
/* Attributes of the columns of axes in `group`: `option`, 1, and `words`, a line "value word" for each word. */
enum status option_axes_record(const struct option_axes *a, struct store *out, const char *group);
