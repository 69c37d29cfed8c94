/* Reads tables of currents row by row. */
#include "apps/hines/stimuli/current_table.h"

#include <math.h>
#include <stdlib.h>

#include "base/config/csv.h"
#include "base/either_precision.h"

enum { COLUMNS = 2 };
#define TIME_MAX 1e12 /* ms */
static const char *const column[COLUMNS] = {"time", "current"};

static enum status append(struct current_table *t, double time, double current)
{
    if (t->count == t->capacity) {
        const int64_t more = t->capacity ? 2 * t->capacity : 64;
        double *const times = realloc(t->time, (size_t)more * sizeof *times);
        if (times) t->time = times;
        double *const currents = times ? realloc(t->current, (size_t)more * sizeof *currents) : NULL;
        if (!currents) return fail(ST_NOMEM, "no memory for %lld rows of currents", (long long)more);
        t->current = currents, t->capacity = more;
    }
    t->time[t->count] = time, t->current[t->count++] = current;
    return ST_OK;
}

static enum status add_row(void *context, const struct csv *row)
{
    struct current_table *const t = context;
    double value[COLUMNS] = {0};
    for (int i = 0; i < COLUMNS; i++) TRY(csv_number(row, i, &value[i]));
    if (fabs(value[0]) > TIME_MAX)
        return input_fault(&row->input, "time: %g ms must be at most %g ms in magnitude", value[0], TIME_MAX);
    if (t->count && !(value[0] > t->time[t->count - 1]))
        return input_fault(&row->input, "time: %g ms is not above the previous one, %g ms", value[0],
                           t->time[t->count - 1]);
    return append(t, value[0], value[1]);
}

enum status current_table_read(struct current_table *out, const char *path)
{
    *out = (struct current_table){0};
    TRY(csv_read(path, column, COLUMNS, add_row, out));
    return out->count ? ST_OK : fail(ST_CONFIG, "%s: the table has no rows", path);
}

void current_table_free(struct current_table *t)
{
    free(t->time);
    free(t->current);
    *t = (struct current_table){0};
}

double current_table_at(const struct current_table *t, double time)
{
    int64_t low = 0, high = t->count;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (t->time[middle] <= time) low = middle;
        else high = middle;
    }
    if (time <= t->time[low] || high == t->count) return t->current[low];
    const double share = (time - t->time[low]) / (t->time[high] - t->time[low]);
    return t->current[low] + share * (t->current[high] - t->current[low]);
}
