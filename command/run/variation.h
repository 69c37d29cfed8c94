/* Settings of the application that a solver group gives its own run: the rows of its table that vary. */
#pragma once
#include <stdio.h>

#include "command/run/jobs.h"

/* Reads the keys in the group of the job, on top of j->params. */
enum status variation_overlay(struct workload *w, struct job *j);

/* Makes j->params: those of the workload, and on top what stands in the group of the job. */
enum status variation_read(struct workload *w, struct job *j);

/* The relations between the keys of a job; the key to blame is named where it was written. */
enum status variation_check(const struct workload *w, const struct job *j);

/* Prints the keys that vary, as lines of the group. */
void variation_print(FILE *out, const struct job *j);
