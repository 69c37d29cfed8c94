/* Cuts an axis at its nodes, halfway between them, and at the interfaces. */
#include "apps/adi/material/sections.h"

#include "apps/adi/material/jitter.h"
#include "base/either_precision.h"
#include "base/memory.h"

static enum status take(struct sections *s, int64_t capacity)
{
    TRY(mem_array(&s->length, HOST, 2 * capacity, sizeof *s->length));
    s->middle = s->length + capacity;
    TRY(mem_array(&s->node, HOST, 2 * capacity, sizeof *s->node));
    s->edge = s->node + capacity;
    return ST_OK;
}

static void append(struct sections *s, const struct grid *g, int axis, double from, double to, int64_t half, bool whole)
{
    const int64_t i = s->count++;
    s->length[i] = to - from;
    s->middle[i] = g->origin[axis] + g->spacing[axis] * (from + to) / 2;
    if (!whole) s->middle[i] += g->spacing[axis] * (to - from) * (jitter(i, axis) - 0.5);
    s->edge[i] = half / 2;
    s->node[i] = (half + 1) / 2 % g->n[axis];
}

static void cut(struct sections *s, const struct grid *g, int axis, const struct interfaces *at, int parts)
{
    const int64_t halves = 2 * grid_cells(g, axis);
    int64_t next = 0;
    for (int64_t p = 0; p < halves * parts; p++) {
        bool whole = true; /* without interfaces in it */
        double from = (double)p / (2.0 * parts);
        const double to = (double)(p + 1) / (2.0 * parts);
        for (; next < at->count && at->at[next] < to - SECTION_LEAST; next++) {
            if (at->at[next] < from + SECTION_LEAST) continue;
            if (at->out && at->out[next]) {
                whole = false;
                continue;
            }
            append(s, g, axis, from, at->at[next], p / parts, whole);
            from = at->at[next], whole = true;
        }
        append(s, g, axis, from, to, p / parts, whole);
    }
}

double sections_most(const struct material *m, int axis, const struct interfaces *at, int parts)
{
    if (!m->changes[axis]) return 1;
    return 2.0 * (double)grid_cells(m->grid, axis) * parts + (double)(at->count - at->left_out);
}

enum status sections_make(struct sections *s, const struct material *m, int axis, const struct interfaces *at,
                          int parts)
{
    *s = (struct sections){0};
    TRY(take(s, (int64_t)sections_most(m, axis, at, parts)));
    if (m->changes[axis]) cut(s, m->grid, axis, at, parts);
    else s->count = 1, s->length[0] = 1, s->middle[0] = m->grid->origin[axis];
    return ST_OK;
}

void sections_free(struct sections *s)
{
    mem_free(s->length);
    mem_free(s->node);
    *s = (struct sections){0};
}
