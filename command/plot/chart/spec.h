/* Charts: pictures of one quantity of all runs, as a paper draws it, that a configuration or a command line requests.
 */
#pragma once
#include "base/config/options.h"
#include "command/compare/result/result.h"

enum chart_kind { CHART_AUTO, CHART_CURVES, CHART_BARS, CHART_TABLE };

/* One group of the list `pictures`. Texts that are not given are NULL. */
struct chart_spec {
    int kind;             /* enum chart_kind */
    int log;              /* enum chart_log */
    char *name;           /* a part of the file's name */
    char *column;         /* quantities, with commas; '*_residual': one of each subject */
    char *across;         /* the horizontal axis */
    char *title;          /* over the picture */
    char *best_of;        /* speed-ups at the best value of that axis */
    char *against;        /* speed-ups relative to that run */
    struct texts only;    /* "switch_point = 3": points that are shown */
    struct texts without; /* labels of runs that are not shown */
    char *note;           /* below the picture */
    char *units;          /* of the values, such as GiB, into which bytes are converted */
};
extern const struct option chart_table[];

/* The number of the word `text` of the key, "kind" or "log"; false: it has no such word. */
bool chart_word(const char *key, const char *text, int *out);

/* Is it one into which bytes or seconds are converted? */
bool chart_units_are_known(const char *units);

enum chart_log { LOG_AUTO, LOG_NONE, LOG_X, LOG_Y, LOG_XY };

/* The pictures that a configuration requests, and the figure of a paper that they show. */
struct chart_plan {
    char *id, *about, *column; /* of the figure; may be NULL */
    struct texts rows;         /* names of the points */
    struct groups pictures;    /* of struct chart_spec */
};

/* Reads the plan from the configuration that the result file holds; its texts live as long as `config`, which the
 * caller frees. A file without configuration gives an empty plan and a configuration that is NULL. */
struct config;
enum status chart_plan_read(struct chart_plan *p, struct config **config, const struct result *r);
