/* Prints the cells of a table. */
#include "command/plot/chart/cells.h"

#include <math.h>
#include <stdio.h>

#include "command/plot/draw/axis.h"

static bool needs_power(double x)
{
    return isfinite(x) && x != 0 && (fabs(x) < 1e-4 || fabs(x) >= 1e7);
}

struct cell_style cell_style_of(const struct facets *f, const struct chart_scale *s)
{
    struct cell_style style = {.times = s->times};
    const struct chart_values *const v = f->values;
    for (int k = 0; k < v->runs; k++)
        for (int64_t i = 0; i < v->points; i++) {
            const struct chart_cell *const c = chart_cell(v, k, i);
            if (v->hidden[i]) continue;
            style.powers |= needs_power(s->times * c->measured) || needs_power(s->times * c->published);
        }
    return style;
}

/* Integers as they are, up to seven digits. */
static void print_number(char *out, size_t size, double x, bool powers)
{
    if (powers && x != 0) snprintf(out, size, "%.2e", x);
    else if (x == floor(x) && fabs(x) < 1e7) snprintf(out, size, "%.0f", x);
    else number_print(out, size, x);
}

void cell_print_measured(char *out, size_t size, const struct chart_cell *c, struct cell_style s)
{
    if (c->unsolved) snprintf(out, size, "no");
    else if (isnan(c->measured)) *out = '\0';
    else print_number(out, size, s.times * c->measured, s.powers);
}

void cell_print_published(char *out, size_t size, const struct chart_cell *c, struct cell_style s)
{
    char number[40];
    *out = '\0';
    if (c->refused) snprintf(out, size, "(no)");
    else if (!isnan(c->published)) {
        print_number(number, sizeof number, s.times * c->published, s.powers);
        snprintf(out, size, "(%s)", number);
    }
}
