/* Verdicts for a CI server. */
#pragma once
#include "command/papers/experiment/record.h"

/* JUnit XML: a suite for each experiment, a test case for each claim. A claim that is not reproduced is a failure,
 * unless its configuration gives the reason; then, and where it is not tested, it is skipped, with the measured values.
 */
enum status junit_write(const char *path, const struct record *r, int64_t count);
