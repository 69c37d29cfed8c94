/* Sections of samples as Import3d of NEURON 8 and 9 cuts them (share/lib/hoc/import3d/read_swc.hoc), corner cases
 * included: if another branch joins a dendrite at the sample where it leaves the soma, that sample does not end a
 * section, and the branch hangs on the start of the dendrite. */
#include <math.h>

#include "apps/hines/morphology/swc_samples.h"
#include "base/either_precision.h"
#include "base/memory.h"

/* The values that Import3d computes of each sample. */
struct import {
    const struct swc_sample *sample;
    int64_t count;
    int64_t *parent;
    int64_t *children; /* 100 for each child, and 1 more for each that does not follow at once or is of another type;
                          other than 100: a section ends here */
    int64_t *soma_children; /* children in the soma of a sample of the soma */
    int64_t *last;          /* [sections] the last sample */
    bool *at_start;         /* hangs on the start of its parent's section */
};

static bool soma(const struct import *m, int64_t i)
{
    return m->sample[i].type == SWC_SOMA;
}

/* Does a branch that leaves p, and does not follow it at once, hang on the start of p's section? In Import3d it also
 * does if nothing follows p; Import3d then takes the next sample, of another branch, as the end of p's section. */
static bool joins_start(const struct import *m, int64_t p)
{
    if (m->parent[p + 1] != p) return false;
    return p > 1 ? !soma(m, p) && soma(m, m->parent[p]) : p == 0 && !soma(m, p);
}

static void count_children(struct import *m)
{
    for (int64_t i = 1; i < m->count; i++) {
        const int64_t p = m->parent[i];
        m->children[p] += 100 + (p != i - 1);
        if (p != i - 1 && joins_start(m, p)) m->at_start[i] = true, m->children[p] = 100;
        m->children[p] += m->sample[p].type != m->sample[i].type;
        if (soma(m, i) && soma(m, p)) m->soma_children[p]++;
    }
}

static double distance(const struct swc_sample *a, const struct swc_sample *b)
{
    return sqrt((b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y) + (b->z - a->z) * (b->z - a->z));
}

/* A soma of three samples, the first between the others: the sphere of NeuroMorpho. */
static bool three_points(const struct import *m)
{
    const struct swc_sample *const x = m->sample;
    int64_t somata = 0;
    for (int64_t i = 0; i < m->count; i++) somata += soma(m, i);
    if (somata != 3 || !soma(m, 0) || !soma(m, 1) || !soma(m, 2) || m->parent[1] || m->parent[2]) return false;
    if (m->children[1] || m->children[2] || x[1].radius != x[0].radius || x[2].radius != x[0].radius) return false;
    return fabs((distance(&x[0], &x[1]) + distance(&x[0], &x[2])) / (2 * x[0].radius) - 1) < 0.01;
}

/* Finds the ends of sections: samples whose children are not 100, but for chains of the soma. */
static void find_ends(struct import *m, struct swc_cut *c)
{
    int64_t first = 0;
    const bool sphere = three_points(m);
    if (sphere) m->parent[2] = 1;
    for (int64_t i = 0; i < m->count - 1; i++)
        if (soma(m, i) && soma(m, i + 1) && m->parent[i + 1] == i && (i == 0 || m->soma_children[i] <= 1))
            m->children[i] = 100;
    for (int64_t i = 0, k = 0; i < m->count; i++) {
        c->of[i] = k;
        m->last[k] = i;
        if (m->children[i] == 100 && i < m->count - 1) {
            c->next[i] = i + 1;
            continue;
        }
        c->section[k++] = (struct swc_section){.first = first, .from = -1, .parent = -1};
        c->sections = k, first = i + 1;
    }
    if (sphere) c->next[0] = -1, m->last[0] = 0;
}

/* Does section k begin at its own first sample, not at the parent's? */
static void join(const struct import *m, struct swc_cut *c, int64_t k)
{
    struct swc_section *const of = &c->section[k];
    const int64_t first = of->first, p = m->parent[first], above = c->of[p], head = c->section[above].first;
    const bool lone = m->last[k] == first, from_soma = soma(m, head) && !soma(m, first);
    bool own = false;
    of->parent = above, of->at = 1;
    if (above == 0 && from_soma && m->last[0] == 0) of->at = 0.5, own = !lone;
    else if (above == 0 && p == 0) of->at = 0, own = !soma(m, first) && m->soma_children[p] > 1;
    else if (soma(m, head) && p < m->last[above]) of->at = 0.5, own = from_soma && !lone;
    else if (soma(m, head)) own = !lone && m->soma_children[p] > 1 && !soma(m, first);
    of->from = own ? -1 : p;
    of->radius = m->sample[from_soma ? first : p].radius;
    if (m->at_start[first]) of->at = 0;
}

static enum status allocate(struct import *m)
{
    TRY(mem_array(&m->parent, HOST, m->count, sizeof *m->parent));
    TRY(mem_array(&m->soma_children, HOST, m->count, sizeof *m->soma_children));
    TRY(mem_array(&m->last, HOST, m->count, sizeof *m->last));
    return mem_array(&m->at_start, HOST, m->count, sizeof *m->at_start);
}

enum status swc_cut_neuron(struct swc_cut *c, const struct swc *s)
{
    struct import m = {.sample = s->sample, .count = s->count, .children = c->children};
    const enum status st = allocate(&m);
    if (st == ST_OK) {
        for (int64_t i = 0; i < m.count; i++) m.parent[i] = s->sample[i].parent;
        count_children(&m);
        find_ends(&m, c);
        for (int64_t k = 1; k < c->sections; k++) join(&m, c, k);
    }
    mem_free(m.at_start);
    mem_free(m.last);
    mem_free(m.soma_children);
    mem_free(m.parent);
    return st;
}
