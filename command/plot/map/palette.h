/* The colours of maps: even ones, or, of values of both signs, those of a scale that is neutral at zero. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

struct colours {
    double min, max; /* the ends of the scale */
    bool both;       /* values of both signs: max is -min, and 0 has the colour in the middle */
};

/* The scale of values from `min` to `max`. It has both signs if the lesser side has a hundredth of the greater: a
 * smaller one, as of rounding, would not have a colour of its own. */
struct colours colours_choose(double min, double max);

/* The palette, and `set cbrange` of the scale in values times `scale`; where all values are one, a range around it. */
void colours_print(FILE *script, struct colours c, double scale);

/* Is the colour of a value so bright that letters on it must be dark? */
bool colours_bright(struct colours c, double value);
