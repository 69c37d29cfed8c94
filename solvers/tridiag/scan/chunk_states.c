/* Application, composition and correction of the maps of chunks. */
#include "solvers/tridiag/scan/chunk_states.h"

#include "solvers/tridiag/pivoting/diagonal_pivot.h"

static struct minors_state times(real factor, struct minors_state t)
{
    return (struct minors_state){factor * t.last, factor * t.before};
}

static bool is_last(struct minors_state t)
{
    return pivot_magnitude(t.last) > pivot_magnitude(t.before);
}

static real most(struct minors_state t)
{
    return pivot_larger(pivot_magnitude(t.last), pivot_magnitude(t.before));
}

static struct minors_state applied(const struct minors_map *m, struct minors_state t)
{
    return (struct minors_state){m->x.last * t.last + m->y.last * t.before,
                                 m->x.before * t.last + m->y.before * t.before};
}

struct minors_map minors_map_scaled(struct minors_map m)
{
    const real unit = diagonal_pivot_scale(pivot_larger(most(m.x), most(m.y)));
    return (struct minors_map){times(unit, m.x), times(unit, m.y)};
}

static void minors_apply(const void *map, const void *state, void *out)
{
    const struct minors_state t = applied(map, *(const struct minors_state *)state);
    *(struct minors_state *)out = times(diagonal_pivot_scale(most(t)), t);
}

static void minors_follow(const void *first, const void *then, void *out)
{
    const struct minors_map *const m = first;
    *(struct minors_map *)out = minors_map_scaled((struct minors_map){applied(then, m->x), applied(then, m->y)});
}

/* States count up to factors: `now` is `share` times `was`, but for a small difference in the smaller element, and the
 * map is that of the rows up to a factor, too. */
static void minors_correct(const void *map, const void *was, const void *now, const void *exit, void *out)
{
    const struct minors_state *const old = was, *const new = now, *const from = exit;
    const struct minors_state to = applied(map, *old);
    const bool last = is_last(*old);
    const real share = last ? new->last / old->last : new->before / old->before;
    const struct minors_state same = times(share, *old);
    const struct minors_state apart = {last ? 0 : new->last - same.last, last ? new->before - same.before : 0};
    const real unit = is_last(*from) ? from->last / to.last : from->before / to.before;
    const struct minors_state change = times(unit / share, applied(map, apart));
    *(struct minors_state *)out = (struct minors_state){from->last + change.last, from->before + change.before};
}

static void right_apply(const void *map, const void *state, void *out)
{
    const struct right_map *const m = map;
    const struct right_state *const t = state;
    *(struct right_state *)out =
        (struct right_state){m->factor[t->leads] * t->s + m->term[t->leads], m->leads[t->leads]};
}

static void right_follow(const void *first, const void *then, void *out)
{
    const struct right_map *const a = first, *const b = then;
    struct right_map *const m = out;
    for (int k = 0; k < 2; k++) {
        const bool between = a->leads[k];
        m->factor[k] = b->factor[between] * a->factor[k];
        m->term[k] = b->factor[between] * a->term[k] + b->term[between];
        m->leads[k] = b->leads[between];
    }
}

static void right_correct(const void *map, const void *was, const void *now, const void *exit, void *out)
{
    const struct right_map *const m = map;
    const struct right_state *const old = was, *const new = now, *const from = exit;
    *(struct right_state *)out = (struct right_state){from->s + m->factor[new->leads] * (new->s - old->s), from->leads};
}

static void unknown_apply(const void *map, const void *state, void *out)
{
    const struct unknown_map *const m = map;
    *(real *)out = m->factor * *(const real *)state + m->term;
}

static void unknown_follow(const void *first, const void *then, void *out)
{
    const struct unknown_map *const a = first, *const b = then;
    *(struct unknown_map *)out = (struct unknown_map){b->factor * a->factor, b->factor * a->term + b->term};
}

static void unknown_correct(const void *map, const void *was, const void *now, const void *exit, void *out)
{
    const struct unknown_map *const m = map;
    *(real *)out = *(const real *)exit + m->factor * (*(const real *)now - *(const real *)was);
}

const struct chunk_map minors_maps = {sizeof(struct minors_map), sizeof(struct minors_state), minors_apply,
                                      minors_follow, minors_correct};
const struct chunk_map right_maps = {sizeof(struct right_map), sizeof(struct right_state), right_apply, right_follow,
                                     right_correct};
const struct chunk_map unknown_maps = {sizeof(struct unknown_map), sizeof(real), unknown_apply, unknown_follow,
                                       unknown_correct};
