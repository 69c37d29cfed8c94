/* Describes the blocks that each pair of ranks exchanges: those with complete lines along both axes. */
#include "apps/poisson/ranks/layout.h"

#include "apps/poisson/ranks/part.h"
#include "base/memory.h"

/* The axis that is cut away from home: across the planes, and not the main one if that changes no bits. */
static int cut_away(const struct box *b)
{
    if (b->cut == 1) return 0;
    return b->main == 1 && part_cuts_rows(&b->axis[0]) ? 0 : 1;
}

/* The unknowns of a rank along the axis that is cut in a place. */
static struct extent along_cut(const struct box *b, enum layout_place place, int rank)
{
    const int64_t n = b->axis[cut_away(b)].unknowns;
    if (place == AT_HOME) return part_unknowns(b, rank);
    return extent_of_units(n, transform_group(), comm_size(b->comm), rank);
}

/* Gaps between rows and planes are those at home, where there are points on faces: methods treat lines that lie one
 * after the other in another manner. */
static struct box_part part_of(const struct box *b, enum layout_place place, int rank)
{
    struct box_part p = {.box = *b, .cut = place == AT_HOME ? b->cut : cut_away(b)};
    const struct extent s = along_cut(b, place, rank);
    int64_t stride = 1;
    p.from[p.cut] = s.from;
    p.box.axis[p.cut].unknowns = extent_length(s);
    p.box.unknowns = p.box.points = 1;
    for (int d = 0; d < 3; d++) {
        if (place == AWAY) p.box.stride[d] = stride;
        stride *= p.box.axis[d].unknowns + b->axis[d].points - b->axis[d].unknowns;
        p.box.unknowns *= p.box.axis[d].unknowns;
    }
    p.box.points = p.box.unknowns ? stride : 0;
    return p;
}

/* The points of `mine` that `other`, a part of the same box by another cut, holds too, as a block of `mine`. */
static struct comm_block common(const struct box_part *mine, const struct box_part *other)
{
    struct comm_block out = {.first = other->from[other->cut] * mine->box.stride[other->cut]};
    for (int d = 0; d < 3; d++) {
        out.count[d] = d == other->cut ? other->box.axis[d].unknowns : mine->box.axis[d].unknowns;
        out.stride[d] = mine->box.stride[d];
    }
    return out;
}

static enum status make_turns(struct layout *l)
{
    const int size = comm_size(l->box->comm);
    struct comm_block *home;
    TRY(mem_array(&home, HOST, 2 * size, sizeof *home));
    for (int r = 0; r < size; r++) {
        const struct box_part theirs_at_home = part_of(l->box, AT_HOME, r), theirs_away = part_of(l->box, AWAY, r);
        home[r] = common(&l->part[AT_HOME], &theirs_away);
        home[size + r] = common(&l->part[AWAY], &theirs_at_home);
    }
    enum status s = comm_exchange_make(&l->forth, l->box->comm, home, home + size, sizeof(real));
    if (s == ST_OK) s = comm_exchange_make(&l->back, l->box->comm, home + size, home, sizeof(real));
    mem_free(home);
    return s;
}

enum status layout_make(struct layout *l, const struct box *b, struct rank_cut lines)
{
    *l = (struct layout){.box = b, .lines = lines, .where = AT_HOME};
    for (int place = 0; place < 2; place++) l->part[place] = part_of(b, (enum layout_place)place, comm_rank(b->comm));
    if (!b->comm || lines.whole) return ST_OK;
    TRY(mem_array(&l->away, HOST, l->part[AWAY].box.points, sizeof *l->away));
    return make_turns(l);
}

void layout_free(struct layout *l)
{
    comm_exchange_free(l->forth);
    comm_exchange_free(l->back);
    mem_free(l->away);
    *l = (struct layout){0};
}

enum layout_place layout_of_axis(const struct layout *l, int axis)
{
    return l->box->comm && axis == l->box->cut && !l->lines.whole ? AWAY : AT_HOME;
}

enum layout_place layout_of_waves(const struct layout *l, bool all)
{
    const struct box *const b = l->box;
    const int cut = l->part[AWAY].cut;
    if (!b->comm || l->lines.whole) return AT_HOME;
    if (all || b->main == b->cut) return AWAY;
    return b->main != cut && part_cuts_rows(&b->axis[cut]) ? AWAY : AT_HOME;
}

real *layout_go(struct layout *l, enum layout_place place, real *u)
{
    const struct box *const b = l->box;
    real *const home = u + b->first + l->part[AT_HOME].from[b->cut] * b->stride[b->cut];
    if (place != l->where) {
        if (place == AWAY) comm_exchange_run(l->forth, home, l->away);
        else comm_exchange_run(l->back, l->away, home);
    }
    l->where = place;
    return place == AT_HOME ? home : l->away;
}
