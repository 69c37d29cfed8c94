/* Cuts the slowest axis that has several points. */
#include "apps/poisson/ranks/part.h"

#include "base/memory.h"
#include "base/memory/untouched.h"

bool part_cuts_rows(const struct axis *a)
{
    const int64_t group = transform_group();
    return a->unknowns % group == 0 || (a->points > a->unknowns && a->unknowns > group);
}

/* The least number of planes whose lines fill complete groups; each plane has one line per unknown of an axis. */
static int64_t planes_of_lines(const struct axis *beside, bool apart)
{
    const int64_t group = transform_group(), lines = beside->unknowns;
    int64_t planes = 1;
    if (apart && lines >= group) return 1;
    while (planes * lines % group) planes++;
    return planes;
}

/* Cuts are between groups of lines. Where x and y are transformed together, each plane has groups of its own. */
static int64_t unit_of(const struct box *b)
{
    const struct axis *const a = b->axis;
    const bool gap = a[1].points > a[1].unknowns;
    if (b->cut == 1) return transform_group();
    if (b->main == 2 && box_suits_planes(b)) return 1;
    const int64_t along_x = a[0].even || b->main == 0 ? planes_of_lines(&a[1], gap) : 1,
                  along_y = a[1].even || b->main == 1 ? planes_of_lines(&a[0], a[1].points > 1) : 1;
    return along_x > along_y ? along_x : along_y; /* both are powers of two */
}

struct extent part_unknowns(const struct box *b, int rank)
{
    const int64_t n = b->axis[b->cut].unknowns;
    return b->comm ? extent_of_units(n, unit_of(b), comm_size(b->comm), rank) : (struct extent){0, n};
}

struct extent part_points(const struct box *b, int rank)
{
    const struct axis *const a = &b->axis[b->cut];
    const struct extent s = part_unknowns(b, rank);
    if (s.from == s.to) return (struct extent){s.from, s.from};
    return (struct extent){s.from == 0 ? 0 : a->first + s.from, s.to == a->unknowns ? a->points : a->first + s.to};
}

void part_take(struct box *b, struct comm *c)
{
    b->comm = c;
    b->cut = b->axis[2].points > 1 ? 2 : 1;
    b->own[b->cut] = part_unknowns(b, comm_rank(c));
    b->own_points[b->cut] = part_points(b, comm_rank(c));
}

int part_owner(const struct box *b, int64_t point)
{
    const int64_t last = b->axis[b->cut].points - 1, at = point < 0 ? 0 : point > last ? last : point;
    int rank = 0;
    while (rank < comm_size(b->comm) - 1 && part_points(b, rank).to <= at) rank++;
    return rank;
}

bool part_owns(const struct box *b, const int64_t unknown[3])
{
    return unknown[b->cut] >= b->own[b->cut].from && unknown[b->cut] < b->own[b->cut].to;
}

int64_t part_share(const struct box *b, int rank)
{
    return b->unknowns / b->axis[b->cut].unknowns * extent_length(part_unknowns(b, rank));
}

enum status part_array_unknowns(void *out, const struct box *b, int64_t size)
{
    if (!b->comm) return mem_array(out, HOST, b->unknowns, size);
    return mem_array_sparse(out, b->unknowns, size, part_share(b, comm_rank(b->comm)));
}

enum status part_array_points(void *out, const struct box *b, int64_t size, int64_t beside)
{
    const int64_t plane = b->points / b->axis[b->cut].points;
    if (!b->comm) return mem_array(out, HOST, b->points, size);
    return mem_array_sparse(out, b->points, size, plane * (extent_length(b->own_points[b->cut]) + 2 * beside));
}
