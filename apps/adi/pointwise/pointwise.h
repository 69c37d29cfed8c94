/* A step of the heat equation in delta form (step/step.h) with coefficients that differ from point to point, on the
 * host, in two passes over memory.
 *
 *     first pass, by planes     R, lines along x and y     reads u, the links of all axes and C, writes d
 *     second pass, by tiles     lines along z, u += d      reads d, links and pivots along z and u, writes u
 *
 * 11 reals per point and step in 3D and 10 in 2D, which has x in the first pass and y in the second; one more with a
 * source. Rows of M_d are multiplied by C: they are then computed from links and C during the elimination
 * (pointwise_line.h), and no matrix is stored. J. Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3. */
#pragma once
#include "apps/adi/step/stencil.h"

struct pointwise;

/* Makes steps with the coefficients of op. op and its arrays are borrowed; the links of the last axis are copied.
 * ST_NOMEM, and *out is NULL. pointwise_factor must be called before the first step. */
enum status pointwise_make(struct pointwise **out, const struct stencil *op);
struct pointwise *pointwise_free(struct pointwise *f);

/* Bytes that pointwise_make holds for this grid, with at most so many threads: with the padding of rows and tiles, and
 * the scratch of each thread. */
double pointwise_bytes(const struct grid *g, int threads);

/* Computes the pivots for c = theta dt. None vanishes: each diagonal of M exceeds the sum of its row's other elements
 * by at least 1. */
void pointwise_factor(struct pointwise *f, double c);

/* u := u + D in place; u [points], x fastest. The same bits for any number of threads. */
void pointwise_step(struct pointwise *f, real *u, const struct step_data *data);

/* Bytes that a step must move for data beyond the caches, per point. */
double pointwise_bytes_per_point(const struct pointwise *f, const struct step_data *data);
