/* A charge goes to the two unknowns beside it along each axis, the nearer one getting more: cloud in cell (Hockney and
 * Eastwood, Computer Simulation Using Particles, 1988, section 5-2). Between a face and the unknown beside it all goes
 * to that unknown. */
#include "apps/poisson/charges.h"

#include "base/config/csv.h"

struct spreading {
    const struct box *box;
    double *density, *total;
};

struct share {
    int64_t at[2];
    double of[2];
};

static struct share share_of(const struct axis *a, double x)
{
    const double *const at = a->x + a->first, length = a->ends[1] - a->ends[0];
    const int64_t last = a->unknowns - 1, i = places_below(at, a->unknowns, x);
    if (i >= 0 && i < last) {
        const double upper = (x - at[i]) / (at[i + 1] - at[i]);
        return (struct share){{i, i + 1}, {1 - upper, upper}};
    }
    if (!axis_periodic(a) || last == 0) return (struct share){{i < 0 ? 0 : last, last}, {1, 0}};
    const double gap = at[0] + length - at[last], upper = (i < 0 ? x + length - at[last] : x - at[last]) / gap;
    return (struct share){{last, 0}, {1 - upper, upper}};
}

static enum status spread(void *context, const struct csv *t)
{
    const struct spreading *const s = context;
    const struct box *const b = s->box;
    struct share share[3] = {{{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}};
    double charge;
    for (int d = 0; d < b->dim; d++) {
        const double *const ends = b->axis[d].ends;
        double x;
        TRY(csv_number(t, d, &x));
        if (!(x >= ends[0] && x <= ends[1]))
            return input_fault(&t->from, "%s is %g, outside of the box from %g to %g", t->column[d], x, ends[0],
                               ends[1]);
        share[d] = share_of(&b->axis[d], x);
    }
    TRY(csv_number(t, b->dim, &charge));
    for (int corner = 0; corner < 8; corner++) {
        const int c[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
        const double part = share[0].of[c[0]] * share[1].of[c[1]] * share[2].of[c[2]];
        const int64_t i = share[0].at[c[0]], j = share[1].at[c[1]], k = share[2].at[c[2]];
        if (part > 0)
            s->density[(k * b->axis[1].unknowns + j) * b->axis[0].unknowns + i] +=
                charge * part / box_volume(b, i, j, k);
    }
    *s->total += charge;
    return ST_OK;
}

enum status charges_add(const char *path, const struct box *b, double *density, double *total)
{
    static const char *const columns[3][4] = {{"x", "charge"}, {"x", "y", "charge"}, {"x", "y", "z", "charge"}};
    struct spreading s = {.box = b, .density = density, .total = total};
    return csv_read(path, columns[b->dim - 1], b->dim + 1, spread, &s);
}
