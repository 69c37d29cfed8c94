/* Prints the names of panels, places and points of a chart. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/plot/chart/facets.h"
#include "command/plot/draw/axis.h"

/* "2 systems", and of a key that was swept "width = 32". */
static void add(char *out, size_t size, const struct sweep_axis *x, double value)
{
    static const char *const counted[] = {"systems", "rows", "intervals", "threads"};
    char text[64], name[128];
    bool counts = false;
    const size_t used = strlen(out), length = strlen(x->name);
    sweep_axis_print(text, sizeof text, x, value, 10);
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) counts |= !strcmp(x->name, counted[i]);
    const char *const between = used ? ", " : "";
    if (isnan(value)) return;
    if (counts) snprintf(out + used, size - used, "%s%s %.*s", between, text, (int)(length - (value == 1)), x->name);
    else words_print(name, sizeof name, x->name), snprintf(out + used, size - used, "%s%s = %s", between, name, text);
}

void facets_panel_print(char *out, size_t size, const struct facets *f, int panel)
{
    *out = '\0';
    if (f->apart && f->values->name) {
        snprintf(out, size, "%s", f->values->name[f->first[panel]]);
        return;
    }
    for (int k = 0; k < f->apart; k++) add(out, size, f->other[k], f->other[k]->at[f->first[panel]]);
    const struct chart_values *const v = f->values;
    int64_t shown = 0; /* without panels: the axes that have one value */
    while (shown + 1 < v->points && v->hidden[shown]) shown++;
    for (int a = 1; !f->apart && !v->name && a <= sweep_axes(&v->sweep); a++)
        if ((sweep_axis(&v->sweep, a) != f->across || f->places <= 1) && !facets_varies(v, sweep_axis(&v->sweep, a)))
            add(out, size, sweep_axis(&v->sweep, a), sweep_axis(&v->sweep, a)->at[shown]);
}

void facets_place_print(char *out, size_t size, const struct facets *f, int place)
{
    const int64_t point = f->place[place];
    *out = '\0';
    if (!f->across && f->values->name) snprintf(out, size, "%s", f->values->name[point]);
    else if (f->across) sweep_axis_print(out, size, f->across, f->across->at[point], 10);
}

void facets_point_print(char *out, size_t size, const struct facets *f, int64_t point)
{
    *out = '\0';
    if (f->values->name) snprintf(out, size, "%s", f->values->name[point]);
    else if (f->across) add(out, size, f->across, f->across->at[point]);
    for (int k = 0; !f->values->name && k < f->apart; k++) add(out, size, f->other[k], f->other[k]->at[point]);
}
