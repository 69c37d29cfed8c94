/* Clamps of a part on the device. */
#include "apps/hines/device/device_part.h"
#include "apps/hines/device/grouped.h"
#include "base/device/device.h"
#include "base/memory.h"

static int64_t node_of(const void *of, int64_t i)
{
    return ((const struct part_clamp *)of)[i].node;
}

/* The number of a stimulus among those of the part, to which it is added; -1: there is none. Clamps of one entry follow
 * each other. */
static int32_t number_of(struct device_part *t, const struct stimulus *s)
{
    int64_t k = t->stimuli - 1;
    if (!s) return -1;
    while (k >= 0 && t->stimulus[k] != s) k--;
    if (k < 0) k = t->stimuli++, t->stimulus[k] = s;
    return (int32_t)k;
}

static enum status copy_sorted(struct device_part *t, const struct grouped *g)
{
    const struct cell_part *const p = t->part;
    struct device_clamp *sorted;
    TRY(mem_array(&sorted, HOST, p->clamps, sizeof *sorted));
    for (int64_t i = 0; i < p->clamps; i++) number_of(t, p->clamp[i].stimulus);
    for (int64_t i = 0; i < p->clamps; i++) {
        const struct part_clamp *const c = &p->clamp[g->order[i]];
        sorted[i] = (struct device_clamp){*c, number_of(t, c->stimulus)};
    }
    enum status s = device_part_copy(t, &t->clamps.clamp, sorted, p->clamps, sizeof *sorted);
    if (s == ST_OK) s = device_part_copy(t, &t->clamps.nodes.first, g->first, g->groups + 1, sizeof *g->first);
    t->clamps.nodes.groups = g->groups;
    mem_free(sorted);
    return s;
}

enum status device_part_clamps(struct device_part *t)
{
    const struct cell_part *const p = t->part;
    struct grouped g;
    if (!p->clamps) return ST_OK;
    TRY(mem_array(&t->stimulus, HOST, p->clamps, sizeof *t->stimulus));
    enum status s = grouped_make(&g, p->clamp, p->clamps, node_of);
    if (s == ST_OK) s = copy_sorted(t, &g);
    grouped_free(&g);
    TRY(s);
    if (!t->stimuli) return ST_OK;
    t->clamps.steps = t->steps;
    TRY(mem_array(&t->current, HOST, t->stimuli * t->steps, sizeof *t->current));
    return device_part_copy(t, &t->clamps.stimulus, NULL, t->stimuli * t->steps, sizeof *t->current);
}

enum status device_part_stimuli(struct device_part *t, int64_t first, int64_t steps)
{
    const int64_t count = t->stimuli * t->steps;
    for (int64_t k = 0; k < t->stimuli; k++)
        for (int64_t i = 0; i < steps; i++) t->current[k * t->steps + i] = stimulus_at(t->stimulus[k], first + i);
    return count ? device_copy((void *)t->clamps.stimulus, DEVICE, t->current, HOST,
                               count * (int64_t)sizeof *t->current, &t->exec)
                 : ST_OK;
}
