/* The parameters of a heat problem, as the configuration gives them. SI units throughout. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/adi/problem/grid_data.h"
#include "base/config/options.h"
#include "base/status.h"

enum scheme { DOUGLAS_GUNN, PEACEMAN_RACHFORD };
enum treatment { CORRECTED, NAIVE };
enum coefficients { COEFFICIENTS_AUTO, COEFFICIENTS_SHARED, COEFFICIENTS_PER_POINT };

enum temperature_scale { TEMPERATURES_AUTO, TEMPERATURES_ABSOLUTE, TEMPERATURES_RELATIVE };

struct face_params {
    int kind;                               /* enum face_kind */
    struct field_spec value, flux, ambient; /* K, W/m2 inward, K: of x, y, z, t */
    double h;                               /* W/(m2 K) */
};

struct adi_probe_params {
    char *name;
    struct reals at;
};

struct adi_params {
    struct ints n; /* one for all axes, or one each */
    struct reals lower, upper;
    struct field_spec density, heat_capacity, conductivity;
    struct reals anisotropy;
    struct face_params face[3][2];
    struct field_spec initial, exact, source;
    char *floor_plan;
    int floor_plan_unit;
    struct reals floor_plan_z;
    int temperatures; /* enum temperature_scale */
    int scheme, boundary_treatment, coefficients;
    bool factor_once;
    int lines; /* enum cut_scheme: of a run that ranks share */
    double dt, end;
    int64_t steps, startup_steps;
    struct groups probes; /* of struct adi_probe_params */
};

extern const struct option params_table[];

/* Relations between keys; completes dt, steps and end. ST_CONFIG, and *key names the key to blame. */
enum status params_check(void *params, const char **key);

int params_dim(const struct adi_params *p);

/* Are the coefficients the same along every line of an axis, and to be treated so? */
bool params_shared(const struct adi_params *p);

/* Factor on the conductivity along an axis. */
double params_anisotropy(const struct adi_params *p, int axis);

/* The grid that the parameters describe. */
struct grid params_grid(const struct adi_params *p);

/* The units that a floor plan may have; the last word is NULL. */
struct length_unit {
    const char *word;
    double metres;
};
extern const struct length_unit params_length_units[];

/* Metres of the unit in which a floor plan is written. */
double params_floor_plan_unit(const struct adi_params *p);

/* Names that an expression may use: "x y t" or "x y z t". */
const char *params_variables(int dim);
