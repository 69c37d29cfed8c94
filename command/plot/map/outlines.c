/* Draws the outlines of boxes over a field, with their names where they fit. */
#include "command/plot/map/outlines.h"

#include <math.h>
#include <string.h>

#include "command/plot/draw/gnuplot.h"

enum { LETTER = 8, LINE = 18 }; /* pixels */

const char outlines_plot[] = ", $outline using 1:2:3 with lines linewidth 1.2 linecolor rgb variable notitle";

bool outlines_layer(const struct answers *a, double *lower, double *upper)
{
    bool any = false;
    *lower = (double)INFINITY, *upper = -(double)INFINITY;
    for (int64_t i = 0; i < a->count; i++) {
        if (!a->item[i].boxed) continue;
        *lower = fmin(*lower, a->item[i].lower[2]);
        *upper = fmax(*upper, a->item[i].upper[2]);
        any = true;
    }
    return any;
}

/* A plane z shows all boxes, as seen from above. */
static bool is_cut(const struct plane *p, const struct answer *x)
{
    const double at = plane_height(p), margin = 0.51 * p->spacing[p->normal];
    if (!x->boxed || !p->mesh) return false;
    return p->normal == 2 || (at >= x->lower[p->normal] - margin && at <= x->upper[p->normal] + margin);
}

/* Dark on bright colours. */
static int colour_of(const struct plane *p, const struct answers *a, const struct answer *x)
{
    const struct answer *const mean = answers_find(a, x->subject, "mean");
    const double share = mean ? (mean->value - p->min) / (p->max - p->min) : 0;
    return share > 0.6 ? 0x222222 : 0xffffff;
}

/* A box in the plane, in the units of its axes. */
struct outline {
    double left, right, bottom, top;
};

static struct outline outline_of(const struct plane *p, const struct answer *x)
{
    const double across = p->scale[p->across], up = p->scale[p->up];
    return (struct outline){across * x->lower[p->across], across * x->upper[p->across], up * x->lower[p->up],
                            up * x->upper[p->up]};
}

static void put_box(FILE *f, struct outline o, int colour)
{
    const double x[] = {o.left, o.right, o.right, o.left, o.left}, y[] = {o.bottom, o.bottom, o.top, o.top, o.bottom};
    for (int i = 0; i < 5; i++) fprintf(f, "%.9g %.9g %d\n", x[i], y[i], colour);
    fputs("\n", f);
}

static void put_name(FILE *f, const char *name, struct outline o, int colour, const double *pixels)
{
    if ((o.right - o.left) * pixels[0] < LETTER * (double)strlen(name) || (o.top - o.bottom) * pixels[1] < LINE) return;
    fputs("set label ", f);
    picture_quote(f, name);
    fprintf(f, " at %.9g, %.9g center front font ',10' textcolor rgb '#%06x'\n", 0.5 * (o.left + o.right),
            0.5 * (o.bottom + o.top), (unsigned)colour);
}

bool outlines_put(FILE *script, const struct plane *p, const struct answers *a, const double *pixels)
{
    int64_t count = 0;
    for (int64_t i = 0; i < a->count; i++) {
        const struct answer *const x = &a->item[i];
        if (!is_cut(p, x)) continue;
        if (count++ == 0) fputs("$outline << EOD\n", script);
        put_box(script, outline_of(p, x), colour_of(p, a, x));
    }
    if (!count) return false;
    fputs("EOD\n", script);
    for (int64_t i = 0; i < a->count; i++) {
        const struct answer *const x = &a->item[i];
        if (!is_cut(p, x)) continue;
        put_name(script, x->subject, outline_of(p, x), colour_of(p, a, x), pixels);
    }
    return true;
}
