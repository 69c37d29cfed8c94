/* Temperatures that are wrong or doubtful: below absolute zero, or in degrees Celsius while others are in K.
 *
 * The equation is linear, so that temperatures may also be differences to any reference, or numbers without a unit;
 * then all values are allowed. */
#pragma once
#include "apps/adi/step/stencil.h"

/* The range of temperatures that an input prescribes, and its key. */
struct temperature_range {
    const char *key;
    double least, most;
};

enum { TEMPERATURES_MAX = 7 }; /* the initial ones, and those of 6 faces */
struct temperatures {
    bool absolute;
    bool found; /* absolute without the key */
    int count;
    struct temperature_range input[TEMPERATURES_MAX];
};

/* Evaluates what faces prescribe, at several times where it varies. Temperatures are absolute if the key says so;
 * without the key, if there is a floor plan, or the heat capacity somewhere is that of matter. ST_CONFIG with the key
 * if a face has one below 0 K. Collective, but not agreed. */
enum status temperatures_make(struct temperatures *t, const struct stencil *op, const struct adi_params *p,
                              struct nodes_workspace *workspace);

/* Takes in the temperatures at the beginning, from least to most, that this key gives. ST_CONFIG as above. */
enum status temperatures_begin(struct temperatures *t, const char *key, double least, double most);

/* Notes a doubt (base/result/caveats.h) where one input is likely in degrees Celsius, or all are, and one where the run
 * fell below absolute zero, to `least` of a range up to `most`. */
void temperatures_doubt(const struct temperatures *t, double least, double most);
