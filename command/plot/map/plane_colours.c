/* The colours of a plane: the range of their values, and their scale. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/plot/draw/axis.h"
#include "command/plot/map/palette.h"
#include "command/plot/map/plane.h"

enum { PEAK = 10, SHOWN = 3 }; /* standard deviations */

struct range plane_shown(const struct plane *p)
{
    const double mean = p->sum / p->count, deviation = sqrt(fmax(0, p->squares / p->count - mean * mean));
    if (!(p->max > mean + PEAK * deviation) && !(p->min < mean - PEAK * deviation))
        return (struct range){p->min, p->max};
    return (struct range){fmax(p->min, mean - SHOWN * deviation), fmin(p->max, mean + SHOWN * deviation)};
}

static void label_colours(FILE *f, const struct plane *p, const struct range *r, const struct units *u)
{
    char text[256], lowest[40], highest[40];
    number_print(lowest, sizeof lowest, u->scale * p->min);
    number_print(highest, sizeof highest, u->scale * p->max);
    const bool even = axis_even(r->min, r->max) && !strcmp(lowest, highest);
    if (even) snprintf(text, sizeof text, "%s (%s everywhere)", p->about, lowest);
    else snprintf(text, sizeof text, "%s (from %s to %s)", p->about, lowest, highest);
    axis_label(f, "cb", even || r->min > p->min || r->max < p->max ? text : p->about, u);
}

void plane_put_colours(FILE *f, const struct plane *p, int ticks, const struct units *u)
{
    const struct range r = plane_shown(p);
    label_colours(f, p, &r, u);
    fputs("set cblabel offset 1,0\nset tics out nomirror\nset border 3\nset colorbox\n", f);
    const struct colours c = colours_choose(r.min, r.max);
    axis_ticks(f, "cb", axis_even(r.min, r.max) ? 0 : (c.max - c.min) * u->scale, ticks);
    colours_print(f, c, u->scale);
}
