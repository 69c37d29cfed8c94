/* The gate of the command line: compares files with a reference file, and prints the differences as sentences, JSON or
 * JUnit XML. */
#pragma once
#include "base/json/json.h"
#include "command/compare/gate/regression.h"

/* r[0] is the reference of the count - 1 others; `g` selects the comparisons, and counts. `j` NULL: sentences on
 * stdout, warnings on stderr. junit: a file to write in addition, or NULL. */
enum status gate_hold(struct regression *g, const struct result *r, int count, struct json *j, const char *junit);
