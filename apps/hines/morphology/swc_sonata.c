/* Sections of samples as the developers' guide of SONATA has them: a sphere, and unbranched chains, type by type.
 *
 * K. Dai et al., PLoS Comput. Biol. 16 (2020) e1007696. */
#include "apps/hines/morphology/morphology.h"
#include "apps/hines/morphology/swc_samples.h"
#include "base/either_precision.h"

static enum status check_numbers(const struct swc *s)
{
    for (int64_t i = 0; i < s->count; i++) {
        const struct input at = swc_line(s, i);
        if (s->sample[i].id != i + 1)
            return input_fault(&at, "the id is %lld, not %lld: in the reading sonata ids count from 1",
                               (long long)s->sample[i].id, (long long)i + 1);
        if (i > 0 && s->sample[i].line < s->sample[i - 1].line)
            return input_fault(&at, "sample %lld stands before sample %lld: in the reading sonata lines are in order",
                               (long long)i + 1, (long long)i);
    }
    return ST_OK;
}

static enum status check_types(const struct swc *s)
{
    const struct input root = swc_line(s, 0);
    if (s->sample[0].type != SWC_SOMA)
        return input_fault(&root, "the first sample is of type %lld, not a soma, with which the reading sonata begins",
                           (long long)s->sample[0].type);
    for (int64_t i = 1; i < s->count; i++) {
        const struct swc_sample *const x = &s->sample[i];
        const struct input at = swc_line(s, i);
        if (x->type == SWC_SOMA)
            return input_fault(&at, "sample %lld is of the soma, which in the reading sonata has one sample",
                               (long long)x->id);
        if (x->parent > 0 && x->type != s->sample[x->parent].type)
            return input_fault(
                &at, "sample %lld has type %lld, its parent %lld: in the reading sonata types change only at the soma",
                (long long)x->id, (long long)x->type, (long long)s->sample[x->parent].type);
    }
    return ST_OK;
}

static enum status check_chains(const struct swc *s, const struct swc_cut *c)
{
    for (int64_t i = 1; i < s->count; i++) {
        const int64_t p = s->sample[i].parent;
        const struct input at = swc_line(s, i);
        if (p > 0 && c->children[p] == 1 && p != i - 1)
            return input_fault(
                &at,
                "sample %lld continues sample %lld: in the reading sonata the samples of a section are consecutive",
                (long long)i + 1, (long long)p + 1);
    }
    return ST_OK;
}

static void place(struct swc_cut *c, const struct swc *s, int64_t i)
{
    const int64_t p = s->sample[i].parent;
    const bool lone = c->children[i] != 1;
    if (p == 0) swc_begin(c, i, lone ? p : -1, s->sample[i].radius, 0, 0.5);
    else if (c->children[p] > 1) swc_begin(c, i, p, s->sample[p].radius, c->of[p], 1);
    else swc_follow(c, i, p);
}

enum status swc_cut_sonata(struct swc_cut *c, const struct swc *s)
{
    TRY(check_numbers(s));
    TRY(check_types(s));
    for (int64_t i = 1; i < s->count; i++) c->children[s->sample[i].parent]++;
    TRY(check_chains(s, c));
    swc_begin(c, 0, -1, 0, -1, 0);
    for (int64_t type = SWC_SOMA + 1; type <= REGIONS; type++)
        for (int64_t i = 1; i < s->count; i++) {
            const int64_t own = s->sample[i].type;
            if ((own > SWC_SOMA && own < REGIONS ? own : REGIONS) == type) place(c, s, i);
        }
    return ST_OK;
}
