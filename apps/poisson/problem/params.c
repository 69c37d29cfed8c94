/* The keys of a Poisson problem, and what follows from them. */
#include "apps/poisson/problem/params.h"

#include <string.h>

#include "base/either_precision.h"
#include "solvers/cut.h"

static const char *const kind_words[] = {"dirichlet", "neumann", "robin", "periodic", NULL}; /* enum face_kind */
static const char *const centering_words[] = {"cell", "node", NULL};
static const char *const axis_words[] = {"x", "y", "z", NULL};
static const char *const main_words[] = {"x", "y", "z", "last", NULL};
static const char *const effort_words[] = {"auto", "estimate", "measure", "patient", NULL};
static const char *const effort_options[] = {NULL, "effort = \"estimate\";", "effort = \"measure\";",
                                             "effort = \"patient\";"};
static const char *const share_words[] = {"model", NULL};
static const char *const eigenvalue_words[] = {"difference", "spectral", NULL};

#define AT(field) offsetof(struct poisson_probe, field)
static const struct option probe_table[] = {
    {"name", "column of the series", OPT_TEXT, AT(name)},
    {"at", "coordinates", OPT_REALS, AT(at), .count_min = 1, .count_max = 3},
    {0},
};
#undef AT

#define AT(field) offsetof(struct poisson_params, field)
/* clang-format off */
#define FACE(name, axis, side) \
    {"boundary." name ".kind", "kind of the condition: what the face prescribes", OPT_WORD, AT(face[axis][side].kind), \
     .default_value = "\"neumann\"", .words = kind_words}, \
    {"boundary." name ".value", "dirichlet: u; absent: 0", OPT_FIELD, AT(face[axis][side].value), \
     .variables = "x y z t", .optional = true}, \
    {"boundary." name ".flux", "neumann: eps du/dn, n outward; absent: 0", OPT_FIELD, AT(face[axis][side].flux), \
     .variables = "x y z t", .optional = true}, \
    {"boundary." name ".h", "robin: eps du/dn = h (ambient - u), n outward", OPT_REAL, AT(face[axis][side].h), 0, \
     1e30, .optional = true, .unset = true}, \
    {"boundary." name ".ambient", "robin: u outside; absent: 0", OPT_FIELD, AT(face[axis][side].ambient), \
     .variables = "x y z t", .optional = true}
#define PLACES(name, axis) \
    {"grid.places_along." name, "the places along this axis", OPT_FIELD, AT(places_along[axis]), \
     .variables = "s", .optional = true}
/* clang-format on */

const struct option poisson_table[] = {
    {"grid.n", "cells along each axis, or nodes, those on the faces included; one number: the same along all", OPT_INTS,
     AT(n), 1, 1e9, .count_min = 1, .count_max = 3},
    {"grid.lower", "lower corner; default the origin", OPT_REALS, AT(lower), -1e30, 1e30, .optional = true,
     .count_max = 3},
    {"grid.upper", "upper corner; one number: a problem of one dimension, two: of two", OPT_REALS, AT(upper), -1e30,
     1e30, .count_min = 1, .count_max = 3},
    {"grid.centering", "u in the middle of cells, or at nodes, the outer ones on the faces", OPT_WORD, AT(centering),
     .default_value = "\"cell\"", .words = centering_words},
    {"grid.nodes_along", "axes whose points are nodes, if those of others are cells", OPT_WORDS, AT(nodes_along),
     .words = axis_words, .count_max = 3, .optional = true},
    {"grid.places",
     "coordinates along the tridiagonal axis of the borders between cells, or of the nodes, both ends included; rises "
     "with s from 0 to 1; absent: evenly spaced",
     OPT_FIELD, AT(places), .variables = "s", .optional = true},
    PLACES("x", 0),
    PLACES("y", 1),
    PLACES("z", 2),
    {"tridiagonal_axis", "axis along which systems are tridiagonal, and eps and q may vary without iterations",
     OPT_WORD, AT(tridiagonal_axis), .default_value = "\"last\"", .words = main_words},
    {"eps",
     "in div(eps grad u) - q u = f; above 0; iterations where it varies along other axes than the tridiagonal one",
     OPT_FIELD, AT(eps), .default_value = "1.0", .variables = "x y z"},
    {"q",
     "in div(eps grad u) - q u = f; at least 0; iterations where it varies along other axes than the tridiagonal one",
     OPT_FIELD, AT(q), .default_value = "0.0", .variables = "x y z"},
    {"f", "in div(eps grad u) - q u = f; a dataset may have a first axis of times", OPT_FIELD, AT(f),
     .default_value = "0.0", .variables = "x y z t"},
    {"charges", "CSV file whose first line is x, y, z, charge (x, y, charge in 2D): f becomes f - charge per volume",
     OPT_PATH, AT(charges), .optional = true},
    {"exact", "exact solution, for the error", OPT_FIELD, AT(exact), .variables = "x y z t", .optional = true},
    FACE("x_lower", 0, 0),
    FACE("x_upper", 0, 1),
    FACE("y_lower", 1, 0),
    FACE("y_upper", 1, 1),
    FACE("z_lower", 2, 0),
    FACE("z_upper", 2, 1),
    {"mean", "mean of u, where no face and no q fixes its level", OPT_REAL, AT(mean), -1e30, 1e30, "0.0"},
    {"eigenvalues",
     "along the transformed axes: difference: of second differences; spectral: of the derivative of waves", OPT_WORD,
     AT(eigenvalues), .default_value = "\"difference\"", .words = eigenvalue_words},
    {"transform",
     "method for the transforms: see `bandstand solvers transform`; auto: lanes on the host, cufft on a GPU", OPT_TEXT,
     AT(transform), .default_value = "\"auto\"", .varies = true},
    {"effort",
     "of transform = \"fftw\": effort of its search for plans, which it keeps; estimate: no search, with the same bits "
     "from run to run; auto: measure",
     OPT_WORD, AT(effort), .default_value = "\"auto\"", .words = effort_words, .varies = true},
    {"lines",
     "how ranks share systems along the axis that they cut: transpose, with the bits of one rank; pipelined, only with "
     "thomas; reduced, by spikes; truncated, by spikes that fade",
     OPT_WORD, AT(lines), .default_value = "\"transpose\"", .words = cut_schemes, .varies = true},
    {"host_share",
     "on a GPU: percentage of the tridiagonal systems that the host solves meanwhile; model: as many as let both end "
     "at once",
     OPT_COUNT, AT(host_share), 0, 100, "0", .words = share_words, .varies = true},
    {"iteration.tolerance",
     "where eps or q vary along several axes: the largest residual, relative to the largest right side", OPT_REAL,
     AT(iteration.tolerance), 1e-15, 0.1, "1e-10"},
    {"iteration.iterations_max", "largest number of iterations, after which the run fails", OPT_INT, AT(iteration.most),
     1, 1e6, "500"},
    {"projection.velocity",
     "HDF5 file of a velocity on the faces of cells: f is its divergence times density / dt, and dt / density times "
     "the gradient of u, the pressure, is subtracted from it",
     OPT_PATH, AT(projection.velocity), .optional = true},
    {"projection.u", "dataset of the velocity along x, [z][y][x], with one more along x if that axis is not periodic",
     OPT_TEXT, AT(projection.component[0]), .default_value = "\"u\"", .only = "projection.velocity"},
    {"projection.v", "dataset of the velocity along y", OPT_TEXT, AT(projection.component[1]), .default_value = "\"v\"",
     .only = "projection.velocity"},
    {"projection.w", "dataset of the velocity along z", OPT_TEXT, AT(projection.component[2]), .default_value = "\"w\"",
     .only = "projection.velocity"},
    {"projection.dt", "time step of the projection", OPT_REAL, AT(projection.dt), 1e-30, 1e30, "1.0",
     .only = "projection.velocity"},
    {"projection.density", "mass per volume; where eps is not 1, density over eps", OPT_REAL, AT(projection.density),
     1e-30, 1e30, "1.0", .only = "projection.velocity"},
    {"times", "values of t: the problem is solved for each, one after the other", OPT_REALS, AT(times), -1e30, 1e30,
     .optional = true},
    {"together",
     "right sides of `times` that are solved together, to the same bits: threads take one each where one is little "
     "work",
     OPT_INT, AT(together), 1, 4096, "1", .varies = true},
    {"repeats",
     "timed solves of each right side; their median is reported; 0: as many as fit into 10 ms, after one that warms up",
     OPT_INT, AT(repeats), 0, 1e6, "1"},
    {"gradient", "true: the gradient of u is stored too", OPT_BOOL, AT(gradient), .default_value = "false"},
    {"right_side", "true: f is stored too, with charges, and pictures of u show where it is", OPT_BOOL, AT(right_side),
     .default_value = "false"},
    {"probes", "places whose u is a column of the series", OPT_GROUPS, AT(probes), .sub = probe_table,
     .sub_bytes = sizeof(struct poisson_probe), .optional = true},
    {"quantity", "the quantity u, as potential or temperature, after which its field and answers are named; absent: u",
     OPT_TEXT, AT(quantity), .default_value = "\"\""},
    {"units.x", "unit of x, y and z", OPT_TEXT, AT(unit_x), .default_value = "\"\""},
    {"units.t", "unit of time, and so of a velocity: unit of x per unit of time", OPT_TEXT, AT(unit_t),
     .default_value = "\"\""},
    {"units.u", "unit of u", OPT_TEXT, AT(unit_u), .default_value = "\"\""},
    {"units.flux", "unit of the flow of eps grad u through a complete face", OPT_TEXT, AT(unit_flux),
     .default_value = "\"\""},
    {"units.energy", "unit of energy; default that of flux times that of u", OPT_TEXT, AT(unit_energy),
     .default_value = "\"\""},
    {0},
};

int poisson_dim(const struct poisson_params *p)
{
    return (int)p->upper.count;
}

int poisson_axis(const struct poisson_params *p)
{
    return p->tridiagonal_axis == AXIS_LAST ? poisson_dim(p) - 1 : p->tridiagonal_axis;
}

const struct field_spec *poisson_places(const struct poisson_params *p, int axis)
{
    const struct field_spec *const own = &p->places_along[axis];
    return own->form == FIELD_ABSENT && axis == poisson_axis(p) ? &p->places : own;
}

bool poisson_at_nodes(const struct poisson_params *p, int axis)
{
    bool named = false;
    for (int64_t i = 0; i < p->nodes_along.count; i++) named |= p->nodes_along.v[i] == axis;
    return named || p->centering == CENTERED_AT_NODES;
}

double poisson_points(const struct poisson_params *p)
{
    double points = 1;
    for (int d = 0; d < poisson_dim(p); d++) points *= (double)p->n.v[p->n.count == 1 ? 0 : d];
    return points;
}

int64_t poisson_count(const struct poisson_params *p)
{
    return p->times.count ? p->times.count : 1;
}

double poisson_time(const struct poisson_params *p, int64_t step)
{
    return p->times.count ? p->times.v[step] : 0;
}

int64_t poisson_together(const struct poisson_params *p)
{
    return p->together < poisson_count(p) ? p->together : poisson_count(p);
}

const char *poisson_field(const struct poisson_params *p)
{
    if (*p->quantity) return p->quantity;
    return p->projection.velocity ? "pressure" : "u";
}

const char *poisson_transform(const struct poisson_params *p, enum space space)
{
    if (strcmp(p->transform, "auto")) return p->transform;
    return space == DEVICE ? "cufft" : "lanes";
}

const char *poisson_transform_options(const struct poisson_params *p)
{
    return effort_options[p->effort];
}

bool poisson_zero(const struct field_spec *spec)
{
    return spec->form == FIELD_ABSENT || (spec->form == FIELD_NUMBER && spec->number == 0);
}

enum face_kind poisson_face_kind(const struct poisson_face *f)
{
    return f->kind == FACE_ROBIN && f->h == 0 ? FACE_NEUMANN : (enum face_kind)f->kind;
}

const struct field_spec *poisson_face_field(const struct poisson_face *f)
{
    return f->kind == FACE_DIRICHLET ? &f->value : poisson_face_kind(f) == FACE_ROBIN ? &f->ambient : &f->flux;
}

static bool has_face(const struct poisson_params *p, enum face_kind kind)
{
    for (int d = 0; d < poisson_dim(p); d++)
        for (int side = 0; side < 2; side++)
            if (poisson_face_kind(&p->face[d][side]) == kind) return true;
    return false;
}

bool poisson_prescribed(const struct poisson_params *p)
{
    return has_face(p, FACE_DIRICHLET);
}

bool poisson_level_free(const struct poisson_params *p)
{
    return !poisson_prescribed(p) && !has_face(p, FACE_ROBIN);
}
