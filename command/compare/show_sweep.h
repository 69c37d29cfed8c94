/* Runs along axes as tables, a line a point, a column a run. */
#pragma once
#include "command/compare/result.h"

/* For each precision the speed-up over its first run, or the values of `column` if it is not NULL. Prints nothing of
 * results without axes; ST_CONFIG if the column is in none of their series. */
enum status show_sweeps(const struct result *r, const char *column);
