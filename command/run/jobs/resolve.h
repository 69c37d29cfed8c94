/* Resolves the names of a job: application, method, options. */
#pragma once
#include "command/run/jobs/jobs.h"

/* Finds the application and the method of a job, and reads the method's options and the settings that are the run's
 * own. An optional method that is not in this binary is left out. */
enum status job_resolve(struct workload *w, struct job *j);

/* The job is not run, and is recorded with the last message as its reason. */
enum status job_leave_out(struct job *j);
