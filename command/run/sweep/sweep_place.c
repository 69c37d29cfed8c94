/* Names the points of a sweep. */
#include <stdio.h>

#include "command/run/sweep/sweep_points.h"

void sweep_name_point(char *out, size_t size, const struct sweep_points *s, int64_t point, const char *between)
{
    const int used = snprintf(out, size, "%s%s%.*g", s->key[0], between, s->digits[0], s->at[0][point]);
    if (s->key[1] && used >= 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, ", %s%s%.*g", s->key[1], between, s->digits[1], s->at[1][point]);
}

enum status sweep_at_point(const struct sweep_points *s, int64_t point, enum status st)
{
    char where[SWEEP_NAME_BYTES];
    sweep_name_point(where, sizeof where, s, point, " = ");
    return fail_within(st, "sweep: %s: ", where);
}
