/* The keys of a boundary value problem, and what follows from them. */
#include "apps/bvp/problem/params.h"

#include "base/either_precision.h"
#include "solvers/cut.h"

static const char *const spacing_words[] = {"uniform", "geometric", "tanh", NULL}; /* enum spacing */
static const char *const toward_words[] = {"lower", "upper", "both", NULL};        /* enum toward */
static const char *const kind_words[] = {"dirichlet", "neumann", "robin", NULL};   /* enum end_kind */

#define AT(field) offsetof(struct bvp_probe_params, field)
static const struct option probe_table[] = {
    {"name", "column of the series", OPT_TEXT, AT(name)},
    {"at", "x", OPT_REAL, AT(at), -1e30, 1e30},
    {0},
};
#undef AT

#define AT(field) offsetof(struct bvp_params, field)
/* clang-format off */
#define END(name, side, usual) \
    {"boundary." name ".kind", "what the end prescribes", OPT_WORD, AT(end[side].kind), .words = kind_words, \
     .default_value = "\"" usual "\""}, \
    {"boundary." name ".value", "dirichlet: u; absent: 0", OPT_FIELD, AT(end[side].value), .variables = "x", \
     .optional = true}, \
    {"boundary." name ".flux", "neumann: p du/dn, n outward: the inflow, -p u' at the lower end and p u' at the " \
     "upper one; absent: 0", OPT_FIELD, AT(end[side].flux), .variables = "x", .optional = true}, \
    {"boundary." name ".h", "robin: p du/dn = h (ambient - u)", OPT_REAL, AT(end[side].h), 0, 1e30, .optional = true}, \
    {"boundary." name ".ambient", "robin: u outside; absent: 0", OPT_FIELD, AT(end[side].ambient), .variables = "x", \
     .optional = true}
/* clang-format on */

const struct option bvp_table[] = {
    {"grid.intervals", "intervals between the nodes; several numbers: one grid after the other", OPT_INTS,
     AT(intervals), 1, 1e12, .count_min = 1},
    {"grid.lower", "lower end of the domain", OPT_REAL, AT(lower), -1e30, 1e30, "0.0"},
    {"grid.upper", "upper end of the domain", OPT_REAL, AT(upper), -1e30, 1e30, "1.0"},
    {"grid.spacing",
     "uniform; geometric: each interval wider than the one before by the same factor; tanh: widths grow smoothly",
     OPT_WORD, AT(spacing), .default_value = "\"uniform\"", .words = spacing_words},
    {"grid.toward", "geometric, tanh: the end at which intervals are narrow", OPT_WORD, AT(toward),
     .default_value = "\"lower\"", .words = toward_words},
    {"grid.ratio", "geometric, tanh: approximate ratio of the widest to the narrowest interval", OPT_REAL, AT(ratio), 1,
     1e12, .optional = true},
    {"grid.nodes", "x of all nodes with both ends, instead of lower, upper and spacing; rises with s from 0 to 1",
     OPT_FIELD, AT(nodes), .variables = "s", .optional = true},
    {"p", "in -(p u')' + q u = f; above 0", OPT_FIELD, AT(p), .default_value = "1.0", .variables = "x"},
    {"q", "in -(p u')' + q u = f", OPT_FIELD, AT(q), .default_value = "0.0", .variables = "x"},
    {"f", "in -(p u')' + q u = f", OPT_FIELD, AT(f), .default_value = "0.0", .variables = "x"},
    {"exact", "exact solution, for the error", OPT_FIELD, AT(exact), .variables = "x", .optional = true},
    END("lower", 0, "neumann"),
    END("upper", 1, "dirichlet"),
    {"probes", "places whose u is a column of the series", OPT_GROUPS, AT(probes), .sub = probe_table,
     .sub_bytes = sizeof(struct bvp_probe_params), .optional = true},
    {"repeats",
     "timed solves of each grid; their median is reported; 0: as many as fit into 10 ms, after one that warms up",
     OPT_INT, AT(repeats), 0, 1e6, "0"},
    {"flush", "true: the caches are emptied before each timed solve", OPT_BOOL, AT(flush), .default_value = "false"},
    {"lines",
     "how ranks share a grid: transpose, one rank solves its system; pipelined, in order, only with thomas; reduced, "
     "by parts whose ends are joined; truncated, by parts whose ends fade",
     OPT_WORD, AT(lines), .default_value = "\"reduced\"", .words = cut_schemes, .varies = true},
    {"stride", "distance of the stored nodes of the last grid; 0: chosen to store about a million", OPT_INT, AT(stride),
     0, 1e12, "0"},
    {"units.x", "unit of x", OPT_TEXT, AT(unit_x), .default_value = "\"\""},
    {"units.u", "unit of u", OPT_TEXT, AT(unit_u), .default_value = "\"\""},
    {"units.flow", "unit of p u', which flows out at the ends", OPT_TEXT, AT(unit_flow), .default_value = "\"\""},
    {0},
};

bool bvp_uniform(const struct bvp_params *p)
{
    return p->nodes.form == FIELD_ABSENT && p->spacing == UNIFORM;
}

bool bvp_even(const struct bvp_params *p)
{
    return bvp_uniform(p) && p->p.form == FIELD_NUMBER;
}

bool bvp_turned(const struct bvp_params *p)
{
    return p->end[1].kind == NEUMANN && p->end[0].kind != NEUMANN;
}

bool bvp_zero(const struct field_spec *spec)
{
    return spec->form == FIELD_ABSENT || (spec->form == FIELD_NUMBER && spec->number == 0);
}

int64_t bvp_unknowns(const struct bvp_params *p, int64_t intervals)
{
    return intervals + 1 - (p->end[0].kind == DIRICHLET) - (p->end[1].kind == DIRICHLET);
}

int64_t bvp_stride(const struct bvp_params *p, int64_t intervals)
{
    enum { STORED = 1 << 20 };
    return p->stride ? p->stride : (intervals - 1) / STORED + 1;
}
