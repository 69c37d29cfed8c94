/* Evaluates a number, a formula or a dataset at many points. */
#include "base/field/field.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/field/dataset.h"
#include "base/formula/separated.h"
#include "base/memory.h"

enum { VARIABLES_MAX = AXES_MAX + 1 };

struct field {
    struct arena arena;
    int form, dim;
    double number;
    struct separated *formula;
    struct dataset *dataset;
    char *text, *place; /* of the formula; where it was given, "file:line: key: " or "" */
    int variables;
    char *variable[VARIABLES_MAX]; /* space first, time last */
};

static enum status prepare_formula(struct field *f, const char *text, const char *variables)
{
    char *rest;
    TRY(arena_copy(&f->arena, &f->text, text, (int64_t)strlen(text)));
    TRY(arena_copy(&f->arena, &rest, variables, (int64_t)strlen(variables)));
    for (char *name = strsep(&rest, " "); name; name = strsep(&rest, " ")) {
        assert(f->variables < VARIABLES_MAX);
        f->variable[f->variables++] = name;
    }
    assert(f->variables > f->dim);
    TRY(separated_make(&f->formula, text, variables));
    for (int d = f->dim; d < f->variables - 1; d++)
        if (separated_uses(f->formula, f->variable[d]))
            return fail(ST_CONFIG, "the formula %s depends on %s, but the problem has %d dimensions", text,
                        f->variable[d], f->dim);
    return ST_OK;
}

enum status field_make(struct field **out, const struct field_spec *spec, const char *variables, int dim,
                       const struct field_axis *axes)
{
    struct field *f;
    enum status s = ST_OK;
    *out = NULL;
    assert(dim >= 0 && dim <= AXES_MAX);
    TRY(mem_alloc(&f, HOST, sizeof *f));
    f->form = spec->form;
    f->dim = dim;
    f->number = spec->number;
    s = arena_print(&f->arena, &f->place, "%s%s", spec->place ? spec->place : "", spec->place ? ": " : "");
    if (s == ST_OK && spec->form == FIELD_EXPRESSION) s = prepare_formula(f, spec->expression, variables);
    if (s == ST_OK && spec->form == FIELD_DATASET) {
        s = dataset_make(&f->dataset, spec, variables, dim, axes);
        if (s != ST_OK) fail_within(s, "%s", f->place);
    }
    *out = s == ST_OK ? f : field_free(f);
    return s;
}

struct field *field_free(struct field *f)
{
    if (!f) return NULL;
    separated_free(f->formula);
    dataset_free(f->dataset);
    arena_free(&f->arena);
    return mem_free(f);
}

bool field_absent(const struct field *f)
{
    return !f || f->form == FIELD_ABSENT;
}

bool field_constant(const struct field *f, double *value)
{
    if (field_absent(f) || f->form != FIELD_NUMBER) return false;
    *value = f->number;
    return true;
}

bool field_uses_time(const struct field *f)
{
    const bool formula = !field_absent(f) && f->form == FIELD_EXPRESSION;
    return formula && separated_uses(f->formula, f->variable[f->variables - 1]);
}

bool field_changes(const struct field *f, int axis)
{
    if (field_absent(f) || axis >= f->dim) return false;
    if (f->form == FIELD_DATASET) return dataset_changes(f->dataset, axis);
    return f->form == FIELD_EXPRESSION && separated_uses(f->formula, f->variable[axis]);
}

int64_t field_breaks(const struct field *f, int axis, double *places)
{
    return !field_absent(f) && f->form == FIELD_DATASET ? dataset_breaks(f->dataset, axis, places) : 0;
}

/* A formula may be infinite somewhere; it is checked here, where the place is known. */
static enum status check_finite(const struct field *f, int64_t n, const double *const *xyz, const double *at, double t,
                                int threads, const double *out)
{
    int64_t first = n;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : first)
    for (int64_t i = 0; i < n; i++)
        if (!isfinite(out[i]) && i < first) first = i;
    if (first == n) return ST_OK;
    fail(ST_CONFIG, "t = %g", t);
    for (int d = f->dim - 1; d >= 0; d--)
        fail_within(ST_CONFIG, "%s = %g, ", f->variable[d], xyz[d] ? xyz[d][first] : at[d]);
    return fail_within(ST_CONFIG, "%sthe formula %s is %g at ", f->place, f->text, out[first]);
}

static enum status eval_formula(struct field *f, int64_t n, const double *const *xyz, const double *at, double t,
                                int threads, double *out)
{
    const double *values[VARIABLES_MAX] = {NULL};
    double scalars[VARIABLES_MAX] = {0};
    for (int d = 0; d < f->dim; d++) {
        values[d] = xyz[d];
        if (!xyz[d]) scalars[d] = at[d];
    }
    scalars[f->variables - 1] = t;
    TRY(separated_eval(f->formula, n, values, scalars, threads, out));
    return check_finite(f, n, xyz, at, t, threads, out);
}

enum status field_eval(struct field *f, int64_t n, const double *const *xyz, const double *at, double t, int max,
                       double *out)
{
    static const double formula = 5e-8; /* seconds of one node */
    const int threads = exec_for(exec_host(max), formula * (double)n).threads;
    if (f->form == FIELD_EXPRESSION) return eval_formula(f, n, xyz, at, t, threads, out);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t i = 0; i < n; i++) {
        double x[AXES_MAX];
        for (int d = 0; d < f->dim; d++) x[d] = xyz[d] ? xyz[d][i] : at[d];
        out[i] = f->form == FIELD_DATASET ? dataset_at(f->dataset, x) : f->number;
    }
    return ST_OK;
}
