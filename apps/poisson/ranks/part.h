/* The parts of a box that ranks have: a run of its planes, or in two dimensions of its rows, and in one dimension the
 * last rank has all of it. Points have places in the whole box, whichever rank has them. */
#pragma once
#include "apps/poisson/problem/box.h"

/* Gives this rank its part of the box; NULL: all of it. */
void part_take(struct box *b, struct comm *c);

/* The unknowns, and the points, that a rank has along b->cut. Points on faces belong to the rank of the unknown next to
 * them. */
struct extent part_unknowns(const struct box *b, int rank);
struct extent part_points(const struct box *b, int rank);

/* The rank that has points with this index along b->cut; an index beyond the ends is that of the end. */
int part_owner(const struct box *b, int64_t point);

/* Lines are transformed in groups, and solved in vectors, with those that lie beside them, in another order of
 * operations where a group is not full. Cuts change no bits where they are between groups, which begin again with each
 * plane or row where points on faces are between these and there are lines enough. May lines be cut along this axis,
 * between groups, if others lie behind them along a slower axis? */
bool part_cuts_rows(const struct axis *a);

/* Does this rank have the unknown with these indices? */
bool part_owns(const struct box *b, const int64_t unknown[3]);

/* Number of unknowns that a rank has. */
int64_t part_share(const struct box *b, int rank);

/* *out := an array with a place for each unknown, or point, of the whole box, and memory for those of this rank and, of
 * points, for `beside` planes on either side. ST_NOMEM. */
enum status part_array_unknowns(void *out, const struct box *b, int64_t size);
enum status part_array_points(void *out, const struct box *b, int64_t size, int64_t beside);
