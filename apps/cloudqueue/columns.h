/* The columns of the series: one value per point for each. */
#pragma once
#include "apps/cloudqueue/instance.h"
#include "apps/cloudqueue/measures/measures.h"
#include "apps/cloudqueue/measures/waiting.h"
#include "apps/cloudqueue/problem/points.h"

enum {
    SECONDS,
    SECONDS_MIN,
    SECONDS_ASSEMBLE,
    ITERATIONS,
    CONVERGED,
    CERTAIN,     /* is there a bound on the error? */
    ERROR_BOUND, /* infinite: none */
    CONDITION,   /* of the last chain; NaN: not known */
    RESIDUAL,
    RESIDUAL_BOUND,
    STATES,
    TRANSIENT,
    ENTRIES,
    BYTES_MATRIX,
    BYTES_SCRATCH,
    ERROR,   /* benchmark */
    BALANCE, /* stationary, from here on */
    MASS,
    LAMBDA, /* of a queue, from here on */
    MEAN_PENDING,
    MEAN_ON,
    UTILISATION,
    BLOCKING,
    LOST,
    CUT_ABOVE,
    CUT_BELOW,
    WINDOW,
    WINDOW_BELOW,
    ACCEPTED,
    SERVED,
    RESPONSE,
    WAIT,
    RISES,
    FALLS,
    SETUP,
    SETUP_SHARE,
    FLOW_BALANCE,
    POWER,
    ENERGY,
    COST,
    LEVEL_MODE,
    PENDING_MODE,
    SERVERS,
    ENOUGH,  /* where there are targets */
    WAITING, /* where percentiles are requested, from here on */
    WAIT_SEEN,
    EXACT,
    RARE_OFF, /* error of the share of tasks beyond the last percentile, over that share; NaN: bounds */
    WAIT_AT,
    RESPONSE_AT = WAIT_AT + PERCENTILES_MAX,
    VALUES = RESPONSE_AT + PERCENTILES_MAX
};

#define QUEUE_ENOUGH "_enough" /* ends the names of columns that are taken with servers_enough servers */

struct queue_columns {
    double value[VALUES];
    double with_enough[VALUES]; /* the values with as many servers as are enough, or with all */
    bool queue, percentiles, enough;
    bool windowed;          /* the window cuts off a part of the chain; that of a preset is the chain itself */
    int64_t levels, phases; /* blocks, and rows of one */
    enum question question;
    const char *chosen; /* as in struct outcome */
};

/* P(j) and P(i), in arrays that are kept from one chain to the next. */
struct marginals {
    int64_t levels_size, pending_size;
    double *level, *pending;
};
enum status marginals_grow(struct marginals *m, const struct model *of, bool pending);
void marginals_free(struct marginals *m);

/* The columns that a solve itself has: seconds, iterations, sizes. */
void queue_columns_solve(struct queue_columns *out, const struct queue_instance *x);
/* The columns of a solved point. `keep` gets the marginals, P(i) if `pending`. */
enum status queue_columns_take(struct queue_columns *out, const struct queue_instance *x, const struct points *of,
                               struct marginals *keep, bool pending);

/* The columns of a chain without arrivals: there are no tasks, none waits, and those servers are on that are never
 * switched off, or one. */
enum status queue_columns_closed(struct queue_columns *out, const struct cloud *of, const struct points *points);

/* Adds the fewest servers that meet all targets, 0 if no number does, and the columns found with as many. */
void queue_columns_enough(struct queue_columns *t, int64_t servers, const struct queue_columns *found);

/* Appends a row to the series: the axes of the point, columns. */
enum status queue_columns_put(struct series *out, const struct queue_columns *t, const struct points *of,
                              int64_t point);

/* Adds a point to the metrics: residual and the like are the worst of all points, others those of the last. */
void queue_columns_metrics(struct metrics *out, const struct queue_columns *t);

/* Warnings, one sentence per line, where a window cuts off so much that printed shares are wrong, where a tenth of the
 * tasks is lost, and where targets are not met; of many chains they name the one that lost most. */
void queue_columns_caveats(char *out, size_t size, const struct metrics *m, const struct series *s,
                           const struct points *of);

/* ST_CONFIG if percentiles do not increase; *key names them. */
enum status queue_columns_check(const struct points *of, const char **key);

/* "mean_pending"; its units. */
const char *queue_columns_name(int column);
const char *queue_columns_units(int column, const struct queue_params *p);
