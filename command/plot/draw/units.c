/* Chooses the prefix of a unit. */
#include "command/plot/draw/units.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Powers of a thousand, and prefixes that given units may have but that are never chosen. */
static const struct prefix {
    const char *text;
    int power;
    bool given;
} prefixes[] = {{"T", 12, false},  {"G", 9, false},  {"M", 6, false},  {"k", 3, false},   {"", 0, false},
                {"m", -3, false},  {"µ", -6, false}, {"n", -9, false}, {"p", -12, false}, {"f", -15, false},
                {"a", -18, false}, {"u", -6, true},  {"µ", -6, true},  {"c", -2, true},   {"d", -1, true}};
enum { PREFIXES = sizeof prefixes / sizeof *prefixes };

/* Units that take prefixes, up to that power of ten: nobody counts in kiloseconds or megametres. Temperatures are in C
 * too, which have no small prefix: coulombs are small. */
static const struct base {
    const char *text;
    int most, from; /* powers; `from`: values above it stay */
} bases[] = {{"m", 3, 99},   {"s", 0, 99},    {"V", 12, 99},  {"A", 12, 99}, {"J", 12, 99},  {"W", 12, 99},
             {"Pa", 12, 99}, {"N", 12, 99},   {"F", 0, 99},   {"C", 0, -3},  {"Hz", 12, 99}, {"S", 3, 99},
             {"M", 0, 99},   {"Ohm", 12, 99}, {"eV", 12, 99}, {"mol", 3, 99}};
enum { BASES = sizeof bases / sizeof *bases };

struct parsed {
    const struct prefix *prefix;
    const struct base *base;
    const char *rest; /* behind the base: "/m2" */
};

/* A base, and then nothing, or a divisor or factor: a prefix of a power would have another meaning. */
static bool read_base(struct parsed *out, const char *text)
{
    for (int b = 0; b < BASES; b++) {
        const size_t length = strlen(bases[b].text);
        if (strncmp(text, bases[b].text, length) || (text[length] && text[length] != '/' && text[length] != ' '))
            continue;
        out->base = &bases[b], out->rest = text + length;
        return true;
    }
    return false;
}

/* "mm" is a prefix and a base; "m" is a base: that is tried first. */
static bool parse(struct parsed *out, const char *units)
{
    static const struct prefix none = {"", 0, false};
    out->prefix = &none;
    if (read_base(out, units)) return true;
    for (int p = 0; p < PREFIXES; p++) {
        const size_t length = strlen(prefixes[p].text);
        if (!length || strncmp(units, prefixes[p].text, length)) continue;
        out->prefix = &prefixes[p];
        if (read_base(out, units + length)) return true;
    }
    return false;
}

/* False: with no prefix the number is short. */
static bool fit_prefix(struct units *u, double largest, const struct parsed *of)
{
    const double whole = largest * pow(10, of->prefix->power);
    const struct prefix *best = NULL;
    if (whole >= pow(10, of->base->from)) return false;
    for (int p = 0; p < PREFIXES; p++) {
        if (prefixes[p].given || prefixes[p].power > of->base->most) continue;
        best = &prefixes[p];
        if (whole * (1 + 1e-12) >= pow(10, best->power)) break;
    }
    const double shown = whole / pow(10, best->power);
    if (shown >= 1e5 || shown < 1e-3) return false;
    u->scale = pow(10, of->prefix->power - best->power);
    snprintf(u->text, sizeof u->text, "%s%s%s", best->text, of->base->text, of->rest);
    return true;
}

static void fit_power(struct units *u, double largest, const char *units)
{
    const int power = 3 * (int)floor(log10(largest) / 3);
    u->scale = pow(10, -power);
    snprintf(u->text, sizeof u->text, "1e%d%s%s", power, *units ? " " : "", units);
}

struct units units_fit(double largest, const char *units)
{
    struct units u = {.scale = 1};
    struct parsed of;
    const bool known = parse(&of, units);
    const bool micro = known && !strcmp(of.prefix->text, "u");
    if (micro) snprintf(u.text, sizeof u.text, "µ%s%s", of.base->text, of.rest);
    else snprintf(u.text, sizeof u.text, "%s", units);
    largest = fabs(largest);
    if (!isfinite(largest) || largest == 0) return u;
    if (known && ((largest >= 1 && largest < 1000) || fit_prefix(&u, largest, &of))) return u;
    if (largest >= 1e5 || largest < 1e-3) fit_power(&u, largest, units);
    return u;
}
