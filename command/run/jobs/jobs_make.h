/* The runs of a workload, as given by its solver groups or --solvers. */
#pragma once
#include "command/run/jobs/jobs.h"

/* Appends the runs to w->job, of which there are none: one for each group of `solver` or `solvers` under `root`, or for
 * each of `methods`, which is NULL, "all" or a list "a,b,c", and in each precision. Application and settings have been
 * read. ST_CONFIG with file, line and key, also of groups that --solvers passes over; ST_NOMEM. */
enum status jobs_make(struct workload *w, const struct section *root, const char *methods);
/* Also of a workload for which jobs_make failed. */
void jobs_free(struct workload *w);

/* Precision `p` of those that the settings name, counted from 0. */
const struct precision *jobs_precision(const struct workload *w, int64_t p);
