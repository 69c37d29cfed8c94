/* A span of rows of a pair of recurrences, as a function of the values on both sides:
 *
 *     y of the last row = y + down y_before      x of the first row = x + response f y_before + up x_after
 *
 * y and x are those between zeros, y_before and x_after those next to the rows, f and g the coefficients. Rows are
 * summed one by one in spans, and spans are joined pairwise, so that rounding grows slowly. */
#pragma once
#include "solvers/recurrence/lines/recurrence_line.h"

struct recurrence_span {
    double y, x;
    double response; /* of x of the first row to a unit in d of the first row */
    double down, up; /* f and g to the number of rows */
};

/* No rows. */
static const struct recurrence_span recurrence_span_none = {0, 0, 0, 1, 1};

enum { SPAN_ROWS = 1024 };

/* Spans of so many rows; the first one is `lacking` < SPAN_ROWS rows short. */
static inline int64_t recurrence_spans(int64_t rows, int64_t lacking)
{
    return rows > 0 ? (rows + lacking - 1) / SPAN_ROWS + 1 : 0;
}

/* span[k] := that of the k-th span of the line, whose x holds d. */
void recurrence_span_sum(const struct recurrence_line *c, int64_t lacking, int64_t k, struct recurrence_span *span);

/* The span of a followed by b. */
struct recurrence_span recurrence_span_join(const struct recurrence_span *a, const struct recurrence_span *b, double f);

/* The span of all spans in order, which are overwritten. */
struct recurrence_span recurrence_span_join_all(struct recurrence_span *span, int64_t count, double f);
