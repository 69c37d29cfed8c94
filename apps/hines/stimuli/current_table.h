/* Tables of currents over time, with straight lines between their rows. */
#pragma once
#include <stdint.h>

#include "base/status.h"

struct current_table {
    int64_t count, capacity; /* of rows */
    double *time, *current;  /* [count] ms, rising, and nA */
};

/* Reads comma-separated values with the columns time and current. ST_CONFIG, "file:line: reason"; ST_NOMEM. */
enum status current_table_read(struct current_table *out, const char *path);
void current_table_free(struct current_table *t);

/* The current at a time, nA: before the first row that of the first, after the last that of the last. */
double current_table_at(const struct current_table *t, double time);
