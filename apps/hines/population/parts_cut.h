/* Deals the cells of a population to ranks, and cuts those of each rank into parts. */
#pragma once
#include "apps/hines/population/population.h"

/* Fills parts, part, block, ranks, dealt, own and end of c, for number `rank` of `ranks`, from the order of the cells,
 * their nodes and their gates. Every rank finds the same parts. ST_NOMEM. */
enum status parts_cut(struct population *c, int ranks, int rank);

/* Then joins the parts of one rank into one, for a GPU, which takes all cells together; their blocks stay known.
 * ST_NOMEM. */
enum status parts_join(struct population *c);
