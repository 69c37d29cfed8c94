/* Reads an SWC file: samples, cut into sections by one of the readings, become the shape of a cell. */
#include "apps/hines/morphology/swc.h"

#include <math.h>

#include "apps/hines/morphology/swc_samples.h"
#include "base/either_precision.h"
#include "base/memory.h"

enum { BYTES_MAX = 1 << 30 };

static const double no_length = 1e-9; /* um */

/* The place in the cell on which the children of a section of the file hang. */
struct hook {
    int64_t section;
    double at;
    bool dropped;
};

static enum region region_of(int64_t type)
{
    return type >= 1 && type <= REGION_OTHER ? (enum region)(type - 1) : REGION_OTHER;
}

static enum status add_point(struct morphology *out, const struct swc_sample *x, double dx, double radius)
{
    return morphology_point(out, x->x + dx, x->y, x->z, 2 * radius);
}

/* A lone sample: the cylinder of the area of its sphere. */
static enum status add_sphere(struct morphology *out, const struct swc_sample *x)
{
    TRY(add_point(out, x, -x->radius, x->radius));
    TRY(add_point(out, x, 0, x->radius));
    return add_point(out, x, x->radius, x->radius);
}

static enum status add_points(struct morphology *out, const struct swc *s, const struct swc_cut *c,
                              const struct swc_section *of)
{
    if (of->from < 0 && c->next[of->first] < 0) return add_sphere(out, &s->sample[of->first]);
    if (of->from >= 0) TRY(add_point(out, &s->sample[of->from], 0, of->radius));
    for (int64_t i = of->first; i >= 0; i = c->next[i]) TRY(add_point(out, &s->sample[i], 0, s->sample[i].radius));
    return ST_OK;
}

static double length_of(const struct swc *s, const struct swc_cut *c, const struct swc_section *of)
{
    double sum = 0;
    int64_t before = of->from;
    if (before < 0 && c->next[of->first] < 0) return of->parent < 0 ? 2 * s->sample[of->first].radius : 0;
    for (int64_t i = of->first; i >= 0; before = i, i = c->next[i]) {
        const struct swc_sample *const a = &s->sample[before < 0 ? i : before], *const b = &s->sample[i];
        sum += sqrt((b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y) + (b->z - a->z) * (b->z - a->z));
    }
    return sum;
}

static enum status assemble(struct morphology *out, const struct swc *s, const struct swc_cut *c, struct hook *hook)
{
    for (int64_t k = 0; k < c->sections; k++) {
        const struct swc_section *const of = &c->section[k];
        const struct hook *const above = of->parent < 0 ? NULL : &hook[of->parent];
        const struct hook on =
            above && above->dropped ? *above : (struct hook){above ? above->section : -1, of->at, false};
        if (length_of(s, c, of) <= no_length) {
            const struct input at = swc_line(s, of->first);
            if (!above) return input_fault(&at, "the first section of the cell has no length");
            hook[k] = (struct hook){on.section, on.at, true};
            continue;
        }
        hook[k].section = out->sections;
        TRY(morphology_section(out, on.section, on.at, region_of(s->sample[of->first].type)));
        TRY(add_points(out, s, c, of));
    }
    return ST_OK;
}

static enum status cut(struct morphology *out, const struct swc *s, enum swc_reading reading)
{
    static enum status (*const readings[])(struct swc_cut *, const struct swc *) = {
        [SWC_NEURON] = swc_cut_neuron, [SWC_ARBOR] = swc_cut_arbor, [SWC_SONATA] = swc_cut_sonata};
    struct swc_cut c = {0};
    struct hook *hook = NULL;
    enum status st = mem_array(&c.section, HOST, s->count, sizeof *c.section);
    if (st == ST_OK) st = mem_array(&c.next, HOST, s->count, sizeof *c.next);
    if (st == ST_OK) st = mem_array(&c.of, HOST, s->count, sizeof *c.of);
    if (st == ST_OK) st = mem_array(&c.children, HOST, s->count, sizeof *c.children);
    if (st == ST_OK) st = mem_array(&hook, HOST, s->count, sizeof *hook);
    for (int64_t i = 0; st == ST_OK && i < s->count; i++) c.next[i] = -1;
    if (st == ST_OK) st = readings[reading](&c, s);
    if (st == ST_OK) st = assemble(out, s, &c, hook);
    mem_free(hook);
    mem_free(c.children);
    mem_free(c.of);
    mem_free(c.next);
    mem_free(c.section);
    return st;
}

enum status swc_read_from_with(struct morphology *out, FILE *in, const char *path, enum swc_reading reading,
                               const struct swc_lenience *lenience)
{
    struct swc s;
    *out = (struct morphology){0};
    enum status st = swc_samples(&s, in, path, lenience);
    if (st == ST_OK) st = cut(out, &s, reading);
    swc_free(&s);
    if (st != ST_OK) morphology_free(out);
    return st;
}

enum status swc_read_with(struct morphology *out, const char *path, enum swc_reading reading,
                          const struct swc_lenience *lenience)
{
    FILE *in;
    *out = (struct morphology){0};
    TRY(input_open(&in, path, BYTES_MAX));
    const enum status s = swc_read_from_with(out, in, path, reading, lenience);
    fclose(in);
    return s;
}

static const struct swc_lenience none = {0, SWC_ONE_ROOT};

enum status swc_read_from(struct morphology *out, FILE *in, const char *path, enum swc_reading reading)
{
    return swc_read_from_with(out, in, path, reading, &none);
}

enum status swc_read(struct morphology *out, const char *path, enum swc_reading reading)
{
    return swc_read_with(out, path, reading, &none);
}
