/* Chooses unit, scale and ticks of an axis. */
#include "command/plot/axis.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/gnuplot.h"

/* Kilokelvins and kiloseconds are not in use. */
static bool takes_prefix(const char *units, double largest)
{
    if (!*units || !strchr("mJWs", *units) || (units[1] && units[1] != '/')) return false;
    return *units != 's' || largest < 1;
}

static void fit_prefix(struct units *u, double largest, const char *units)
{
    static const struct {
        double one;
        const char *letter;
    } prefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
    const int last = sizeof prefixes / sizeof *prefixes - 1;
    int p = 0;
    while (p < last && largest < prefixes[p].one) p++;
    u->scale = 1 / prefixes[p].one;
    snprintf(u->text, sizeof u->text, "%s%s", prefixes[p].letter, units);
}

struct units units_fit(double largest, const char *units)
{
    struct units u = {.scale = 1};
    snprintf(u.text, sizeof u.text, "%s", units);
    largest = fabs(largest);
    if (!isfinite(largest) || largest == 0) return u;
    if (takes_prefix(units, largest)) fit_prefix(&u, largest, units);
    else if (largest >= 1e5 || largest < 1e-3) {
        const int power = 3 * (int)floor(log10(largest) / 3);
        u.scale = pow(10, -power);
        snprintf(u.text, sizeof u.text, "1e%d%s%s", power, *units ? " " : "", units);
    }
    return u;
}

void axis_label(FILE *script, const char *axis, const char *name, const struct units *u)
{
    char text[512];
    snprintf(text, sizeof text, "%s%s%s", name, *u->text ? ", " : "", u->text);
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
