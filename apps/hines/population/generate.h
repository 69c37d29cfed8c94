/* Cells of simple shapes. */
#pragma once
#include "apps/hines/model/params.h"

/* The shape of cell `number` of a group, um; cells of a random group differ. ST_NOMEM. */
enum status generate(struct morphology *out, const struct hines_cells *of, int64_t number);
/* Are all cells of the group of one shape? */
bool generates_one(const struct hines_cells *of);
