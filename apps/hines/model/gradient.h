/* Formulas of places of cells, by which the conductances of channels differ. */
#pragma once
#include <stdint.h>

#include "base/config/options.h"
#include "base/status.h"

/* The names that a formula may use: d, um along the cell from the middle of its first section, the soma or the trunk;
 * at, the place along its section, from 0 to 1; and section, its number. */
#define GRADIENT_VARIABLES "d at section"

/* Columns of places, in this order. */
struct gradient_places {
    int64_t count;
    double *column[3]; /* [count] each */
};

/* out[places] := the values at all places. ST_CONFIG: entry number `entry` of `channels` has a formula that is wrong,
 * or at one of the places `used` [count] a value that is negative or not finite. */
enum status gradient_at(const struct field_spec *spec, int64_t entry, const struct gradient_places *places,
                        const int32_t *used, int64_t count, double *out);
