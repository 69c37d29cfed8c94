/* Spikes of cells by group: a dot for each, and their rates. */
#pragma once
#include "command/plot/cells/groups.h"
#include "command/plot/draw/canvas.h"

enum { RASTER_ROWS_MAX = 110, RASTER_BINS = 100 };

/* Neighbours of one group, with one rate. */
struct raster_row {
    int group;
    int64_t first, cells, spikes;
    double rate;
};

struct raster {
    const struct cell_groups *groups;
    double from, to; /* the time that was simulated, in the unit of times */
    double unit;     /* seconds of that unit */
    int64_t spikes[CELL_GROUPS_MAX];
    double rate[CELL_GROUPS_MAX]; /* Hz, mean of a cell: spikes / (cells * seconds) */
    int64_t in_row;               /* cells of a row, if the group has as many */
    int rows;
    struct raster_row row[RASTER_ROWS_MAX + CELL_GROUPS_MAX]; /* of all cells, in order */
    int64_t bin[CELL_GROUPS_MAX][RASTER_BINS];                /* spikes of a group in equal parts of the time */
};

/* Counts `count` spikes, of cell[i] at time[i], of which those outside of the cells and the time are left out; those at
 * `to` are in the last bin. from < to. */
void raster_count(struct raster *out, const struct cell_groups *g, const double *time, const double *cell,
                  int64_t count);
/* The rate of a cell of a group in a bin, Hz. */
double raster_bin_rate(const struct raster *x, int group, int bin);

/* The spikes of a run. */
struct spikes {
    const struct result *r;
    const struct stored_run *run;
    int64_t count;
    const double *time, *cell;
    const char *units; /* of times: "ms" or "s" */
};

/* Draws the raster in the colours of the groups, the rates of cells next to it, and those of groups over time below, as
 * <stem>_<what>. False, and nothing is drawn, if the result has no groups that hold these cells, or another unit. */
bool raster_draws(const struct spikes *of, struct cell_groups *g);
enum status raster_draw(const struct canvas *c, const struct spikes *of, const struct cell_groups *g, const char *what);
