/* Formulas on grids: parts that depend on one variable are evaluated once for each of its values, and put together at
 * the points by additions, subtractions, multiplications and divisions as written; the result has the bits of
 * expression_eval. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/formula/expression.h"

struct separated; /* safe to evaluate from one thread at a time; parallel inside */

/* As expression_make, of at most 8 variables. */
enum status separated_make(struct separated **out, const char *text, const char *variables);
struct separated *separated_free(struct separated *f);

/* As expression_uses. */
bool separated_uses(const struct separated *f, const char *variable);

/* As expression_eval; out shares no element with `values`. Columns on a grid are recognized by their values, each of
 * which occurs REPETITION_MIN times on average: those that stay for some points, such as the y of a row, and those that
 * repeat after a number of points, such as the x of each row. What was evaluated is kept for the next call with the
 * same values. ST_NOMEM. */
enum status separated_eval(struct separated *f, int64_t n, const double *const *values, const double *scalars,
                           int threads, double *out);
