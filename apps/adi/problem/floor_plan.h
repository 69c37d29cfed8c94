/* The heat sources of a chip: a floor plan of rectangular blocks, read from CSV and laid onto a grid.
 *
 *     name, x, y, width, height, watts
 *     core0, 0.5, 0.5, 4.0, 3.0, 12.5
 *
 * x and y are the lower left corner; blocks may touch, but not overlap. Blank lines and lines that begin with # are
 * passed over. */
#pragma once
#include "apps/adi/problem/grid.h"

struct block {
    char *name;
    double x, y, width, height, watts; /* metres, watts */
    int64_t line;
};

struct floor_plan {
    char *path;
    double unit; /* of lengths in the file, in metres */
    int64_t count, capacity;
    struct block *block;
};

/* Lengths are multiplied by `unit`. A floor plan of HotSpot is recognized and refused. A fault is "file:line: reason"
 * and ST_CONFIG; nothing is left behind. */
enum status floor_plan_read(struct floor_plan *plan, const char *path, double unit);
void floor_plan_free(struct floor_plan *plan);

/* A plan that covers a smaller share of the grid is doubtful: its unit of length may be wrong. */
#define FLOOR_PLAN_SHARE 0.01

/* *share: of the area of the grid, the part that blocks cover. ST_CONFIG if a block reaches outside of the grid, and
 * where they cover less than FLOOR_PLAN_SHARE but with another unit of length they cover more. */
enum status floor_plan_place(const struct floor_plan *plan, const struct grid *g, double *share);

/* density += watts / volume of each block, weighted with the share of a node's cell that lies in it, so that
 * density times cell volume sums to the watts exactly. z: from and to of the layer; in a plane problem only
 * its thickness counts. The plan lies on the grid. density: [points], W/m3. */
enum status floor_plan_deposit(const struct floor_plan *plan, const struct grid *g, const double z[2], double *density);

/* The share of each node's cell that lies in a block, as the product of one factor per axis: share[d] [n[d]]. Across
 * the layer, along z, each place is shared by its two neighbouring nodes. Returns the volume of the block, which is 0
 * outside of the grid. */
double floor_plan_shares(const struct block *b, const struct grid *g, const double z[2], double *const share[3]);
