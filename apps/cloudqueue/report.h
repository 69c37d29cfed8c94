/* Answers for a capacity planner: servers, waits, losses and costs, of one chain, of each hour of a day, of each point
 * of a sweep. */
#pragma once
#include "apps/app.h"
#include "apps/cloudqueue/problem/points.h"

/* From the series of the run into sim->answers. */
enum status queue_report(struct sim *sim, const struct points *of);

/* The answers that a run may give. */
extern const struct answer_about cloudqueue_answers[];
