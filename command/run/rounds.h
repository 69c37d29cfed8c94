/* Times all runs again, round by round, once they are recorded. */
#pragma once
#include "command/run/execute.h"

/* Takes as many rounds of each successful run as fit into its share of `timing.seconds`, until its times agree; a run
 * of equal steps that is longer than its share takes only the first of them. Then writes the results of the rounds into
 * the result file. Their answers are not checked. A run that fails now keeps its results; a signal ends the rounds. */
enum status rounds_take(struct execution *x);

/* Writes them for the first `count` runs, as far as rounds were taken. */
enum status rounds_record(const struct execution *x, int count);
