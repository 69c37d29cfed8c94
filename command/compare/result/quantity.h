/* Numbers of runs by name: the answers of a run, its metrics, and the columns of its series. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "command/compare/result/result.h"

struct quantity {
    double value;   /* NaN: the run has none */
    char units[48]; /* or "" */
};

/* A quantity by name. From the seconds of a step: "speedup", the speed of a run over that of the reference run;
 * "longer", the percentage by which it takes longer. Else an answer of the whole, as peak_temperature, or of a subject,
 * as core0_max; or a metric, as gb_s; or the last value of a column of the series. NaN, without units, if the run has
 * nothing of that name. */
struct quantity result_quantity(const struct result *r, const struct stored_run *run, const char *name);

/* Is the quantity, as iterations or seconds, valid only where the run converged? */
bool quantity_is_effort(const char *name);

/* Has any run of the file a column along axes of that name, or else a quantity? */
enum quantity_kind { QUANTITY_NONE, QUANTITY_OF_RUN, QUANTITY_ALONG_AXES };
enum quantity_kind result_has(const struct result *r, const char *name);

/* Prints the names that --column takes, of the reference run, a line for each kind. */
enum status quantities_list(const struct result *r);

/* ST_CONFIG: no such column, with a name that may be meant. */
enum status quantity_unknown(const struct result *r, const char *name);
