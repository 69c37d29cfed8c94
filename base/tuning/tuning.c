/* Finds the values of this processor. */
#include "base/tuning/tuning.h"

#include <stdio.h>
#include <string.h>
#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#endif

#include "base/memory.h"

static const struct {
    const char *name;
    int64_t least, most, quarters;
} list[] = {
#define TUNING(ID, name, unit, least, most, quarters, about) {name, least, most, quarters},
#include "base/tuning/list.h"
#undef TUNING
};

/* Processors on which other values than the usual ones were measured to be better; that of thomas_simd is set like that
 * of windows, since both have 16 streams there. */
static const struct measured {
    const char *name, *vendor;
    int family, first, last; /* models */
    enum tuning tuning;
    int64_t value;
} measured[] = {
    {"AMD Zen 3", "AuthenticAMD", 0x19, 0x00, 0x0f, TUNING_WINDOWS_AHEAD, 48},
    {"AMD Zen 3", "AuthenticAMD", 0x19, 0x20, 0x5f, TUNING_WINDOWS_AHEAD, 48},
    {"AMD Zen 3", "AuthenticAMD", 0x19, 0x00, 0x0f, TUNING_LANES_AHEAD, 48},
    {"AMD Zen 3", "AuthenticAMD", 0x19, 0x20, 0x5f, TUNING_LANES_AHEAD, 48},
};
enum { MEASURED = sizeof measured / sizeof *measured };

const char *const tuning_words[] = {"auto", NULL};

#if defined __x86_64__ || defined __i386__
/* Families from 15 on, and models of the families 6 and 15, have more bits than their first four. */
static void identify(struct processor *p)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(0, &a, &b, &c, &d)) return;
    memcpy(p->vendor, &b, 4), memcpy(p->vendor + 4, &d, 4), memcpy(p->vendor + 8, &c, 4);
    if (!__get_cpuid(1, &a, &b, &c, &d)) return;
    const int family = (int)(a >> 8 & 15), model = (int)(a >> 4 & 15);
    p->family = family == 15 ? family + (int)(a >> 20 & 255) : family;
    p->model = family == 6 || family == 15 ? model + (int)(a >> 12 & 0xf0) : model;
}
#else
static void identify(struct processor *p)
{
    (void)p;
}
#endif

struct processor processor_here(void)
{
    struct processor p = {.cache = mem_core_cache_bytes()};
    identify(&p);
    return p;
}

static bool is(const struct processor *p, const struct measured *m)
{
    return !strcmp(p->vendor, m->vendor) && p->family == m->family && p->model >= m->first && p->model <= m->last;
}

int64_t tuning_on(const struct processor *p, enum tuning t)
{
    for (int k = 0; k < MEASURED; k++)
        if (measured[k].tuning == t && is(p, &measured[k])) return measured[k].value;
    const int64_t part = p->cache / 4 * list[t].quarters;
    return part < list[t].least ? list[t].least : part > list[t].most ? list[t].most : part;
}

/* Asked once: methods ask for every solve. Threads that ask at the same time write the same. */
int64_t tuning_value(enum tuning t)
{
    static _Atomic int64_t known[TUNING_COUNT];
    const int64_t value = known[t];
    if (value > 0) return value;
    const struct processor p = processor_here();
    known[t] = tuning_on(&p, t);
    return tuning_on(&p, t);
}

void tuning_describe(char *out, size_t size)
{
    const struct processor p = processor_here();
    const char *name = "usual values";
    for (int k = 0; k < MEASURED; k++)
        if (is(&p, &measured[k])) name = measured[k].name;
    size_t at = (size_t)snprintf(out, size, "%s", name);
    for (int t = 0; t < TUNING_COUNT && at < size; t++)
        at += (size_t)snprintf(out + at, size - at, "%s %s %lld", t ? "," : ":", list[t].name,
                               (long long)tuning_value((enum tuning)t));
}
