/* Chooses and writes the palette of a map. */
#include "command/plot/map/palette.h"

#include <math.h>

#include "command/plot/draw/axis.h"

/* Viridis, which is even to the eye and in grey. */
static const char even[] = "set palette defined (0 '#440154', 1 '#482878', 2 '#3e4989', 3 '#31688e', 4 '#26828e', "
                           "5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')\n";

/* Blue below zero and red above, by C. A. Brewer (RdBu), which the colour-blind distinguish too. */
static const char both[] = "set palette defined (-5 '#053061', -4 '#2166ac', -3 '#4393c3', -2 '#92c5de', -1 '#d1e5f0', "
                           "0 '#f7f7f7', 1 '#fddbc7', 2 '#f4a582', 3 '#d6604d', 4 '#b2182b', 5 '#67001f')\n";

static const double visible = 0.01; /* share of the greater side */

struct colours colours_choose(double min, double max)
{
    const double greater = fmax(fabs(min), fabs(max)), lesser = fmin(-min, max);
    if (!isfinite(greater) || !(lesser > 0) || lesser < visible * greater) return (struct colours){min, max, false};
    return (struct colours){-greater, greater, true};
}

void colours_print(FILE *script, struct colours c, double scale)
{
    axis_colours(script, c.min, c.max, scale);
    fputs(c.both ? both : even, script);
}

bool colours_bright(struct colours c, double value)
{
    const double share = (value - c.min) / (c.max - c.min);
    return c.both ? fabs(share - 0.5) < 0.28 : share > 0.6;
}
