/* A charge is divided between the two unknowns beside it along each axis, most to the nearer one: cloud in cell
 * (Hockney and Eastwood, Computer Simulation Using Particles, 1988, section 5-2). Between a face and the unknown beside
 * it all goes to that unknown. */
#include "apps/poisson/charges.h"

#include "base/config/csv.h"

struct spreading {
    const struct box *box;
    double *density, *total;
};

static enum status spread(void *context, const struct csv *t)
{
    const struct spreading *const s = context;
    const struct box *const b = s->box;
    struct axis_neighbours at[3] = {{0}};
    double charge;
    for (int d = 0; d < b->dim; d++) {
        const double *const ends = b->axis[d].ends;
        double x;
        TRY(csv_number(t, d, &x));
        if (!(x >= ends[0] && x <= ends[1]))
            return input_fault(&t->from, "%s is %g, outside of the box from %g to %g", t->column[d], x, ends[0],
                               ends[1]);
        at[d] = axis_neighbours_of(&b->axis[d], b->axis[d].first, b->axis[d].unknowns, x);
    }
    TRY(csv_number(t, b->dim, &charge));
    for (int corner = 0; corner < 8; corner++) {
        const struct axis_corner c = axis_corner_of(at, corner);
        const int64_t i = c.at[0], j = c.at[1], k = c.at[2];
        if (c.weight > 0)
            s->density[(k * b->axis[1].unknowns + j) * b->axis[0].unknowns + i] +=
                charge * c.weight / box_volume(b, i, j, k);
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
