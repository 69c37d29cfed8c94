/* Series and answers of the runs of a result, read from its file when they are first requested: published values and
 * claims ask for those of a run hundreds of times. */
#pragma once
#include "base/result/answers.h"
#include "base/result/metrics.h"
#include "command/compare/result/result.h"

struct result_kept {
    bool has_series, has_answers; /* read, whether there are any or not */
    struct series series;
    struct answers answers;
};

/* Allocates, and frees, the series and answers of all runs; result_open and result_close call them. ST_NOMEM. */
enum status result_keep(struct result *r);
void result_kept_free(struct result *r);

/* Empty where the run has none. They belong to the result. ST_NOMEM, ST_IO. */
enum status result_series(const struct result *r, const struct stored_run *run, const struct series **out);
enum status result_answers(const struct result *r, const struct stored_run *run, const struct answers **out);
