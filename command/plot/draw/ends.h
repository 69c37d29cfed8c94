/* Names on the right of a panel, where curves end: in place of a key with too many lines. */
#pragma once
#include <stdio.h>

enum { KEY_LINES_MAX = 8, ENDS_WIDTH = 150 }; /* of a key; pixels that names take to the right */

struct end_label {
    const char *name;
    int colour;
    double height; /* where the curve ends, from 0 to 1 of the panel */
};

/* Prints them in their colours, sorted and apart from each other, next to a panel of so many pixels. */
void ends_print(FILE *script, struct end_label *l, int count, int pixels);
