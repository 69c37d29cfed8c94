/* Tables of the columns that --column names. */
#pragma once
#include "command/compare/result/result.h"

/* `names`: "a,b,c", or "list" for the names there are. What runs have as one number each is one table with a line a
 * run; each column along axes is a table of its own, with a line a point. ST_CONFIG if there is no such column. */
enum status show_columns(const struct result *r, const char *names);
