/* Shapes that are tried on methods: the plain one of their kind, and others that each change it in one respect. */
#include "solvers/description.h"

#include <stdio.h>
#include <string.h>

#include "base/config/config.h"
#include "base/memory.h"
#include "solvers/kind.h"
#include "solvers/unknowns.h"

enum { SYSTEMS = 1024, ROWS = 1024 };

/* Arrays that shapes point to. */
struct arrays {
    int64_t sizes[SYSTEMS], starts[SYSTEMS];
};

static void make_interleaved(struct shape *s, struct arrays *a)
{
    (void)a;
    s->stride = s->batch, s->dist = 1;
}

/* The last half of the systems has one row less. */
static void make_sizes(struct shape *s, struct arrays *a)
{
    for (int64_t i = 0; i < s->batch; i++) a->sizes[i] = i < s->batch / 2 ? s->n : s->n - 1;
    s->sizes = a->sizes;
}

static void make_ragged(struct shape *s, struct arrays *a)
{
    for (int64_t i = 0; i < s->batch; i++) a->starts[i] = i * s->n;
    s->starts = a->starts, s->inner = 1;
}

static void make_shared(struct shape *s, struct arrays *a)
{
    (void)a;
    s->matrix = matrix_layout_shared();
}

static void make_layout(struct shape *s, struct arrays *a)
{
    (void)a;
    s->matrix = matrix_layout_pairs(s->n);
}

/* Those of any kind that solves more than one system at a time. */
static const struct {
    const char *name;
    void (*change)(struct shape *s, struct arrays *a);
} common[] = {
    {"systems whose rows are not contiguous", make_interleaved},
    {"systems of different size", make_sizes},
    {"groups of systems that start anywhere", make_ragged},
    {"one matrix for all systems", make_shared},
    {"a matrix in a layout of its own", make_layout},
};
enum { COMMON = sizeof common / sizeof *common };

static struct shape plain_shape(const struct solver *s)
{
    const struct example *const of_kind = kind_of(s->kind)->examples;
    struct shape shape = shape_contiguous(ROWS, SYSTEMS);
    shape.kind = s->kind;
    if (of_kind && of_kind->change) of_kind->change(&shape);
    return shape;
}

/* With the default options. A shape that makes no sense for the kind is none that the method refuses. */
static void try_shape(const struct solver *s, const struct shape *shape, const char *name, struct description *out)
{
    char text[REFUSAL_BYTES];
    if (shape_check(shape) != ST_OK || solver_accepts(s, shape, NULL) != ST_REFUSED || out->refusals == REFUSALS_MAX)
        return;
    snprintf(text, sizeof text, "%s", fail_text());
    const size_t prefix = strlen(s->method);
    const bool named = !strncmp(text, s->method, prefix) && !strncmp(text + prefix, ": ", 2);
    struct refused_shape *const r = &out->refusal[out->refusals++];
    r->shape = name;
    snprintf(r->sentence, sizeof r->sentence, "%s", named ? text + prefix + 2 : text);
}

/* Costs are of a shape that the method takes: the plain one, or the only one that a library takes. */
static enum status find_cost(const struct solver *s, struct description *out)
{
    struct arrays a;
    struct config *defaults = NULL;
    struct shape shape = plain_shape(s);
    const size_t bytes = solver_options_bytes(s);
    void *options = NULL;
    if (solver_accepts(s, &shape, NULL) == ST_REFUSED && !kind_of(s->kind)->by_outcome)
        for (int k = 0; k < COMMON; k++) {
            shape = plain_shape(s);
            common[k].change(&shape, &a);
            out->plain = common[k].name;
            if (solver_accepts(s, &shape, NULL) != ST_REFUSED) break;
        }
    if (bytes) TRY(mem_alloc(&options, HOST, (int64_t)bytes));
    const enum status st = bytes ? solver_options_defaults(s, &defaults, options) : ST_OK;
    if (st == ST_OK) out->bytes = solver_cost(s, &shape, options).bytes / cost_unknowns(&shape);
    mem_free(options);
    config_free(defaults);
    return st;
}

enum status solver_describe(const struct solver *s, struct description *out)
{
    const struct kind_ops *const kind = kind_of(s->kind);
    struct arrays a;
    const struct example *const of_kind = kind->examples;
    *out = (struct description){.plain = of_kind ? of_kind->name : EXAMPLE_PLAIN};
    const struct shape plain = plain_shape(s);
    try_shape(s, &plain, out->plain, out);
    for (int k = 0; k < COMMON && !kind->by_outcome; k++) {
        struct shape shape = plain;
        common[k].change(&shape, &a);
        try_shape(s, &shape, common[k].name, out);
    }
    for (int k = 1; of_kind && of_kind[k].name; k++) {
        struct shape shape = plain;
        of_kind[k].change(&shape);
        try_shape(s, &shape, of_kind[k].name, out);
    }
    return find_cost(s, out);
}
