/* Copies between the arrays of a part and its image. */
#include "apps/hines/state/part_image.h"

#include "apps/hines/model/mechanisms.h"

int64_t image_length(const struct hines_state *s, int64_t part)
{
    const int64_t sets = mechanisms_count(s->params);
    int64_t length = (hines_rises(s->params) ? 2 : 1) * s->part[part].synapses.count;
    for (int64_t k = s->all.part[part]; k < s->all.part[part + 1]; k++) {
        const int64_t cell = s->all.order[k];
        length += s->all.size[cell] + s->all.gates[(cell + 1) * sets] - s->all.gates[cell * sets];
    }
    return length;
}

static void copy(real *here, real *image, bool out)
{
    if (out) *image = *here;
    else *here = *image;
}

static real *copy_potentials(const struct hines_state *s, struct cell_part *p, real *at, bool out)
{
    for (int64_t k = 0; k < p->cells; k++) {
        const int64_t size = s->all.size[s->all.order[p->first + k]];
        for (int64_t i = 0; i < size; i++) copy(&p->v[part_node(p, k, i)], at++, out);
        p->before[k] = p->v[p->detector[k]];
    }
    return at;
}

static real *copy_gates(const struct hines_state *s, const struct cell_part *p, const struct channel_set *set, real *at,
                        bool out)
{
    for (int64_t k = 0; k < p->cells; k++) {
        const int64_t size = s->all.size[s->all.order[p->first + k]];
        for (int64_t i = 0; i < size; i++) {
            const int64_t c = channel_set_find(set, part_node(p, k, i));
            for (int g = 0; c >= 0 && g < set->type->gates; g++) copy(&set->run.gate[g][c], at++, out);
        }
    }
    return at;
}

static void copy_part(struct hines_state *s, int64_t part, bool out)
{
    struct cell_part *const p = &s->part[part];
    real *at = copy_potentials(s, p, s->image, out);
    for (int64_t i = 0; i < p->sets; i++) at = copy_gates(s, p, &p->set[i], at, out);
    for (int64_t i = 0; i < p->synapses.count; i++) copy(&p->synapses.g[i], at++, out);
    for (int64_t i = 0; p->synapses.rise && i < p->synapses.count; i++) copy(&p->synapses.rise[i], at++, out);
}

void image_take(struct hines_state *s, int64_t part)
{
    copy_part(s, part, true);
}

void image_give(struct hines_state *s, int64_t part)
{
    copy_part(s, part, false);
}
