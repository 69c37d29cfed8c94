/* Deals the cells of a population to ranks, and cuts those of each rank into parts. */
#pragma once
#include "apps/hines/population.h"

/* Fills c->part, c->dealt, c->own and c->end, from the order of the cells and what they have. Every rank finds the same
 * parts. ST_NOMEM. */
enum status parts_cut(struct population *c, const struct comm *comm);
