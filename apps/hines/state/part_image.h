/* The image of a part: its potentials, gates and conductances as one array of `real`, in an order that any rank knows:
 * potentials cell by cell, then gates of one set of channels after the other, cell by cell and node by node, and then
 * the conductances of its synapses, and the terms subtracted from those that rise. */
#pragma once
#include "apps/hines/state/state.h"

/* The number of its values; for a part of any rank. */
int64_t image_length(const struct hines_state *s, int64_t part);

/* Copies a part of this rank to s->image [image_length], and from there to the part. */
void image_take(struct hines_state *s, int64_t part);
void image_give(struct hines_state *s, int64_t part);
