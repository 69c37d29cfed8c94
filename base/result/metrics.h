/* The metrics of a run, which are named numbers, and its series, which are columns of samples. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/result/store.h"
#include "base/status.h"

enum { METRICS_MAX = 64, METRIC_NAME = 48, SERIES_NAME_MAX = 100 };

struct metrics {
    int count;
    struct {
        char name[METRIC_NAME];
        double value;
    } item[METRICS_MAX];
};

/* Adds or replaces one number. */
void metrics_put(struct metrics *m, const char *name, double value);

/* Adds to a number, which starts at 0. */
void metrics_add(struct metrics *m, const char *name, double value);

/* The number, or NaN. */
double metrics_get(const struct metrics *m, const char *name);

/* Was it put, be it NaN? */
bool metrics_has(const struct metrics *m, const char *name);

/* Columns of equal length, each with one value per sample. */
struct column {
    char *name, *units;
    char *about; /* where and of what it is, as text; or NULL */
    int axis; /* 1, 2, ...: an axis, along which the other columns are given, and where runs are compared; 0: no axis */
    bool measured; /* a measurement, such as seconds: it differs from run to run */
    int64_t count, capacity;
    double *value;
    int64_t order; /* of its first call among those of all columns; files keep it */
};

struct series {
    int64_t count;
    struct column *column;
};

/* Can a column be called so, which is a dataset of that name in result files? ST_CONFIG: it cannot. */
enum status series_name(const char *name);

/* Appends `value` to the column `name`, which the first call makes. */
enum status series_put(struct series *s, const char *name, const char *units, double value);
/* The same for an axis, and for what is measured. Axes count in the order of their first calls. */
enum status series_put_axis(struct series *s, const char *name, const char *units, double value);
enum status series_put_measured(struct series *s, const char *name, const char *units, double value);
/* Says what a column is, where its name does not: "v at cell 3, dendrite[1](0.5)". Nothing if no column has this name.
 * ST_NOMEM. */
enum status series_describe(struct series *s, const char *name, const char *about);
/* The column of that name, or NULL; the axis of that number, 1 the first, or NULL. */
const struct column *series_column(const struct series *s, const char *name);
const struct column *series_axis(const struct series *s, int axis);
void series_free(struct series *s);
/* Copies the columns and their samples. ST_NOMEM, and *out is empty. */
enum status series_copy(struct series *out, const struct series *of);

enum status metrics_store(const struct metrics *m, struct store *out, const char *group); /* attributes */
enum status series_store(const struct series *s, struct store *out, const char *group);   /* datasets */
enum status series_load(struct series *s, struct store *in, const char *group);
