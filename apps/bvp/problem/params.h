/* The parameters of a boundary value problem, as the configuration gives them. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/status.h"

enum spacing { UNIFORM, GEOMETRIC, TANH };
enum toward { TOWARD_LOWER, TOWARD_UPPER, TOWARD_BOTH };
enum end_kind { DIRICHLET, NEUMANN, ROBIN };

struct end_params {
    int kind;                               /* enum end_kind */
    struct field_spec value, flux, ambient; /* of x, taken at the end; absent: 0 */
    double h;
};

struct bvp_probe_params {
    char *name;
    double at;
};

struct bvp_params {
    struct ints intervals; /* the grids, one step each */
    int spacing, toward;
    double ratio; /* 0: not given */
    double lower, upper;
    struct field_spec nodes; /* of s, from 0 at the first node to 1 at the last; absent: by spacing */
    struct field_spec p, q, f, exact;
    struct end_params end[2]; /* lower, upper */
    struct groups probes;     /* of struct bvp_probe_params */
    int64_t repeats;
    bool flush;
    int lines;      /* enum cut_scheme: of a run that ranks share */
    int64_t stride; /* 0: chosen */
    char *unit_x, *unit_u, *unit_flow;
};

extern const struct option bvp_table[];

/* Relations between keys; formulas that do not depend on x become numbers. ST_CONFIG, and *key names the key to
 * blame. */
enum status bvp_check(void *params, const char **key);

/* Are all intervals equal? */
bool bvp_uniform(const struct bvp_params *p);

/* Are all links between neighbours equal: p a number, on a uniform grid? */
bool bvp_even(const struct bvp_params *p);

/* Do recurrences number the rows from the upper end, the only one that is Neumann? */
bool bvp_turned(const struct bvp_params *p);

/* Is it the number 0, or absent? */
bool bvp_zero(const struct field_spec *spec);

/* Unknowns on a grid of so many intervals: the nodes but those where a Dirichlet end prescribes u. */
int64_t bvp_unknowns(const struct bvp_params *p, int64_t intervals);

/* The distance between the stored nodes of a grid, in nodes. */
int64_t bvp_stride(const struct bvp_params *p, int64_t intervals);
