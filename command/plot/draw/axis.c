/* Chooses unit, scale and ticks of an axis. */
#include "command/plot/draw/axis.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/gnuplot.h"

void words_print(char *out, size_t size, const char *name)
{
    snprintf(out, size, "%s", name);
    if (strchr(name, '.')) return; /* a key of the configuration */
    for (char *c = out; *c; c++)
        if (*c == '_') *c = ' ';
}

void label_print(char *out, size_t size, const char *name, const char *units)
{
    if (!*units) snprintf(out, size, "%s", name);
    else snprintf(out, size, "%s%s[%s]", name, *name ? " " : "", units);
}

void axis_label(FILE *script, const char *axis, const char *name, const struct units *u)
{
    char text[512];
    label_print(text, sizeof text, name, u->text);
    fprintf(script, "set %slabel ", axis);
    picture_quote(script, text);
    fputs("\n", script);
}

/* 1, 2 or 5 times a power of ten. */
static double step_of(double length, int max)
{
    const double min = length / max, power = pow(10, floor(log10(min)));
    const double times = min / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

void axis_ticks(FILE *script, const char *axis, double length, int max)
{
    fprintf(script, "set format %s '%%.8g'\n", axis);
    if (isfinite(length) && length > 0) fprintf(script, "set %stics %.9g\n", axis, step_of(length, max));
    else fprintf(script, "set %stics autofreq\n", axis);
}

int axis_ticks_letters(double high, double length, int max)
{
    size_t longest = 0;
    const double step = isfinite(length) && length > 0 ? step_of(length, max) : 0;
    for (int k = 0; step > 0 && k * step <= high && k < 2 * max; k++) {
        char text[32];
        snprintf(text, sizeof text, "%.8g", k * step);
        longest = strlen(text) > longest ? strlen(text) : longest;
    }
    return (int)longest;
}

bool axis_even(double min, double max)
{
    return !(max - min > 1e-7 * fmax(fabs(min), fabs(max)));
}

void axis_colours(FILE *script, double min, double max, double scale)
{
    const bool even = axis_even(min, max);
    const double margin = !even ? 0 : min == 0 || !isfinite(min) ? 1 : 0.5 * fabs(min) * scale;
    if (isfinite(min) && isfinite(max))
        fprintf(script, "set cbrange [%.9g:%.9g]\n", min * scale - margin, max * scale + margin);
}

enum { DECADES_MAX = 17, TICKS_MAX = 12 };

/* 1, 2 and 5 times powers of ten over up to three decades, only powers over more. */
void axis_decades(FILE *script, const char *axis, double min, double max)
{
    static const double digit[] = {1, 2, 5};
    if (log10(max / min) > DECADES_MAX) min = max * pow(10, -DECADES_MAX);
    const double margin = fmax(1.08, pow(max / min, 0.04)), low = min / margin, high = max * margin;
    const double decades = log10(high / low);
    const int digits = decades < 3 ? 3 : 1, power = (int)floor(log10(low)), every = (int)ceil(decades / TICKS_MAX);
    int count = 0;
    fprintf(script, "set logscale %s\nset %srange [%.9g:%.9g]\nset format %s '%s'\nset %stics (", axis, axis, low, high,
            axis, min >= 1e-4 && max < 1e6 ? "%g" : "%.0e", axis);
    for (int p = power; p <= power + DECADES_MAX + 1; p += every)
        for (int d = 0; d < digits; d++) {
            const double at = digit[d] * pow(10, p);
            if (at < low || at > high) continue;
            fprintf(script, "%s%.9g", count++ ? ", " : "", at);
        }
    if (count < 2) fprintf(script, "%s%.3g, %.3g", count ? ", " : "", min, max);
    fputs(")\n", script);
}

void number_print(char *out, size_t size, double x)
{
    char rounded[32];
    snprintf(rounded, sizeof rounded, "%.2e", x);
    const char *const e = strchr(rounded, 'e');
    const int order = e ? atoi(e + 1) : 0;
    if (!isfinite(x) || order < -4 || order > 6) snprintf(out, size, "%.3g", x);
    else snprintf(out, size, "%.*f", order < 2 ? 2 - order : 0, atof(rounded));
}

void quantity_print(char *out, size_t size, double x, const char *units)
{
    const struct units u = *units ? units_fit(x, units) : (struct units){.scale = 1};
    char number[40];
    number_print(number, sizeof number, x * u.scale);
    snprintf(out, size, "%s%s%s", number, *u.text ? " " : "", u.text);
}
