/* The numbers of a chart: one quantity of all runs of one precision at all points, measured and published. */
#pragma once
#include <stdbool.h>

#include "command/compare/sweep/sweep.h"
#include "command/plot/chart/spec.h"

struct chart_cell {
    double measured, published; /* NaN if it is missing */
    bool unsolved, refused;     /* the run did not converge here; or "no" was published */
};

struct chart_run {
    char name[256];
    const struct stored_run *run; /* NULL: it did not take place here, and there are only published values */
};

struct chart_values {
    const struct result *result;
    const char *precision, *quantity; /* borrowed */
    char units[48];
    char source[256];   /* the source of published values; or "" */
    struct sweep sweep; /* without runs: the quantity is not along axes */
    int64_t points;
    char **name;  /* [points] their names; NULL: by their axes */
    bool *hidden; /* [points] left out by `only` */
    int runs, capacity;
    struct chart_run *run;
    struct chart_cell *cell; /* [capacity][points] */
};

/* Loads the quantity of the spec, of one precision, and its published values in the same view. If no run has it, it
 * has no runs, or no points. Free with chart_values_free, also after a failure. ST_CONFIG: `only` names no axis, or the
 * view has none. */
enum status chart_values_load(struct chart_values *v, const struct result *r, const char *precision,
                              const char *quantity, const struct chart_spec *spec, const struct chart_plan *plan);
void chart_values_free(struct chart_values *v);

static inline struct chart_cell *chart_cell(const struct chart_values *v, int run, int64_t point)
{
    return &v->cell[run * v->points + point];
}

/* Is there a number, or the word that there is none? */
bool chart_cell_filled(const struct chart_cell *c);

/* Is the quantity relative to a run, which is not drawn with the others? */
bool chart_is_relative(const char *quantity);

/* The number of the run of that name, which is appended if there is none; -1: no memory. */
int chart_values_run(struct chart_values *v, const char *name, const struct stored_run *run);

/* Keeps one of several runs whose numbers differ by less than 1 %, and which have no published values, under all their
 * names: their curves would lie on each other. */
void chart_values_merge(struct chart_values *v);

/* Adds published values, also those of runs that did not take place. */
enum status chart_values_publish(struct chart_values *v, const struct chart_spec *spec);

/* One quantity of many subjects, '*_residual', whose subjects are the points. */
enum status chart_subjects_load(struct chart_values *v, const char *pattern);
/* Once all values are there: subjects in readable form. */
void chart_subjects_name(struct chart_values *v);
/* Finds the text that replaces the asterisk of the pattern in `name`: false, or its place and length. */
bool chart_subject(const char *pattern, const char *name, const char **at, int *length);
