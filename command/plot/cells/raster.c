/* Counts spikes by cell, by group and over time. */
#include "command/plot/cells/raster.h"

#include <math.h>
#include <string.h>

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Rows of a group have as many cells as fit, and no row has cells of two groups. */
static void lay_rows(struct raster *x)
{
    const int64_t in_row = x->in_row = (cell_groups_cells(x->groups) - 1) / RASTER_ROWS_MAX + 1;
    for (int k = 0; k < x->groups->count; k++) {
        const struct cell_group *const g = &x->groups->group[k];
        for (int64_t cell = 0; cell < g->cells; cell += in_row)
            x->row[x->rows++] = (struct raster_row){k, g->first + cell, smaller(in_row, g->cells - cell), 0, 0};
    }
}

static int row_of(const struct raster *x, int64_t cell)
{
    int lower = 0, upper = x->rows;
    while (upper - lower > 1) {
        const int middle = (lower + upper) / 2;
        if (x->row[middle].first <= cell) lower = middle;
        else upper = middle;
    }
    return lower;
}

static double seconds_of(const struct raster *x)
{
    return (x->to - x->from) * x->unit;
}

void raster_count(struct raster *x, const struct cell_groups *g, const double *time, const double *cell, int64_t count)
{
    const int64_t cells = cell_groups_cells(g);
    x->groups = g, x->rows = 0;
    memset(x->bin, 0, sizeof x->bin);
    memset(x->spikes, 0, sizeof x->spikes);
    lay_rows(x);
    for (int64_t i = 0; i < count; i++) {
        const double share = (time[i] - x->from) / (x->to - x->from);
        if (!(share >= 0 && share <= 1 && cell[i] >= 0 && cell[i] < (double)cells)) continue;
        const int group = cell_groups_of(g, (int64_t)cell[i]);
        x->spikes[group]++;
        x->row[row_of(x, (int64_t)cell[i])].spikes++;
        x->bin[group][smaller((int64_t)(share * RASTER_BINS), RASTER_BINS - 1)]++;
    }
    for (int k = 0; k < g->count; k++) x->rate[k] = (double)x->spikes[k] / ((double)g->group[k].cells * seconds_of(x));
    for (int k = 0; k < x->rows; k++)
        x->row[k].rate = (double)x->row[k].spikes / ((double)x->row[k].cells * seconds_of(x));
}

double raster_bin_rate(const struct raster *x, int group, int bin)
{
    return (double)x->bin[group][bin] * RASTER_BINS / ((double)x->groups->group[group].cells * seconds_of(x));
}
