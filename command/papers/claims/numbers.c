/* Numbers at places: made, named, and brought to the same places. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/papers/claims/evaluate.h"

enum status numbers_make(struct evaluation *e, int64_t count, const struct places *places, struct numbers *out)
{
    *out = (struct numbers){.count = count, .places = places};
    TRY(arena_take(&e->arena, &out->value, count * (int64_t)sizeof *out->value));
    TRY(arena_take(&e->arena, &out->there, count * (int64_t)sizeof *out->there));
    for (int64_t i = 0; i < count; i++) out->there[i] = true;
    return ST_OK;
}

const struct column *places_axis(const struct places *p, const char *name)
{
    for (int a = 0; p && a < p->axes; a++)
        if (!strcmp(p->axis[a]->name, name)) return p->axis[a];
    return NULL;
}

/* Do points with the name of this one differ along the axis? */
static bool differs(const struct places *p, int axis, int64_t point)
{
    const double *const value = p->axis[axis]->value;
    for (int64_t i = 0; i < p->count; i++)
        if (value[i] != value[point] && (!p->name || !strcmp(p->name[i], p->name[point]))) return true;
    return !p->name;
}

/* By its name, and by the axes along which that does not suffice. */
void places_print(char *out, size_t size, const struct places *p, int64_t point)
{
    size_t used = 0;
    *out = '\0';
    if (!p) return;
    if (p->name) used = (size_t)snprintf(out, size, "%s", p->name[point]);
    for (int a = 0; a < p->axes && used < size; a++)
        if (differs(p, a, point))
            used += (size_t)snprintf(out + used, size - used, "%s%s %.15g", used ? ", " : "", p->axis[a]->name,
                                     p->axis[a]->value[point]);
}

/* Do both points agree in the axes that both have? */
static bool is_same(const struct places *p, int64_t i, const struct places *q, int64_t k)
{
    if (!p->axes && !q->axes) return p->name && q->name && !strcmp(p->name[i], q->name[k]);
    for (int a = 0; a < p->axes; a++) {
        const struct column *const c = places_axis(q, p->axis[a]->name);
        if (c && c->value[k] != p->axis[a]->value[i]) return false;
    }
    return true;
}

static bool share_axes(const struct places *p, const struct places *q)
{
    if (!p->axes && !q->axes) return p->name && q->name;
    for (int a = 0; a < p->axes; a++)
        if (places_axis(q, p->axis[a]->name)) return true;
    return false;
}

static enum status bring(struct evaluation *e, struct numbers *x, const struct places *to)
{
    struct numbers at;
    if (x->places == to) return ST_OK;
    if (x->places && !share_axes(x->places, to)) return fail(ST_CONFIG, "its numbers have no axis in common");
    TRY(numbers_make(e, to->count, to, &at));
    for (int64_t i = 0; i < to->count; i++) {
        int64_t k = 0;
        while (x->places && k < x->count && !is_same(to, i, x->places, k)) k++;
        at.there[i] = k < x->count && x->there[k];
        at.value[i] = at.there[i] ? x->value[k] : (double)NAN;
    }
    *x = at;
    return ST_OK;
}

enum status numbers_align(struct evaluation *e, struct numbers *x, int count)
{
    const struct places *to = NULL;
    for (int i = 0; i < count; i++)
        if (x[i].places && (!to || x[i].places->axes > to->axes)) to = x[i].places;
    for (int i = 0; i < count && to; i++) TRY(bring(e, &x[i], to));
    return ST_OK;
}
