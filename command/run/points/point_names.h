/* Names of the points of an application, as the matrices of a table, in a run with axes of options. */
#pragma once
#include "apps/app.h"

struct point_names {
    int64_t count;
    char **name;
};

/* Copies the names of the `rows` points of a run that has begun, if they have names. ST_NOMEM. */
enum status point_names_keep(struct point_names *n, const struct sim *of, int64_t rows);
void point_names_free(struct point_names *n);
/* The name of point i of the run with axes, where each value of the options has points of the same names, one after the
 * other; NULL: they have none. */
const char *point_names_at(const struct point_names *n, int64_t i);
