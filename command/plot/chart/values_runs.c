/* The cells and runs of a chart: runs are appended when their first numbers come, and merged where they are alike. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/chart/values.h"

static enum status no_memory(const struct chart_values *v)
{
    return fail(ST_NOMEM, "no memory for a picture of %s", v->quantity);
}

bool chart_cell_filled(const struct chart_cell *c)
{
    return c->unsolved || c->refused || !isnan(c->measured) || !isnan(c->published);
}

bool chart_is_relative(const char *quantity)
{
    return !strcmp(quantity, "speedup") || !strcmp(quantity, "longer");
}

static enum status grow(struct chart_values *v)
{
    const int capacity = v->capacity ? 2 * v->capacity : 8;
    struct chart_run *const run = realloc(v->run, (size_t)capacity * sizeof *run);
    if (!run) return no_memory(v);
    v->run = run;
    struct chart_cell *const cell = realloc(v->cell, (size_t)(capacity * v->points) * sizeof *cell);
    if (!cell) return no_memory(v);
    v->cell = cell;
    v->capacity = capacity;
    return ST_OK;
}

int chart_values_run(struct chart_values *v, const char *name, const struct stored_run *run)
{
    for (int k = 0; k < v->runs; k++)
        if (v->run[k].run == run && (run || !strcmp(v->run[k].name, name))) return k;
    if (v->runs == v->capacity && grow(v) != ST_OK) return -1;
    struct chart_run *const x = &v->run[v->runs];
    *x = (struct chart_run){.run = run};
    snprintf(x->name, sizeof x->name, "%.255s", name);
    for (int64_t i = 0; i < v->points; i++)
        *chart_cell(v, v->runs, i) = (struct chart_cell){(double)NAN, (double)NAN, false, false};
    return v->runs++;
}

/* Are the runs alike at all points? */
static bool are_alike(const struct chart_values *v, int a, int b)
{
    if (!v->run[a].run || !v->run[b].run) return false;
    for (int64_t i = 0; i < v->points; i++) {
        const struct chart_cell *const x = chart_cell(v, a, i), *const y = chart_cell(v, b, i);
        if (!isnan(x->published) || !isnan(y->published) || x->refused || y->refused) return false;
        if (x->unsolved != y->unsolved || isnan(x->measured) != isnan(y->measured)) return false;
        if (fabs(x->measured - y->measured) > 0.01 * fabs(x->measured)) return false;
    }
    return true;
}

static void remove_run(struct chart_values *v, int run)
{
    for (int k = run; k + 1 < v->runs; k++) {
        v->run[k] = v->run[k + 1];
        memmove(chart_cell(v, k, 0), chart_cell(v, k + 1, 0), (size_t)v->points * sizeof *v->cell);
    }
    v->runs--;
}

void chart_values_merge(struct chart_values *v)
{
    for (int a = 0; a < v->runs; a++)
        for (int b = a + 1; b < v->runs;) {
            if (!are_alike(v, a, b)) {
                b++;
                continue;
            }
            const struct chart_run other = v->run[b];
            const size_t used = strlen(v->run[a].name);
            snprintf(v->run[a].name + used, sizeof v->run[a].name - used, ", %.60s", other.name);
            remove_run(v, b);
        }
}
