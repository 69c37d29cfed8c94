/* A step of the heat equation in delta form (step/step.h) with coefficients of their own at every point, on the host,
 * in two passes over memory.
 *
 *     first pass, by planes     R, lines along x and y     reads u, the links of all axes and C, writes d
 *     second pass, by tiles     lines along z, u += d      reads d, links and pivots along z and u, writes u
 *
 * 11 reals a point and step in 3D and 10 in 2D, which has x in the first pass and y in the second; one more with a
 * source. Rows of M_d are taken times C: then they are made of links and C where they are eliminated
 * (pointwise_line.h), and no matrix is kept. J. Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3. */
#pragma once
#include "apps/adi/step/stencil.h"

struct pointwise;

/* Steps with these coefficients, which are not shared; op and its arrays are borrowed, those of the last axis are
 * copied too. ST_NOMEM. pointwise_factor comes before the first step. */
enum status pointwise_make(struct pointwise **out, const struct stencil *op);
struct pointwise *pointwise_free(struct pointwise *f);

/* Takes over c = theta dt. No pivot vanishes: diagonals are dominant by 1. */
void pointwise_factor(struct pointwise *f, double c);

/* u := u + D in place, u [points]. The same bits for any number of threads. */
void pointwise_step(struct pointwise *f, real *u, const struct step_data *data);

/* Bytes that a step must move for data beyond the caches, per point. */
double pointwise_bytes_per_point(const struct pointwise *f, const struct step_data *data);
