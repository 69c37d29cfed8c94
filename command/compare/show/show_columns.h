/* Tables of the columns that --column names. */
#pragma once
#include "command/compare/result/result.h"

/* `names`: "a,b,c", or "list" for all names. Quantities with one number per run are one table with one line per run;
 * each column along axes is a table of its own, with one line per point. ST_CONFIG if there is no such column. */
enum status show_columns(const struct result *r, const char *names);
