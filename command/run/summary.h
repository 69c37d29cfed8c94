/* The summary that is printed at the end of a run. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

/* Prints each run of the result file, unless `quiet`: its time per step, and its speed relative to the first. Doubts
 * about answers go to stderr in any case. */
enum status summary_print(const char *path, bool quiet);
