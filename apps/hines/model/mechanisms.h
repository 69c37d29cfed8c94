/* The mechanisms of membranes, which have states: channels, the entries of `channels`, and then calcium inside, those
 * of `calcium`. Each is a set of channels of a part. */
#pragma once
#include "apps/hines/model/params.h"

struct mechanism {
    const struct channel_type *type;
    const struct hines_channels *channels; /* or NULL: of calcium */
    const struct hines_calcium *calcium;
};

int64_t mechanisms_count(const struct hines_params *p);
/* The types of channels are known to exist. */
struct mechanism mechanism_of(const struct hines_params *p, int64_t number);

/* Do compartments of this region of a group have it, or some of them? Of entries of `calcium` that name the same region
 * the last one prevails. */
bool mechanism_in(const struct hines_params *p, int64_t number, int64_t group, int region);
/* Does section number `section` have it, in a region that has it? */
bool mechanism_on(const struct hines_params *p, int64_t number, int region, int64_t section);
/* Does an entry of `channels` name sections? */
bool mechanism_names(const struct hines_params *p, int64_t number);

/* The entry of `calcium` that prevails there, or -1. */
int64_t calcium_in(const struct hines_params *p, int64_t group, int region);
/* The currents of an entry of `channels` whose reversal is that of Nernst, a bit for each: calcium carries them, and
 * their `e` is not given. */
unsigned mechanism_nernst(const struct mechanism *m);
