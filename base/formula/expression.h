/* Formulas of space and time, evaluated in bulk. The only file that includes muParser is expression.c. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct expression; /* safe to evaluate from one thread at a time; parallel inside */

/* `variables` are the names it may use, separated by blanks, e.g. "x y z t"; pi and e are known.
 * A fault is a sentence with the place: "unexpected token ')' at position 7". */
enum status expression_make(struct expression **out, const char *text, const char *variables);
struct expression *expression_free(struct expression *e);

/* Does the formula depend on this variable? */
bool expression_uses(const struct expression *e, const char *variable);

/* out[i] = f(values[0][i], values[1][i], ...) for i < n, in the order of `variables`. A column whose
 * entry in `values` is NULL takes the scalar of the same index for every i. Uses `threads` threads;
 * the result does not depend on their number. */
enum status expression_eval(struct expression *e, int64_t n, const double *const *values, const double *scalars,
                            int threads, double *out);

/* "2.3.4 (...)": the version of muParser, as it words it. */
const char *expression_library(void);
