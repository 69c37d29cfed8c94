/* Units with a prefix that suits the values. */
#pragma once

struct units { /* value * scale is to be read in `text` */
    double scale;
    char text[80];
};

/* For values up to `largest`, positive or negative, in `units`. Numbers from 1 to 1000 stay in the unit that they are
 * given in; others get another prefix: 0.005 "mm" becomes 5 "µm", 2.5e-8 "m" becomes 25 "nm", 2e4 "V/m" 20 "kV/m".
 * Units that do not take a prefix, and values beyond all prefixes, get a power of ten where numbers would be long: "1e6
 * K". */
struct units units_fit(double largest, const char *units);
