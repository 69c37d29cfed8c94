/* Reads the arrivals of a day from CSV. */
#include "apps/cloudqueue/problem/profile.h"

#include <stdlib.h>

#include "base/config/csv.h"
#include "base/either_precision.h"

enum { COLUMNS = 2 };
static const char *const column[COLUMNS] = {"time", "lambda"};

static enum status append(struct profile *p, const struct hour *h)
{
    if (p->count == p->capacity) {
        const int64_t capacity = p->capacity ? 2 * p->capacity : 32;
        struct hour *const grown = realloc(p->hour, (size_t)capacity * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %lld times of a profile", (long long)capacity);
        p->hour = grown, p->capacity = capacity;
    }
    p->hour[p->count++] = *h;
    return ST_OK;
}

static enum status read_hour(void *context, const struct csv *t)
{
    struct profile *const p = context;
    double value[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) TRY(csv_number(t, i, &value[i]));
    const struct hour h = {value[0], value[1]};
    if (p->count && !(h.time > p->hour[p->count - 1].time))
        return input_fault(&t->input, "time %g is not above the previous one, %g", h.time, p->hour[p->count - 1].time);
    if (!(h.lambda >= 0)) return input_fault(&t->input, "lambda %g must be at least 0 (0: closed)", h.lambda);
    if (h.lambda > ARRIVALS_MAX)
        return input_fault(&t->input, "lambda %g is above the maximum, %g", h.lambda, ARRIVALS_MAX);
    return append(p, &h);
}

enum status profile_read(struct profile *p, const char *path)
{
    *p = (struct profile){0};
    enum status s = csv_read(path, column, COLUMNS, read_hour, p);
    if (s == ST_OK && !p->count) s = fail(ST_CONFIG, "%s: the profile has no times", path);
    if (s != ST_OK) profile_free(p);
    return s;
}

void profile_free(struct profile *p)
{
    free(p->hour);
    *p = (struct profile){0};
}
