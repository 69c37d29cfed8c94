/* Mean and highest temperature of the blocks of a floor plan, in the layer where they dissipate: over the nodes whose
 * cells lie in a block at least in part, the mean weighted with that part. */
#pragma once
#include "apps/adi/problem/floor_plan.h"
#include "apps/adi/problem/params.h"
#include "base/real.h"
#include "base/result/answers.h"
#include "base/result/metrics.h"

/* The mean and the largest temperature of a block. */
struct block_heat {
    double mean, max;
};

enum { BLOCK_COLUMNS = 2 }; /* max, mean */

struct blocks {
    struct floor_plan plan;  /* no blocks: without a floor plan */
    struct answers columns;  /* whose names are taken by probes, then [BLOCK_COLUMNS][plan.count], of the series */
    struct block_heat *heat; /* [plan.count] by blocks_read */
    double *share;           /* [plan.count][n[0] + n[1] + n[2]]: of each node's cell, one factor per axis */
};

/* On failure blocks_free still cleans up. */
enum status blocks_make(struct blocks *b, const struct grid *g, const struct adi_params *p);
void blocks_free(struct blocks *b);

/* Does any block reach into the row (j, k)? */
bool blocks_meet(const struct blocks *b, const struct grid *g, int64_t j, int64_t k);

/* Mean and largest temperature of block i of the plan in the field u [points], of which only rows that the block meets
 * are read. Collective, with the same answer on all ranks. */
struct block_heat blocks_measure(const struct blocks *b, const struct grid *g, const real *u, int64_t i);

/* As blocks_measure, for all blocks, into heat. */
void blocks_read(const struct blocks *b, const struct grid *g, const real *u);

/* Appends <block>_max of all blocks, and <block>_mean, from heat. */
enum status blocks_sample(const struct blocks *b, struct series *series);
