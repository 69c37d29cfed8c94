/* The keys of a heat problem, and the grid that they describe. */
#include "apps/adi/problem/params.h"

#include "base/either_precision.h"

static const char *const kind_words[] = {"dirichlet", "flux", "robin", "periodic", NULL}; /* enum face_kind */
static const char *const scheme_words[] = {"douglas_gunn", "peaceman_rachford", NULL};
static const char *const treatment_words[] = {"corrected", "naive", NULL};
static const char *const coefficient_words[] = {"auto", "shared", "per_point", NULL};
static const char *const temperature_words[] = {"auto", "absolute", "relative", NULL}; /* enum temperature_scale */
static const char *const lines_words[] = {"transpose", "pipelined", "reduced", "truncated", NULL}; /* cut_scheme */
static const char *const unit_words[] = {"m", "mm", "um", NULL}; /* of params_length_units */

const struct length_unit params_length_units[] = {{"m", 1}, {"mm", 1e-3}, {"um", 1e-6}, {0}};

#define AT(field) offsetof(struct adi_params, field)
/* clang-format off */
#define FACE(name, axis, side) \
    {"boundary." name ".kind", "what the face prescribes", OPT_WORD, AT(face[axis][side].kind), \
     .default_value = "\"flux\"", .words = kind_words}, \
    {"boundary." name ".value", "dirichlet: temperature, K", OPT_FIELD, AT(face[axis][side].value), \
     .variables = "x y z t", .optional = true}, \
    {"boundary." name ".flux", "flux: heat flux into the body, W/m2; absent: insulated", OPT_FIELD, \
     AT(face[axis][side].flux), .variables = "x y z t", .optional = true}, \
    {"boundary." name ".h", "robin: heat transfer coefficient, W/(m2 K)", OPT_REAL, AT(face[axis][side].h), 0, 1e12, \
     .optional = true}, \
    {"boundary." name ".ambient", "robin: temperature outside, K", OPT_FIELD, AT(face[axis][side].ambient), \
     .variables = "x y z t", .optional = true}
/* clang-format on */

static const struct option probe_table[] = {
    {"name", "column of the series", OPT_TEXT, offsetof(struct adi_probe_params, name)},
    {"at", "coordinates, m", OPT_REALS, offsetof(struct adi_probe_params, at), .count_min = 2, .count_max = 3},
    {0},
};

const struct option params_table[] = {
    {"grid.n", "nodes along each axis, ends included; one number: the same along all", OPT_INTS, AT(n), 1, 1e6,
     .count_min = 1, .count_max = 3},
    {"grid.lower", "lower corner, m; default the origin", OPT_REALS, AT(lower), -1e9, 1e9, .optional = true,
     .count_max = 3},
    {"grid.upper", "upper corner, m; two numbers: the problem is 2D", OPT_REALS, AT(upper), -1e9, 1e9, .count_min = 2,
     .count_max = 3},
    {"material.density", "kg/m3", OPT_FIELD, AT(density), .default_value = "1.0", .variables = "x y z"},
    {"material.heat_capacity", "J/(kg K)", OPT_FIELD, AT(heat_capacity), .default_value = "1.0", .variables = "x y z"},
    {"material.conductivity", "W/(m K)", OPT_FIELD, AT(conductivity), .default_value = "1.0", .variables = "x y z"},
    {"material.anisotropy", "factors on the conductivity along each axis; default 1", OPT_REALS, AT(anisotropy), 0,
     1e12, .optional = true, .count_max = 3},
    FACE("x_lower", 0, 0),
    FACE("x_upper", 0, 1),
    FACE("y_lower", 1, 0),
    FACE("y_upper", 1, 1),
    FACE("z_lower", 2, 0),
    FACE("z_upper", 2, 1),
    {"initial", "temperature at t = 0, K; default the exact solution, or 0", OPT_FIELD, AT(initial),
     .variables = "x y z", .optional = true},
    {"exact", "exact solution, K, for the error", OPT_FIELD, AT(exact), .variables = "x y z t", .optional = true},
    {"temperatures",
     "absolute: in K, none below 0; relative: differences, or without a unit; auto: absolute with a floor plan, and "
     "where "
     "density times heat capacity is 1000 J/(m3 K) or more, as of all matter",
     OPT_WORD, AT(temperatures), .default_value = "\"auto\"", .words = temperature_words},
    {"source", "heat source, W/m3", OPT_FIELD, AT(source), .variables = "x y z t", .optional = true},
    {"power.floor_plan", "CSV file of blocks: name, x, y, width, height, watts", OPT_PATH, AT(floor_plan),
     .optional = true},
    {"power.unit", "unit of length of the floor plan", OPT_WORD, AT(floor_plan_unit), .default_value = "\"m\"",
     .words = unit_words},
    {"power.z", "the layer that dissipates, from and to, m (in 2D: its thickness)", OPT_REALS, AT(floor_plan_z), -1e9,
     1e9, .optional = true, .count_min = 2, .count_max = 2},
    {"scheme", "how a step is split along the axes", OPT_WORD, AT(scheme), .default_value = "\"douglas_gunn\"",
     .words = scheme_words},
    {"boundary_treatment",
     "corrected: intermediate boundary values that keep the second order; naive: the prescribed values", OPT_WORD,
     AT(boundary_treatment), .default_value = "\"corrected\"", .words = treatment_words},
    {"coefficients",
     "shared: one matrix for all lines of an axis; per_point: one for each line; auto: shared if it can be", OPT_WORD,
     AT(coefficients), .default_value = "\"auto\"", .words = coefficient_words},
    {"factor_once", "per_point: keep the factors of all lines instead of assembling them in each step", OPT_BOOL,
     AT(factor_once), .default_value = "false"},
    {"lines",
     "how ranks share lines along the axis that they cut: transpose, with the bits of one rank; pipelined, only with "
     "thomas; reduced, by spikes; truncated, by spikes that fade",
     OPT_WORD, AT(lines), .default_value = "\"transpose\"", .words = lines_words, .varies = true},
    {"startup_steps", "first steps taken fully implicitly, which damps rough initial data", OPT_INT, AT(startup_steps),
     0, 1e15, "0"},
    {"time.dt", "time step, s; two of dt, steps and end are given", OPT_REAL, AT(dt), 0, 1e30, .optional = true},
    {"time.steps", "number of steps", OPT_INT, AT(steps), 0, 1e15, .optional = true},
    {"time.end", "simulated time, s", OPT_REAL, AT(end), 0, 1e30, .optional = true},
    {"probes", "points whose temperature is sampled", OPT_GROUPS, AT(probes), .sub = probe_table,
     .sub_bytes = sizeof(struct adi_probe_params), .optional = true},
    {0},
};

int params_dim(const struct adi_params *p)
{
    return (int)p->upper.count;
}

bool params_shared(const struct adi_params *p)
{
    return p->coefficients != COEFFICIENTS_PER_POINT && p->conductivity.form == FIELD_NUMBER &&
           p->density.form == FIELD_NUMBER && p->heat_capacity.form == FIELD_NUMBER;
}

double params_anisotropy(const struct adi_params *p, int axis)
{
    return p->anisotropy.count ? p->anisotropy.v[axis] : 1;
}

struct grid params_grid(const struct adi_params *p)
{
    struct grid g = {.dim = params_dim(p), .points = 1};
    for (int d = 0; d < 3; d++) {
        const bool lacking = d >= g.dim;
        g.n[d] = lacking ? 1 : p->n.v[p->n.count == 1 ? 0 : d];
        for (int side = 0; side < 2; side++)
            g.face[d][side] = lacking ? FACE_PERIODIC : (enum face_kind)p->face[d][side].kind;
        const double from = lacking || !p->lower.count ? 0 : p->lower.v[d], to = lacking ? 1 : p->upper.v[d];
        g.origin[d] = from;
        g.spacing[d] = (to - from) / (double)(g.n[d] - (g.face[d][0] != FACE_PERIODIC));
        g.points *= g.n[d];
    }
    return g;
}

double params_floor_plan_unit(const struct adi_params *p)
{
    return params_length_units[p->floor_plan_unit].metres;
}

const char *params_variables(int dim)
{
    return dim == 2 ? "x y t" : "x y z t";
}
