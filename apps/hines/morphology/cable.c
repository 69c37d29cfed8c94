/* Compartments of equal length along each section. Between the middles of neighbours lie two half resistances, each the
 * integral of resistivity / cross section; where sections hang on the end of another there is a node without area. A
 * single section at the end of another continues it without such a node.
 *
 * M. Hines, N. Carnevale, Neural Computation 9 (1997) 1179, and 13 (2001) 1511 (d_lambda). */
#include "apps/hines/morphology/cable.h"

#include <math.h>
#include <stddef.h>

#include "apps/hines/morphology/frustum.h"
#include "base/either_precision.h"
#include "base/memory.h"

enum { COMPARTMENTS_MAX = 1 << 24 };

/* The number of sections that hang on a section: at its end, and at its start (only on the first section). */
struct hanging {
    int64_t at_end, at_start;
};

/* A position along a section: in the frustum from point i on, which begins at `begin`. */
struct walk {
    int64_t i;
    double begin;
};

/* Area and resistance of the part of a section from the end of the last call, `from`, to `to`: distances from its
 * start. */
static struct frustum integrate(struct walk *w, const struct morphology *m, int64_t section, double from, double to)
{
    const struct cell_section *const s = &m->section[section];
    const int64_t last = s->first + s->points - 2;
    struct frustum sum = {0, 0};
    for (;; w->i++) {
        const double length = frustum_length(&m->point[w->i]), end = w->begin + length;
        const double t = fmax(0, from - w->begin), u = fmin(length, to - w->begin);
        const struct frustum f = length > 0 ? frustum_of(&m->point[w->i], fmin(1, t / length), fmax(0, u / length))
                                            : frustum_of(&m->point[w->i], 0, 1);
        if (u >= t) sum.area += f.area, sum.resistance += f.resistance;
        if (end >= to || w->i == last) return sum;
        w->begin = end;
    }
}

/* An odd number, so that there is a node in the middle: int((L / (d_lambda lambda) + 0.9) / 2) 2 + 1, where lambda at
 * 100 Hz, 1e5 sqrt(d / (4 pi f Ra cm)) um, is taken point by point along the section. */
static int64_t compartments_of(const struct morphology *m, int64_t section, const struct cutting *cutting)
{
    const struct cell_section *const s = &m->section[section];
    const double pi = acos(-1.0), ra = cutting->resistivity[s->region], cm = cutting->capacitance[s->region];
    double lambdas = 0;
    if (cutting->compartments) return cutting->compartments;
    for (int64_t i = s->first; i < s->first + s->points - 1; i++) {
        const double d = (m->point[i].diameter + m->point[i + 1].diameter) / 2;
        lambdas += frustum_length(&m->point[i]) / (1e5 * sqrt(d / (4 * pi * 100 * ra * cm)));
    }
    const double wanted = floor((lambdas / cutting->d_lambda + 0.9) / 2) * 2 + 1;
    return wanted < COMPARTMENTS_MAX ? (int64_t)wanted : (int64_t)COMPARTMENTS_MAX;
}

static enum status allocate(struct cable *c)
{
    TRY(mem_array(&c->parent, HOST, c->nodes, sizeof *c->parent));
    TRY(mem_array(&c->conductance, HOST, c->nodes, sizeof *c->conductance));
    TRY(mem_array(&c->area, HOST, c->nodes, sizeof *c->area));
    TRY(mem_array(&c->region, HOST, c->nodes, sizeof *c->region));
    TRY(mem_array(&c->section, HOST, c->nodes, sizeof *c->section));
    TRY(mem_array(&c->distance, HOST, c->nodes, sizeof *c->distance));
    return mem_array(&c->at, HOST, c->nodes, sizeof *c->at);
}

static enum status allocate_sections(struct cable *c)
{
    TRY(mem_array(&c->first, HOST, c->sections, sizeof *c->first));
    TRY(mem_array(&c->count, HOST, c->sections, sizeof *c->count));
    TRY(mem_array(&c->number, HOST, c->sections, sizeof *c->number));
    TRY(mem_array(&c->length, HOST, c->sections, sizeof *c->length));
    TRY(mem_array(&c->start, HOST, c->sections, sizeof *c->start));
    return mem_array(&c->end, HOST, c->sections, sizeof *c->end);
}

static void count_hanging(const struct morphology *m, struct hanging *h)
{
    for (int64_t s = 0; s < m->sections; s++) {
        const struct cell_section *const of = &m->section[s];
        if (of->parent < 0) continue;
        if (of->at >= 1) h[of->parent].at_end++;
        else if (of->at <= 0) h[of->parent].at_start++;
    }
}

static bool joint_at_start(const struct morphology *m, const struct hanging *h, int64_t s, bool ends)
{
    return m->section[s].parent < 0 && (ends || h[s].at_start > 0);
}

static bool joint_at_end(const struct hanging *h, int64_t s, bool ends)
{
    return ends || h[s].at_end > 1;
}

/* The next node; `resistance` MOhm to its parent. */
static int64_t add(struct cable *c, int64_t parent, double resistance, double area, enum region region, int64_t section,
                   double at)
{
    const int64_t i = c->nodes++;
    c->parent[i] = parent, c->conductance[i] = parent < 0 ? 0 : 1 / resistance, c->area[i] = area;
    c->region[i] = region, c->section[i] = section, c->at[i] = at;
    return i;
}

/* The node on which a section hangs, and the resistance from there to its start. */
static int64_t anchor(const struct cable *c, const struct morphology *m, const double *tail, int64_t section,
                      double *resistance)
{
    const struct cell_section *const s = &m->section[section];
    *resistance = 0;
    if (s->parent < 0) return -1;
    if (s->at <= 0) return c->start[s->parent];
    if (s->at < 1) return cable_node(c, s->parent, s->at);
    *resistance = tail[s->parent];
    return c->end[s->parent];
}

/* tail[s]: MOhm from the node that stands for the end of section s to that end. */
static void add_section(struct cable *c, const struct morphology *m, const struct cutting *cutting,
                        const struct hanging *h, double *tail, int64_t s)
{
    const enum region region = m->section[s].region;
    const int64_t n = c->count[s];
    const double length = section_length(m, s), dx = length / (double)n, ra = 0.01 * cutting->resistivity[region];
    struct walk walk = {m->section[s].first, 0};
    double before;
    int64_t last = anchor(c, m, tail, s, &before);
    if (joint_at_start(m, h, s, cutting->ends)) last = add(c, -1, 0, 0, region, s, 0);
    for (int64_t i = 0; i < n; i++) {
        const double middle = ((double)i + 0.5) * dx, end = i == n - 1 ? length : (double)(i + 1) * dx;
        const struct frustum a = integrate(&walk, m, s, (double)i * dx, middle);
        const struct frustum b = integrate(&walk, m, s, middle, end);
        last = add(c, last, before + ra * a.resistance, a.area + b.area, region, s, middle / length);
        if (i == 0) c->first[s] = last;
        before = ra * b.resistance;
    }
    tail[s] = before, c->end[s] = last;
    if (joint_at_end(h, s, cutting->ends)) tail[s] = 0, c->end[s] = add(c, last, before, 0, region, s, 1);
    const int64_t root = c->first[s], above = c->parent[root];
    c->start[s] = above >= 0 && (m->section[s].parent < 0 || c->area[above] == 0) ? above : root;
}

/* The distance from the soma at the fraction `at` of a section whose start lies at `start`. */
static double distance_of(int64_t section, double start, double length, double at)
{
    return section == 0 ? fabs(at - 0.5) * length : start + at * length;
}

static enum status measure(struct cable *c, const struct morphology *m)
{
    int64_t of_region[REGIONS] = {0};
    double *start;
    TRY(mem_array(&start, HOST, m->sections, sizeof *start));
    for (int64_t s = 0; s < m->sections; s++) {
        const int64_t above = m->section[s].parent;
        c->number[s] = of_region[m->section[s].region]++, c->length[s] = section_length(m, s);
        if (above >= 0) start[s] = distance_of(above, start[above], c->length[above], m->section[s].at);
    }
    for (int64_t i = 0; i < c->nodes; i++)
        c->distance[i] = distance_of(c->section[i], start[c->section[i]], c->length[c->section[i]], c->at[i]);
    mem_free(start);
    return ST_OK;
}

static enum status fill(struct cable *c, const struct morphology *m, const struct cutting *cutting, struct hanging *h,
                        double *tail)
{
    count_hanging(m, h);
    c->sections = m->sections;
    TRY(allocate_sections(c));
    for (int64_t s = 0; s < m->sections; s++) {
        c->count[s] = compartments_of(m, s, cutting);
        c->nodes += c->count[s] + joint_at_start(m, h, s, cutting->ends) + joint_at_end(h, s, cutting->ends);
    }
    TRY(allocate(c));
    c->nodes = 0;
    for (int64_t s = 0; s < m->sections; s++) add_section(c, m, cutting, h, tail, s);
    return measure(c, m);
}

enum status cable_make(struct cable *out, const struct morphology *m, const struct cutting *cutting)
{
    struct hanging *h = NULL;
    double *tail = NULL;
    *out = (struct cable){0};
    enum status s = mem_array(&h, HOST, m->sections, sizeof *h);
    if (s == ST_OK) s = mem_array(&tail, HOST, m->sections, sizeof *tail);
    if (s == ST_OK) s = fill(out, m, cutting, h, tail);
    mem_free(tail);
    mem_free(h);
    if (s != ST_OK) cable_free(out);
    return s;
}

void cable_free(struct cable *c)
{
    void *const all[] = {c->parent, c->conductance, c->area,  c->region, c->section, c->at,    c->distance,
                         c->first,  c->count,       c->start, c->end,    c->number,  c->length};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    *c = (struct cable){0};
}

int64_t cable_node(const struct cable *c, int64_t section, double at)
{
    const int64_t n = c->count[section], i = (int64_t)(at * (double)n);
    if (at <= 0) return c->start[section];
    return at >= 1 ? c->end[section] : c->first[section] + (i < n ? i : n - 1);
}
