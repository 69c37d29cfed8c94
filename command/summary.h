/* What is told at the end of a run. */
#pragma once
#include "base/status.h"

/* Prints each run of the result file: its time per step, and how much faster than the first it was. */
enum status summary_print(const char *path);
