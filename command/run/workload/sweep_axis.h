/* An axis of a sweep: the key that varies, and its values. */
#pragma once
#include "base/config/options.h"

enum { SWEEP_LINEAR, SWEEP_GEOMETRIC };

/* The keys sweep.*, of the first axis and of the second. */
struct sweep_axis_params {
    char *key;
    struct reals values, from, to;
    int64_t points;
    int spacing;
};
struct sweep_params {
    struct sweep_axis_params axis[2];
};

/* Is it a number, or a list or formula that may be one? Is it a list of numbers? */
bool sweep_is_number(const struct option *o);
bool sweep_is_list(const struct option *o);

/* The option of `table` that a key sets, or NULL if it is not a number. Entries of lists have their place in the key,
 * counted from 0: "clamps.0.current", "grid.n[2]". *list: the key is that of a complete list, which then has one value.
 */
const struct option *sweep_option(const struct option *table, const char *key, bool *list);

/* Does the key take only integers? The value of a point along an axis, rounded for such a key. */
bool sweep_takes_whole(const struct option *o);
double sweep_axis_value(const struct sweep_axis_params *a, int64_t i, bool whole);
