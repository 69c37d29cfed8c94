/* A charge is divided between the two points next to it along each axis, most to the nearer one: cloud in cell (Hockney
 * and Eastwood, Computer Simulation Using Particles, 1988, section 5-2). A face that prescribes u is such a point too:
 * its part of the charge and the image of this part beyond the face cancel. So the far field of a charge at a distance
 * d of a grounded face is proportional to d, however small d is against the spacing, and in one dimension u is exact at
 * all points. Between another face and the point next to it, all of the charge goes to that point: the image has the
 * same sign there, and takes as much to the point as the charge takes to the mirrored one. */
#include "apps/poisson/given/charges.h"

#include <stdlib.h>

#include "apps/poisson/ranks/part.h"
#include "base/config/csv.h"
#include "base/either_precision.h"
#include "base/memory.h"

struct spreading {
    const struct box *box;
    struct charges *charges;
};

/* Appends a charge to the list of them. */
static enum status append(struct charges *c, const double at[3], double charge)
{
    double **const list[4] = {&c->at[0], &c->at[1], &c->at[2], &c->charge};
    const double value[4] = {at[0], at[1], at[2], charge};
    const int64_t capacity = c->count < c->capacity ? c->capacity : 2 * c->capacity + 64;
    for (int i = 0; i < 4; i++) {
        double *const more = capacity > c->capacity ? realloc(*list[i], (size_t)capacity * sizeof *more) : *list[i];
        if (!more) return fail(ST_NOMEM, "no memory for %lld charges", (long long)capacity);
        *list[i] = more;
        more[c->count] = value[i];
    }
    c->capacity = capacity, c->count++;
    return ST_OK;
}

/* Adds a part of a charge at the unknown with these indices; or on the face that they lie on, along an edge or in a
 * corner of the box in equal parts on the faces that meet there. */
static void deposit(const struct box *b, const int64_t at[3], double part, struct charges *c)
{
    double *face[3];
    int faces = 0;
    for (int d = 0; d < 3; d++) {
        if (at[d] < 0) face[faces++] = &c->on_face[d][0];
        if (at[d] >= b->axis[d].unknowns) face[faces++] = &c->on_face[d][1];
    }
    for (int f = 0; f < faces; f++) *face[f] += part / faces;
    if (!faces && part_owns(b, at))
        c->density[(at[2] * b->axis[1].unknowns + at[1]) * b->axis[0].unknowns + at[0]] +=
            part / box_volume(b, at[0], at[1], at[2]);
}

static enum status spread(void *context, const struct csv *t)
{
    const struct spreading *const s = context;
    const struct box *const b = s->box;
    struct axis_neighbours at[3] = {{0}};
    double charge, place[3] = {0};
    for (int d = 0; d < b->dim; d++) {
        const double *const ends = b->axis[d].ends;
        double x;
        TRY(csv_number(t, d, &x));
        if (!(x >= ends[0] && x <= ends[1]))
            return input_fault(&t->input, "%s is %g, outside of the box from %g to %g", t->column[d], x, ends[0],
                               ends[1]);
        place[d] = x;
        at[d] = axis_neighbours_of(&b->axis[d], b->axis[d].first, b->axis[d].unknowns, x);
    }
    TRY(csv_number(t, b->dim, &charge));
    for (int corner = 0; corner < 8; corner++) {
        const struct axis_corner c = axis_corner_of(at, corner);
        if (c.weight > 0) deposit(b, c.at, charge * c.weight, s->charges);
    }
    s->charges->total += charge;
    return append(s->charges, place, charge);
}

enum status charges_make(struct charges *c, const char *path, const struct box *b)
{
    static const char *const columns[3][4] = {{"x", "charge"}, {"x", "y", "charge"}, {"x", "y", "z", "charge"}};
    struct spreading s = {.box = b, .charges = c};
    *c = (struct charges){0};
    TRY(part_array_unknowns(&c->density, b, sizeof *c->density));
    return csv_read(path, columns[b->dim - 1], b->dim + 1, spread, &s);
}

void charges_free(struct charges *c)
{
    mem_free(c->density);
    for (int d = 0; d < 3; d++) free(c->at[d]);
    free(c->charge);
    *c = (struct charges){0};
}
