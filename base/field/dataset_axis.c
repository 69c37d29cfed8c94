/* Finds the number of a dataset that belongs to a coordinate: that of the nearest place of the grid, or, of a dataset
 * that is stretched over the grid, the evenly spaced numbers on both sides of it. */
#include "base/field/dataset_axis.h"

#include <math.h>

struct dataset_axis dataset_axis_of(const struct field_axis *grid, int64_t n, bool nearest)
{
    const bool by_place = n > 1 && n == grid->count;
    const double first = !by_place ? grid->lower : grid->coordinates ? grid->coordinates[0] : grid->first;
    const double last = !by_place           ? grid->upper
                        : grid->coordinates ? grid->coordinates[n - 1]
                                            : grid->first + grid->spacing * (double)(n - 1);
    return (struct dataset_axis){.n = n,
                                 .by_place = by_place,
                                 .nearest = nearest,
                                 .grid = *grid,
                                 .first = first,
                                 .per_width = n > 1 && last > first ? (double)(n - 1) / (last - first) : 0};
}

static double place(const struct dataset_axis *a, int64_t i)
{
    return a->grid.coordinates ? a->grid.coordinates[i] : a->grid.first + a->grid.spacing * (double)i;
}

/* The last place that is not above x; -1: there is none. `guess` is where it would be if places were even. */
static int64_t below(const struct dataset_axis *a, double x, int64_t guess)
{
    int64_t from = -1, to = a->n;
    if (place(a, guess) <= x && (guess == a->n - 1 || x < place(a, guess + 1))) return guess;
    while (to - from > 1) {
        const int64_t middle = from + (to - from) / 2;
        if (place(a, middle) <= x) from = middle;
        else to = middle;
    }
    return from;
}

/* The number of the place nearest to x; around the ends of a periodic axis too. */
static int64_t nearest_place(const struct dataset_axis *a, double x, double guess)
{
    const int64_t last = a->n - 1, i = below(a, x, (int64_t)guess);
    const double around = a->grid.periodic ? a->grid.upper - a->grid.lower : HUGE_VAL;
    if (i < 0) return place(a, 0) - x <= x + around - place(a, last) ? 0 : last;
    if (i == last) return x - place(a, last) < place(a, 0) + around - x ? last : 0;
    return x - place(a, i) < place(a, i + 1) - x ? i : i + 1;
}

struct spot dataset_axis_spot(const struct dataset_axis *a, double x)
{
    const double last = (double)(a->n - 1), u = fmin(fmax((x - a->first) * a->per_width, 0), last);
    if (a->by_place) return (struct spot){nearest_place(a, x, floor(u)), 0};
    if (a->nearest) return (struct spot){(int64_t)floor(u + 0.5), 0};
    const double first = fmin(floor(u), fmax(last - 1, 0));
    return (struct spot){(int64_t)first, u - first};
}

int64_t dataset_axis_breaks(const struct dataset_axis *a, double *places)
{
    const bool jumps = a->by_place || a->nearest;
    const int64_t count = a->n < 2 ? 0 : jumps ? a->n - 1 : a->n - 2;
    for (int64_t i = 0; places && i < count; i++)
        places[i] = a->by_place ? (place(a, i) + place(a, i + 1)) / 2
                                : a->first + ((jumps ? 0.5 : 1) + (double)i) / a->per_width;
    return count;
}
