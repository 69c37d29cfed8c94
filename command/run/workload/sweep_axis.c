/* Finds the option that a key of a sweep sets, and computes the values along an axis. */
#include "command/run/workload/sweep_axis.h"

#include <math.h>
#include <string.h>

bool sweep_is_number(const struct option *o)
{
    return o->type == OPT_INT || o->type == OPT_REAL || o->type == OPT_INTS || o->type == OPT_REALS ||
           o->type == OPT_COUNT || o->type == OPT_FIELD;
}

bool sweep_is_list(const struct option *o)
{
    return o->type == OPT_INTS || o->type == OPT_REALS;
}

/* The position after ".0", ".[0]" or "[0]", or NULL where `at` begins otherwise. */
static const char *behind_place(const char *at)
{
    const bool dot = *at == '.', bracket = at[dot] == '[';
    const char *const digits = at + dot + bracket;
    const size_t length = strspn(digits, "0123456789");
    if (!length || !(dot || bracket) || (bracket && digits[length] != ']')) return NULL;
    return digits + length + bracket;
}

const struct option *sweep_option(const struct option *table, const char *key, bool *list)
{
    for (const struct option *o = table; o->key; o++) {
        const size_t length = strlen(o->key);
        if (strncmp(o->key, key, length)) continue;
        const char *const rest = key[length] ? behind_place(key + length) : NULL;
        *list = sweep_is_list(o) && !key[length];
        if (!key[length]) return sweep_is_number(o) ? o : NULL;
        if (rest && o->type == OPT_GROUPS && *rest == '.') return sweep_option(o->sub, rest + 1, list);
        if (rest && sweep_is_list(o) && !*rest) return o;
    }
    return NULL;
}

bool sweep_takes_whole(const struct option *o)
{
    return o->type == OPT_INT || o->type == OPT_INTS || o->type == OPT_COUNT;
}

static double number_at(const struct sweep_axis_params *a, int64_t i)
{
    if (a->values.count) return a->values.v[i];
    const double from = *a->from.v, to = *a->to.v, share = a->points > 1 ? (double)i / (double)(a->points - 1) : 0;
    if (i == a->points - 1 && i > 0) return to;
    return a->spacing == SWEEP_GEOMETRIC ? from * pow(to / from, share) : from + share * (to - from);
}

double sweep_axis_value(const struct sweep_axis_params *a, int64_t i, bool whole)
{
    return whole ? nearbyint(number_at(a, i)) + 0.0 /* no -0 */ : number_at(a, i);
}
