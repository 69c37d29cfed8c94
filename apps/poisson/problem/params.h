/* The parameters of a Poisson problem, as the configuration gives them. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/exec.h"
#include "base/status.h"

enum face_kind { FACE_DIRICHLET, FACE_NEUMANN, FACE_ROBIN, FACE_PERIODIC };
enum centering { CENTERED_IN_CELLS, CENTERED_AT_NODES };
enum eigenvalues { EIGENVALUES_DIFFERENCE, EIGENVALUES_SPECTRAL };

struct poisson_face {
    int kind;                               /* enum face_kind */
    double h;                               /* of a Robin face: eps du/dn = h (ambient - u); NaN: not given */
    struct field_spec value, flux, ambient; /* u; eps du/dn, n outward; u outside: of x, y, z, t */
};

struct poisson_probe {
    char *name;
    struct reals at;
};

/* A velocity that the solution, a pressure, frees of its divergence. */
struct poisson_projection {
    char *velocity;     /* HDF5 file, or NULL */
    char *component[3]; /* datasets of it */
    double dt, density;
};

/* Conjugate gradients, by which problems are solved whose coefficients vary along several axes. */
struct poisson_iteration {
    double tolerance; /* of the largest residual over the largest right side */
    int64_t most;     /* iterations */
};

struct poisson_params {
    struct ints n; /* one for all axes, or one each */
    struct reals lower, upper;
    int centering;                     /* enum centering, of the axes that nodes_along does not name */
    struct ints nodes_along;           /* axes */
    int tridiagonal_axis;              /* 0, 1, 2, or AXIS_LAST */
    struct field_spec places;          /* of s from 0 to 1: borders of cells, or nodes, along that axis */
    struct field_spec places_along[3]; /* places along x, y, z */
    struct field_spec eps, q;          /* along that axis, or along others too */
    struct field_spec f, exact;
    char *charges;
    struct poisson_face face[3][2];
    double mean; /* of u, where nothing else fixes its level */
    int eigenvalues;
    int lines;          /* enum cut_scheme: of systems that ranks share */
    char *transform;    /* a method for transforms, or "auto" */
    int effort;         /* of that method, or EFFORT_OWN */
    int64_t host_share; /* percent, or -1: by the model */
    struct poisson_projection projection;
    struct poisson_iteration iteration;
    struct reals times;
    int64_t together; /* right sides that are solved together */
    int64_t repeats;
    bool gradient;        /* is stored too */
    bool right_side;      /* the same */
    struct groups probes; /* of struct poisson_probe */
    char *quantity;       /* the quantity u, or "" */
    char *unit_x, *unit_t, *unit_u, *unit_flux, *unit_energy;
};
enum { AXIS_LAST = 3 };
enum { EFFORT_OWN }; /* the method's own choice */

extern const struct option poisson_table[];

/* Checks relations between keys, of struct poisson_params. On ST_CONFIG *key is the key to blame. */
enum status poisson_check(void *params, const char **key);

/* Number of axes, 1 to 3. */
int poisson_dim(const struct poisson_params *p);
/* The axis along which systems are tridiagonal. */
int poisson_axis(const struct poisson_params *p);
/* The places of the points along an axis; FIELD_ABSENT: evenly spaced. */
const struct field_spec *poisson_places(const struct poisson_params *p, int axis);
/* Are the points along an axis nodes, the outer ones on the faces? */
bool poisson_at_nodes(const struct poisson_params *p, int axis);
/* Points of the box. */
double poisson_points(const struct poisson_params *p);
/* Number of right sides, one per step, and the t of that of a step; 0 if no times are given. */
int64_t poisson_count(const struct poisson_params *p);
double poisson_time(const struct poisson_params *p, int64_t step);

/* Right sides that are solved together: as many as the key says, at most all. */
int64_t poisson_together(const struct poisson_params *p);

/* The name of the field u. */
const char *poisson_field(const struct poisson_params *p);

/* The kind of a face by its effect: a Robin face whose h is 0 is a Neumann face without flux. */
enum face_kind poisson_face_kind(const struct poisson_face *f);
/* The values that it prescribes: u, eps du/dn, or u outside. */
const struct field_spec *poisson_face_field(const struct poisson_face *f);
/* Does any face prescribe u? */
bool poisson_prescribed(const struct poisson_params *p);
/* Is there neither such a face nor one that exchanges with an outside? Then u is known but for a constant, unless q is
 * above 0 somewhere. */
bool poisson_level_free(const struct poisson_params *p);
/* The name of the method for transforms in a space, "auto" replaced; there may be none of that name. */
const char *poisson_transform(const struct poisson_params *p, enum space space);
/* Its options, as in a configuration, or NULL: its own. Static. */
const char *poisson_transform_options(const struct poisson_params *p);
/* Is it absent, or the number 0? A formula that is 0 everywhere is not. */
bool poisson_zero(const struct field_spec *spec);
