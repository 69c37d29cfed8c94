/* The arrays of a run that are stored: pi of the last chain with its marginals; of a sweep, some measures as curves
 * over the swept number. */
#pragma once
#include "apps/cloudqueue/columns.h"

enum { CURVES = 7 };

struct fields {
    int64_t levels, phases, tasks; /* of the chain; 0: nothing is kept */
    int64_t below;                 /* the number of phases below 0 */
    int64_t kappa;                 /* of a queue: slots of a server */
    bool rest;                     /* the last phase of the last level stands for all further tasks */
    real *pi, *mantissa;           /* [levels][phases] */
    int64_t *exponent;             /* the same */
    double *level, *servers;       /* [levels], and their numbers */
    double *pending, *x;           /* [tasks], and their numbers */
    int64_t points;
    double *curve[1 + CURVES];       /* [points]: coordinates, and values */
    char where[64];                  /* "lambda" */
    char phase[120];                 /* the quantity along the phases of a queue */
    char shown[64], tasks_shown[96]; /* of P(i): the part beyond the last, if there is any */
    const char *units;               /* of it */
};

/* Describes the phases of a queue, and the cells that stand for more than one number of tasks. */
void fields_name_phases(struct fields *f, int64_t kappa, bool rest);

/* Allocates the fields of a chain with so many levels, phases, of which so many are below 0, and numbers of pending
 * tasks: as many as may be stored. */
enum status fields_make_chain(struct fields *f, const struct queue_params *p, int64_t levels, int64_t phases,
                              int64_t below, int64_t tasks);
enum status fields_make_sweep(struct fields *f, const struct points *of);
void fields_free(struct fields *f);

/* marginals: of this point, if it is a queue. */
void fields_keep_chain(struct fields *f, const struct queue_instance *x, const struct marginals *marginals);
void fields_keep_point(struct fields *f, const struct points *of, int64_t point, const struct queue_columns *t);

/* At most ARRAYS_MAX; their number. */
int fields_arrays(const struct fields *f, const struct queue_params *p, struct array *out);
