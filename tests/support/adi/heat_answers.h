/* The reports of runs of the heat equation: complete runs, and their answers by name. A check that fails ends the test.
 */
#pragma once
#include "tests/support/trials.h"

/* A complete run that has reported, by this method; by thomas on two threads. answers_end ends it. */
struct trial reported_by(const char *text, const char *method, int threads);
struct trial reported(const char *text);
void answers_end(struct trial *t);

/* subject: a block, or NULL: the whole run. NaN, or "": there is none. */
double answer(const struct trial *t, const char *subject, const char *quantity);
double answer_or_nan(const struct trial *t, const char *quantity);
const char *place(const struct trial *t, const char *quantity);
