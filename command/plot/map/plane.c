/* A plane of a stored field: its axes and places, and the choice of the plane. */
#include "command/plot/map/plane.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "command/plot/draw/axis.h"

enum { PLACES_MAX = 700 };       /* along an axis: more cannot be seen */
enum { FEW = 3, FEW_MAX = 400 }; /* places for the narrowest cell, if the total is not too large */
enum { X, Y, Z };

static double mesh_value(struct store *s, const char *group, const char *what, int axis, double otherwise)
{
    char name[32];
    double value;
    snprintf(name, sizeof name, "mesh_%s_%c", what, "xyz"[axis]);
    if (!store_has_attribute(s, group, name) || store_get_real(s, group, name, &value) != ST_OK) return otherwise;
    return value;
}

/* Nodes that are not even are drawn at even places, each as the node nearest to it: at so many that the two closest
 * nodes have a few places each, if these can be seen. */
static enum status read_uneven(struct plane *p, struct store *in, const char *path, int d)
{
    struct array a;
    TRY(store_array_shape(in, path, &a));
    if (a.rank != 1 || a.dims[0] < 1 || a.dims[0] != p->nodes[d])
        return fail(ST_CONFIG, "%s does not have the %lld places of %s", path, (long long)p->nodes[d], p->name);
    TRY(mem_array(&p->uneven[d], HOST, p->nodes[d], sizeof *p->uneven[d]));
    TRY(store_array_rows(in, path, REAL64, 0, p->nodes[d], p->uneven[d]));
    const double *const at = p->uneven[d], length = at[p->nodes[d] - 1] - at[0];
    double least = length;
    for (int64_t i = 1; i < p->nodes[d]; i++) least = fmin(least, at[i] - at[i - 1]);
    const double wanted = least > 0 ? fmin(ceil(FEW * length / least) + 1, FEW_MAX) : 0;
    if (wanted > (double)p->nodes[d]) p->places[d] = (int64_t)wanted;
    p->origin[d] = at[0];
    p->spacing[d] = length / (double)(p->places[d] > 1 ? p->places[d] - 1 : 1);
    return ST_OK;
}

static enum status read_mesh(struct plane *p, struct store *in, const char *group)
{
    char *units, places[1024];
    p->mesh = store_has_attribute(in, group, "mesh_spacing_x");
    snprintf(p->lengths, sizeof p->lengths, "%s", p->mesh ? "m" : "");
    for (int d = X; d <= Z; d++) {
        p->origin[d] = mesh_value(in, group, "origin", d, 0);
        p->spacing[d] = mesh_value(in, group, "spacing", d, 1);
        if (d >= p->shape.rank || p->shape.rank < 2) continue;
        const bool own = store_own_places(in, group, p->name, d, places, sizeof places) > 0;
        if (!own) snprintf(places, sizeof places, "%s/%c", group, "xyz"[d]);
        if (own || p->spacing[d] == 0) TRY(read_uneven(p, in, places, d));
    }
    if (!store_has_text(in, group, "mesh_units")) return ST_OK; /* files of older versions: metres */
    TRY(store_get_text(in, group, "mesh_units", &units));
    snprintf(p->lengths, sizeof p->lengths, "%s", units);
    free(units);
    return ST_OK;
}

/* x, y, z on a mesh; otherwise the names of axes in the file, and their origins. */
static enum status read_axes(struct plane *p, struct store *in)
{
    static const char *const first[2] = {"first_x", "first_y"}, *const axis[2] = {"axis_x", "axis_y"};
    for (int d = X; d <= Z; d++) snprintf(p->axis[d], sizeof p->axis[d], "%c", "xyz"[d]);
    for (int d = 0; d < 2 && !p->mesh; d++) {
        char *text;
        if (!store_has_text(in, p->path, axis[d])) continue;
        TRY(store_get_text(in, p->path, axis[d], &text));
        snprintf(p->axis[d], sizeof p->axis[d], "%s", text);
        free(text);
        if (store_has_attribute(in, p->path, first[d])) TRY(store_get_real(in, p->path, first[d], &p->origin[d]));
    }
    return ST_OK;
}

static enum status read_about(struct plane *p, struct store *in)
{
    char *text;
    words_print(p->about, sizeof p->about, p->name);
    if (!store_has_text(in, p->path, "long_name")) return ST_OK;
    TRY(store_get_text(in, p->path, "long_name", &text));
    snprintf(p->about, sizeof p->about, "%s", text);
    free(text);
    return ST_OK;
}

static enum status read_units(struct plane *p, struct store *in)
{
    char *units;
    if (!store_has_attribute(in, p->path, "units")) return ST_OK;
    TRY(store_get_text(in, p->path, "units", &units));
    snprintf(p->units, sizeof p->units, "%s", units);
    free(units);
    return ST_OK;
}

static void turn(struct plane *p, int normal, int64_t k)
{
    p->normal = normal;
    p->k = k;
    p->across = normal == X ? Y : X;
    p->up = normal == Z ? Y : Z;
    plane_limit(p, p->most);
}

void plane_limit(struct plane *p, int64_t most)
{
    p->most = most;
    p->step_across = (p->places[p->across] - 1) / most + 1;
    p->step_up = (p->places[p->up] - 1) / most + 1;
}

void plane_like(struct plane *p, const struct plane *of)
{
    p->most = of->most;
    for (int d = X; d <= Z; d++) p->scale[d] = of->scale[d];
    turn(p, of->normal, of->k);
}

enum status plane_open(struct plane *p, struct store *in, const char *group, const char *name)
{
    *p = (struct plane){.name = name,
                        .block = "field",
                        .scale = {1, 1, 1},
                        .most = PLACES_MAX,
                        .min = (double)INFINITY,
                        .max = -(double)INFINITY};
    snprintf(p->path, sizeof p->path, "%s/%s", group, name);
    TRY(store_array_shape(in, p->path, &p->shape));
    const int rank = p->shape.rank; /* row-major with x last: [y][x] or [z][y][x] */
    for (int d = X; d <= Z; d++) p->places[d] = p->nodes[d] = d < rank ? p->shape.dims[rank - 1 - d] : 1;
    TRY(read_mesh(p, in, group));
    turn(p, Z, p->nodes[Z] / 2);
    TRY(read_axes(p, in));
    TRY(read_about(p, in));
    return read_units(p, in);
}

void plane_close(struct plane *p)
{
    for (int d = X; d <= Z; d++) p->uneven[d] = mem_free(p->uneven[d]);
}

bool plane_visible(const struct plane *p)
{
    if (p->shape.rank != 2 && p->shape.rank != 3) return false;
    return p->nodes[p->across] > 1 && p->nodes[p->up] > 1 && p->nodes[p->normal] > 0;
}

double plane_position(const struct plane *p, int axis, int64_t place)
{
    return p->origin[axis] + (double)place * p->spacing[axis];
}

int64_t plane_node(const struct plane *p, int axis, int64_t place)
{
    const double *const at = p->uneven[axis], x = plane_position(p, axis, place);
    int64_t lower = 0, upper = p->nodes[axis] - 1;
    if (!at) return place;
    while (upper - lower > 1) {
        const int64_t middle = lower + (upper - lower) / 2;
        if (at[middle] <= x) lower = middle;
        else upper = middle;
    }
    return x - at[lower] <= at[upper] - x ? lower : upper;
}

double plane_height(const struct plane *p)
{
    return p->uneven[p->normal] ? p->uneven[p->normal][p->k] : plane_position(p, p->normal, p->k);
}

enum status plane_cut(struct plane *p, const struct cut *cut)
{
    const int d = cut->axis - 'x';
    const int64_t last = p->places[d] - 1;
    const double place = round((cut->at - p->origin[d]) / p->spacing[d]);
    if (!(place >= 0 && place <= (double)last))
        return fail(ST_CONFIG, "--slice: %c = %g is outside of %s, which reaches from %g to %g", cut->axis, cut->at,
                    p->name, plane_position(p, d, 0), plane_position(p, d, last));
    turn(p, d, plane_node(p, d, (int64_t)place));
    return ST_OK;
}

/* Layers: a plane z that varies by less than this of the field's range is one colour. */
#define FLAT 1e-6

static int64_t from_middle(const struct plane *p, int64_t k)
{
    return llabs(2 * k + 1 - p->nodes[Z]);
}

/* The plane z with the largest value; `varies` is the share of the field's range that its values have. */
static enum status find_largest(const struct plane *p, struct store *in, int64_t *out, double *varies)
{
    const int64_t row = p->nodes[X] * p->nodes[Y];
    double *values, most = -(double)INFINITY, least = INFINITY, range = 0;
    enum status st = mem_array(&values, HOST, row, sizeof *values);
    for (int64_t k = 0; k < p->nodes[Z] && st == ST_OK; k++) {
        double here = -(double)INFINITY, below = INFINITY;
        st = store_array_rows(in, p->path, REAL64, k, 1, values);
        for (int64_t i = 0; i < row && st == ST_OK; i++) {
            if (values[i] > here) here = values[i];
            if (values[i] < below) below = values[i];
        }
        if (below < least) least = below;
        if (here > most || (here == most && from_middle(p, k) < from_middle(p, *out)))
            *out = k, most = here, range = here - below;
    }
    *varies = most > least ? range / (most - least) : 1;
    mem_free(values);
    return st;
}

enum status plane_matter(struct plane *p, struct store *in, bool bounded, double lower, double upper)
{
    int64_t k = p->nodes[Z] / 2;
    double varies;
    TRY(find_largest(p, in, &k, &varies));
    if (!bounded && varies < FLAT && p->nodes[Z] > 1) {
        turn(p, Y, p->nodes[Y] / 2);
        return ST_OK;
    }
    const double at = p->uneven[Z] ? p->uneven[Z][k] : plane_position(p, Z, k), margin = 0.51 * p->spacing[Z];
    if (bounded && !(at >= lower - margin && at <= upper + margin)) {
        const double middle = round((0.5 * (lower + upper) - p->origin[Z]) / p->spacing[Z]);
        if (middle >= 0 && middle <= (double)(p->places[Z] - 1)) k = plane_node(p, Z, (int64_t)middle);
    }
    turn(p, Z, k);
    return ST_OK;
}
