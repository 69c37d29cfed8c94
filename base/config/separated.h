/* Formulas on grids: parts that depend on one variable are evaluated once for each of its values, and put together at
 * the points by additions, subtractions, multiplications and divisions as written; the result has the bits of
 * expression_eval. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/expression.h"

struct separated; /* safe to evaluate from one thread at a time; parallel inside */

/* As expression_make. */
enum status separated_make(struct separated **out, const char *text, const char *variables);
struct separated *separated_free(struct separated *f);

/* As expression_uses. */
bool separated_uses(const struct separated *f, const char *variable);

/* As expression_eval. Columns on a grid are recognized by their values: those that stay for at least RUN_MIN points
 * each, such as rows with one y, and those that begin anew after a number of points, such as the x of each row. */
enum status separated_eval(struct separated *f, int64_t n, const double *const *values, const double *scalars,
                           int threads, double *out);
