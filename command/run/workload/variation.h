/* The options of a run's method, and settings of the application that a solver group gives its own run: the rows of its
 * table that vary. */
#pragma once
#include "command/run/workload/workload.h"

/* Reads the keys that vary in the group of the job, on top of j->params. */
enum status variation_overlay(struct workload *w, struct job *j);

/* Makes the options and params of a job whose application and method are known: params are those of the workload, and
 * on top the keys in the group of the job. */
enum status job_read(struct workload *w, struct job *j);
