/* The report on the accuracy of the solution of each point, or of each given system. */
#pragma once
#include "apps/app.h"

/* Caveats of given systems that were not solved, after the last step. */
enum status batch_finish(struct sim *sim);

/* From the series of the run, or its state, into sim->answers. */
enum status batch_report(struct sim *sim);

/* Matrix i of the gallery, as answers of given systems name it; NULL after the last. */
const char *batch_subject(int64_t i);

/* The answers that a run may give. */
extern const struct answer_about batch_answers[];
