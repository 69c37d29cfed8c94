/* The Douglas-Gunn step of step.h in one pass over memory, for grids without a periodic axis: docs/adi-sweep.md derives
 * it.
 *
 * Between two steps the field exists only as eta, the right side of the lines along z after forward elimination. A step
 * substitutes back to u, forms R, solves the lines along x and y, and eliminates along z in the opposite direction, all
 * while a few planes are in the caches: 2 reals per node of traffic, 3 with a source; 11 multiply-adds, 10 sums and 4
 * products. In a plane y takes the place of z, and a few rows that of planes. J. Douglas and J. E. Gunn, Numer. Math. 6
 * (1964) 428, section 3. */
#pragma once
#include "apps/adi/step/step.h"

struct adi_sweep;

/* The axis whose eliminated right side is kept: the last one. */
int adi_sweep_axis(const struct grid *g);

/* Can the sweep take this grid? */
bool adi_sweep_takes(const struct grid *g);

/* Blocks along the last axis of such a grid: the most threads of a step. */
int adi_sweep_blocks(const struct grid *g);

/* ST_NOMEM. Works on the host. The number of blocks along z depends only on the grid, so results have the same bits for
 * any number of threads. A step takes at most one thread per block: one block up to nz = 95, two from 96 on, four from
 * 384, eight from 768, sixteen from 1536. */
enum status adi_sweep_make(struct adi_sweep **out, const struct grid *g, const struct exec *exec);
struct adi_sweep *adi_sweep_free(struct adi_sweep *f);

/* New operators L_d, with M_d = I - theta dt L_d. A field that was taken over before is lost. ST_REFUSED if a pivot
 * vanishes. */
enum status adi_sweep_factor(struct adi_sweep *f, const struct line_operator op[3], double dt, double theta);

/* Takes over the field u [points], whose Dirichlet nodes hold their values; the next step goes up along z, or down. */
void adi_sweep_begin(struct adi_sweep *f, const real *u, bool down);

/* One step; each goes along z in the direction opposite to the one before. Dirichlet nodes get the values of
 * data->end_face, or keep theirs where it is NULL. */
void adi_sweep_step(struct adi_sweep *f, const struct step_data *data);

/* Writes the field to u [points] and changes nothing else, however often it is called. */
void adi_sweep_read(const struct adi_sweep *f, real *u);

/* The complete state from which steps continue, `count` numbers. Write the state of another sweep of the same grid
 * there, and adi_sweep_resume takes it over, provided that the factors are the same too. u, down: as in
 * adi_sweep_begin. */
real *adi_sweep_state(struct adi_sweep *f, int64_t *count);
void adi_sweep_resume(struct adi_sweep *f, const real *u, bool down);

/* Bytes per node that a step moves to and from memory beyond the caches. */
double adi_sweep_bytes_per_point(const struct adi_sweep *f, const struct step_data *data);
