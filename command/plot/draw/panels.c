/* Sorts columns into panels by their units. */
#include "command/plot/draw/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/plot/draw/axis.h"

static int64_t points_of(const struct column *y)
{
    int64_t count = 0;
    for (int64_t i = 0; y && i < y->count; i++) count += isfinite(y->value[i]);
    return count;
}

/* Highest and mean values of blocks would hide each other. */
static const char *of_subjects(const char *name)
{
    const char *const last = strrchr(name, '_');
    return last && (!strcmp(last, "_max") || !strcmp(last, "_mean")) ? last + 1 : "";
}

/* Numbers without units are not compared with each other. */
static struct panel *panel_for(struct panels *p, const struct column *y)
{
    for (int i = 0; *y->units && i < p->count; i++)
        if (!strcmp(p->panel[i].units, y->units) && !strcmp(p->panel[i].of, of_subjects(y->name)) &&
            p->panel[i].columns < PANEL_COLUMNS_MAX)
            return &p->panel[i];
    if (p->count == PANELS_MAX) return NULL;
    struct panel *const new = &p->panel[p->count++];
    *new = (struct panel){.units = y->units, .of = of_subjects(y->name), .range = {.min = 1, .max = 0}};
    return new;
}

static void add_column(struct panels *p, const char *name, const char *x)
{
    struct panel *to = NULL;
    for (int run = 0; run < p->samples->count; run++) {
        const struct series *const s = &p->samples->series[run];
        const struct column *const y = series_column(s, name);
        if (points_of(y) < 2) continue;
        if (!to) to = panel_for(p, y);
        if (!to || to->count == PANEL_LINES_MAX) continue;
        to->line[to->count++] = (struct panel_line){x ? series_column(s, x) : NULL, y, run, to->columns};
        to->range = range_join(to->range, range_of(y));
    }
    if (to) to->columns++;
}

void panels_fill(struct panels *p, const struct canvas *c, const struct wanted *w, const char *x)
{
    char single[512] = "";
    size_t used = 0;
    for (int i = 0; i < w->count; i++) {
        int64_t most = 0;
        for (int run = 0; run < p->samples->count; run++) {
            const int64_t points = points_of(series_column(&p->samples->series[run], w->name[i]));
            if (points > most) most = points;
        }
        if (most > 1) add_column(p, w->name[i], x);
        else if (!most) canvas_omit(c, w->name[i], "it has no finite value");
        else if (used < sizeof single)
            used += (size_t)snprintf(single + used, sizeof single - used, "%s%s", used ? ", " : "", w->name[i]);
    }
    if (used) canvas_omit(c, single, "there is one point");
    if (w->more) canvas_omit(c, "further columns", "--column draws them");
}

/* The quantity that is measured in a unit. */
static const char *measured_in(const char *units)
{
    static const struct {
        const char *units, *what;
    } known[] = {{"K", "temperature"}, {"W", "power"},      {"J", "energy"},       {"s", "time"},
                 {"min", "time"},      {"h", "time"},       {"ms", "time"},        {"m", "length"},
                 {"1/min", "rate"},    {"1/s", "rate"},     {"W/m2", "heat flux"}, {"GB/s", "bandwidth"},
                 {"V", "potential"},   {"mV", "potential"}, {"nA", "current"},     {"C", "charge"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(units, known[i].units)) return known[i].what;
    return "";
}

/* Servers and tasks are counted: their unit is their name. */
static bool is_noun(const char *units)
{
    return !strcmp(units, "servers") || !strcmp(units, "tasks");
}

void panel_label(char *out, size_t size, const struct panel *p, const char *units)
{
    char name[160];
    const bool alone = p->columns == 1;
    const bool above = alone && p->line[0].y->about && *measured_in(p->units); /* over the panel */
    if (alone && !above) words_print(name, sizeof name, p->line[0].y->name);
    else snprintf(name, sizeof name, "%s%s%s", p->of, *p->of ? " " : "", measured_in(p->units));
    if (is_noun(p->units) && !alone) snprintf(out, size, "%s", units);
    else label_print(out, size, name, is_noun(p->units) ? "" : units);
}
