/* Result files as tables for people or as one JSON document for programs. */
#pragma once
#include "base/json/json.h"
#include "command/compare/result/result.h"

/* `j` NULL: tables on stdout. `column` not NULL: only the columns of these names: show_columns.h. */
enum status show_results(const struct result *r, int count, const char *column, struct json *j);
