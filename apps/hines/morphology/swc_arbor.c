/* Sections of samples as the branches of Arbor's load_swc_arbor. Its branches may have several types, a section has
 * one. Sections that begin at the first sample, other than the first one of its type, hang on the start of that one. */
#include "apps/hines/morphology/swc_samples.h"
#include "base/either_precision.h"

static void place(struct swc_cut *c, const struct swc *s, int64_t i)
{
    const int64_t p = s->sample[i].parent;
    if (p == 0) swc_begin(c, i, p, s->sample[p].radius, c->sections ? 0 : -1, 0);
    else if (c->children[p] > 1 || s->sample[i].type != s->sample[p].type)
        swc_begin(c, i, p, s->sample[p].radius, c->of[p], 1);
    else swc_follow(c, i, p);
}

enum status swc_cut_arbor(struct swc_cut *c, const struct swc *s)
{
    int64_t trunk = 0;
    for (int64_t i = s->count - 1; i > 0; i--) {
        c->children[s->sample[i].parent]++;
        if (s->sample[i].parent == 0 && s->sample[i].type == s->sample[0].type) trunk = i;
    }
    const struct input at = swc_line(s, 0);
    if (!trunk)
        return input_fault(
            &at, "sample %lld, the first one, has no child of its own type %lld, which the reading arbor needs",
            (long long)s->sample[0].id, (long long)s->sample[0].type);
    place(c, s, trunk);
    for (int64_t i = 1; i < s->count; i++)
        if (i != trunk) place(c, s, i);
    return ST_OK;
}
