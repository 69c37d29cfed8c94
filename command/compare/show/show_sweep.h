/* Tables of runs along axes: a line for each point, a column for each run. */
#pragma once
#include "command/compare/result/result.h"

/* Prints, for each precision, the speed-up over its first run, or the values of `column` if it is not NULL. Prints
 * nothing for results without axes; ST_CONFIG if no series has the column. */
enum status show_sweeps(const struct result *r, const char *column);

/* ST_CONFIG: no run has the axis of r->view, or has the name that the view compares with. */
enum status show_sweeps_check(const struct result *r);
