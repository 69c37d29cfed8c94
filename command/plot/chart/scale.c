/* Chooses the range and the units of the upward axis of a chart. */
#include "command/plot/chart/scale.h"

#include <math.h>
#include <string.h>

#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"

enum { DECADES_FROM = 50, TICKS = 6 };

double chart_units_factor(const char *from, const char *to)
{
    static const struct {
        const char *from, *to;
        double times;
    } known[] = {{"B", "KiB", 0x1p-10}, {"B", "MiB", 0x1p-20}, {"B", "GiB", 0x1p-30},
                 {"B", "kB", 1e-3},     {"B", "MB", 1e-6},     {"B", "GB", 1e-9},
                 {"s", "ms", 1e3},      {"s", "µs", 1e6},      {"s", "ns", 1e9}};
    if (!strcmp(from, to)) return 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(from, known[i].from) && !strcmp(to, known[i].to)) return known[i].times;
    return 0;
}

/* Bytes are counted in powers of 1024. */
static struct units units_of(const struct chart_spec *spec, const char *units, double largest)
{
    static const char *const binary[] = {"B", "KiB", "MiB", "GiB"};
    struct units u = {.scale = 1};
    const double given = spec->units ? chart_units_factor(units, spec->units) : 0;
    if (given > 0) {
        u.scale = given;
        snprintf(u.text, sizeof u.text, "%s", spec->units);
    } else if (!strcmp(units, "B")) {
        const int power = largest >= 0x1p30 ? 3 : largest >= 0x1p20 ? 2 : largest >= 0x1p10 ? 1 : 0;
        u.scale = pow(1024, -power);
        snprintf(u.text, sizeof u.text, "%s", binary[power]);
    } else if (!strcmp(units, "s")) u = units_fit(largest, units);
    else snprintf(u.text, sizeof u.text, "%s", units);
    return u;
}

void chart_relative_print(char *out, size_t size, const struct chart_values *v)
{
    const char *reference = v->sweep.count ? v->sweep.run[0]->title : NULL;
    for (int64_t i = 0; !reference && i < v->result->count; i++)
        if (stored_run_ok(&v->result->run[i]) && !strcmp(v->result->run[i].precision, v->precision))
            reference = v->result->run[i].title;
    snprintf(out, size, "%s", reference ? reference : "the first run");
}

const char *chart_published_reference(const struct chart_values *v)
{
    char here[128];
    const struct result *const r = v->result;
    int64_t first = 0;
    if (!chart_is_relative(v->quantity)) return NULL;
    while (first < r->count && strcmp(r->run[first].precision, v->precision)) first++;
    chart_relative_print(here, sizeof here, v);
    if (first == r->count || stored_run_ok(&r->run[first]) || !strcmp(here, r->run[first].title)) return NULL;
    return r->run[first].title;
}

/* Names of quantities in the field's words. */
static void name_quantity(char *out, size_t size, const char *quantity)
{
    static const struct {
        const char *name, *words;
    } known[] = {{"seconds", "time"},
                 {"gb_s", "bandwidth"},
                 {"bytes_scratch", "memory in addition to the arrays"},
                 {"bytes_batch", "memory of the arrays"},
                 {"bytes_matrix", "memory of the matrix"},
                 {"from_thomas", "largest difference to elimination"},
                 {"from_thomas_mean", "mean difference to elimination"},
                 {"from_lapack", "largest difference to gtsv"},
                 {"from_lapack_mean", "mean difference to gtsv"}};
    words_print(out, size, *quantity == '*' ? quantity + 2 : quantity);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(quantity, known[i].name)) snprintf(out, size, "%s", known[i].words);
}

static void name_scale(struct chart_scale *s, const struct chart_values *v, const char *units)
{
    char name[160], reference[128];
    bool here = false;
    for (int k = 0; k < v->runs; k++) here |= v->run[k].run != NULL;
    chart_relative_print(reference, sizeof reference, v);
    name_quantity(name, sizeof name, v->quantity);
    if (!strcmp(v->quantity, "longer")) snprintf(s->label, sizeof s->label, "%% longer than '%s'", reference);
    else if (strcmp(v->quantity, "speedup")) label_print(s->label, sizeof s->label, name, units);
    else if (here) snprintf(s->label, sizeof s->label, "times as fast as '%s'", reference);
    else snprintf(s->label, sizeof s->label, "speed-up, as published");
}

static void extend(struct chart_scale *s, double *least, double x)
{
    if (!isfinite(x)) return;
    s->min = fmin(s->min, x), s->max = fmax(s->max, x);
    if (x > 0) *least = fmin(*least, x);
}

static struct chart_scale extent(const struct facets *f, int panel, double *least)
{
    struct chart_scale s = {.min = (double)INFINITY, .max = -(double)INFINITY};
    const struct chart_values *const v = f->values;
    *least = (double)INFINITY;
    for (int k = 0; k < v->runs; k++)
        for (int64_t i = 0; i < v->points; i++) {
            if (v->hidden[i] || (panel >= 0 && !facets_has(f, panel, i))) continue;
            const struct chart_cell *const c = chart_cell(v, k, i);
            extend(&s, least, c->measured), extend(&s, least, c->published);
        }
    return s;
}

/* Do the values of any one panel spread over more than a decade or two? Then all panels have logarithmic axes. */
static bool is_spread(const struct facets *f)
{
    bool spread = false;
    for (int panel = 0; panel < f->panels; panel++) {
        double least;
        const struct chart_scale s = extent(f, panel, &least);
        if (s.min < 0) return false;
        spread |= s.max > DECADES_FROM * least;
    }
    return spread;
}

struct chart_scale chart_scale_of(const struct facets *f, const struct chart_spec *spec, int panel)
{
    double least;
    const struct chart_scale all = extent(f, ALL_PANELS, &least);
    struct chart_scale s = panel >= 0 ? extent(f, panel, &least) : all;
    const struct units u = units_of(spec, f->values->units, fmax(fabs(all.min), fabs(all.max)));
    s.log = spec->log == LOG_Y || spec->log == LOG_XY || (spec->log == LOG_AUTO && is_spread(f));
    s.log &= least <= s.max; /* something is positive */
    if (s.log) s.min = least;
    s.times = u.scale;
    name_scale(&s, f->values, u.text);
    return s;
}

/* The length of the axis that chart_scale_print makes, from its foot to its end. */
static double length_of(const struct chart_scale *s)
{
    const double low = s->times * s->min, high = s->times * s->max;
    return fmax(high - fmin(0, low), 1e-300);
}

void chart_scale_name(FILE *script, const struct chart_scale *s, int height)
{
    enum { AROUND = 120, LETTER = 8 };
    fputs("set ylabel ", script);
    picture_quote(script, s->label);
    fprintf(script, " font ',%d'\n", LETTER * (int)strlen(s->label) > height - AROUND ? 10 : 12);
}

int chart_scale_margin(const struct facets *f, const struct chart_spec *spec)
{
    enum { USUAL = 11, NAME = 6 };
    int margin = USUAL;
    for (int panel = 0; panel < f->panels; panel++) {
        const struct chart_scale s = chart_scale_of(f, spec, panel);
        const int letters = s.log || s.max < s.min ? 0 : axis_ticks_letters(s.times * s.max, length_of(&s), TICKS);
        margin = letters + NAME > margin ? letters + NAME : margin;
    }
    return margin;
}

double chart_scale_print(FILE *script, const struct chart_scale *s, const char *axis, bool from_zero)
{
    const double low = s->times * s->min, high = s->times * s->max;
    fprintf(script, "unset logscale %s\n", axis);
    if (s->max < s->min) return fprintf(script, "set %srange [0:1]\n", axis), 0;
    if (s->log) {
        const double foot = from_zero ? low / fmax(2, pow(high / low, 0.12)) : low;
        axis_decades(script, axis, foot, high);
        return foot / fmax(1.08, pow(high / foot, 0.04));
    }
    const double bottom = fmin(0, low), length = length_of(s);
    axis_ticks(script, axis, length, TICKS);
    fprintf(script, "set %srange [%.9g:%.9g]\n", axis, bottom - (bottom < 0 ? 0.05 * length : 0),
            fmax(high, 0) + 0.08 * length);
    return 0;
}
