/* Limits the boxes over which materials are averaged: leaves out interfaces of the axes where they are crowded. */
#pragma once
#include "apps/adi/material/interfaces.h"

/* parts: of a half cell along each axis (sections_make). The limit is a million boxes, or 64 per cell up to 16 million,
 * or four times as many as without interfaces, whichever is largest. Within it nothing changes. Beyond it, places in
 * the most crowded axis are left out first, evenly in each half cell, so a stack of a few layers across two crowded
 * axes keeps all of them. A caveat says how many changes a cell has and how many count. On failure, of memory, nothing
 * is left out. */
enum status thinning_run(struct interfaces at[3], const struct material *m, const int parts[3]);
