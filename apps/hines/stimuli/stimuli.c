/* Evaluates the currents of clamps, step by step. */
#include "apps/hines/stimuli/stimuli.h"

#include <math.h>
#include <stdlib.h>

#include "apps/hines/stimuli/current_table.h"
#include "base/field/field.h"
#include "base/formula/expression.h"
#include "base/memory.h"

enum { STEPS_AHEAD = 1024 };

static const struct hines_clamp *clamp_of(const struct hines_params *p, int64_t entry)
{
    return (const struct hines_clamp *)p->clamps.v + entry;
}

static enum status make_formula(void **out, const struct hines_clamp *c, double dt)
{
    (void)dt;
    return expression_make((struct expression **)out, c->current.expression, CURRENT_VARIABLES);
}

static enum status evaluate_formula(void *form, const struct hines_clamp *c, int64_t count, const double *time,
                                    double *out)
{
    const double none = 0;
    TRY(expression_eval(form, count, &time, &none, 1, out));
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(out[i]))
            return fail(ST_CONFIG, "current: the formula %s is %g at t = %g ms", c->current.expression,
                        isnan(out[i]) ? (double)NAN : out[i], time[i]);
    return ST_OK;
}

static void free_formula(void *form)
{
    expression_free(form);
}

static enum status make_table(void **out, const struct hines_clamp *c, double dt)
{
    struct current_table *t;
    (void)dt;
    TRY(mem_alloc(&t, HOST, sizeof *t));
    *out = t;
    return current_table_read(t, c->file);
}

static enum status evaluate_table(void *form, const struct hines_clamp *c, int64_t count, const double *time,
                                  double *out)
{
    (void)c;
    for (int64_t i = 0; i < count; i++) out[i] = current_table_at(form, time[i]);
    return ST_OK;
}

static void free_table(void *form)
{
    if (form) current_table_free(form);
    mem_free(form);
}

/* The dataset has one number per step of the clamp. */
static enum status make_dataset(void **out, const struct hines_clamp *c, double dt)
{
    const struct field_axis steps = {.lower = c->begin,
                                     .upper = c->begin + c->duration,
                                     .count = (int64_t)ceil(c->duration / dt * (1 - 1e-12)),
                                     .first = c->begin + 0.5 * dt,
                                     .spacing = dt};
    return field_make((struct field **)out, &c->current, CURRENT_VARIABLES, 1, &steps);
}

static enum status evaluate_dataset(void *form, const struct hines_clamp *c, int64_t count, const double *time,
                                    double *out)
{
    const double none = 0;
    (void)c;
    return field_eval(form, count, &time, &none, 0, 1, out);
}

static void free_dataset(void *form)
{
    field_free(form);
}

/* The forms of a current; without functions: constant. Messages about tables and datasets give the place of the fault
 * themselves. */
static const struct {
    enum status (*make)(void **out, const struct hines_clamp *c, double dt);
    enum status (*evaluate)(void *form, const struct hines_clamp *c, int64_t count, const double *time, double *out);
    void (*free)(void *form);
} forms[] = {[FIELD_NUMBER] = {0},
             [FIELD_ABSENT] = {make_table, evaluate_table, free_table},
             [FIELD_EXPRESSION] = {make_formula, evaluate_formula, free_formula},
             [FIELD_DATASET] = {make_dataset, evaluate_dataset, free_dataset}};

static enum status within_entry(enum status st, const struct hines_clamp *c, int64_t entry)
{
    return st == ST_OK || c->current.form != FIELD_EXPRESSION
               ? st
               : fail_within(st, "clamps: entry %lld: ", (long long)entry);
}

static enum status make_one(struct stimuli *s, int64_t entry)
{
    const struct hines_clamp *const c = clamp_of(s->params, entry);
    if (!forms[c->current.form].make) return ST_OK;
    TRY(mem_array(&s->all[entry].value, HOST, s->capacity, sizeof *s->all[entry].value));
    return within_entry(forms[c->current.form].make(&s->all[entry].form, c, s->params->dt), c, entry);
}

enum status stimuli_make(struct stimuli *out, const struct hines_params *params, int64_t slice)
{
    bool constant = true;
    *out = (struct stimuli){.params = params, .capacity = slice < STEPS_AHEAD ? slice : STEPS_AHEAD};
    for (int64_t i = 0; i < params->clamps.count; i++)
        constant = constant && !forms[clamp_of(params, i)->current.form].make;
    if (constant) return ST_OK;
    TRY(mem_array(&out->all, HOST, params->clamps.count, sizeof *out->all));
    TRY(mem_array(&out->time, HOST, out->capacity, sizeof *out->time));
    for (int64_t i = 0; i < params->clamps.count; i++) TRY(make_one(out, i));
    return ST_OK;
}

void stimuli_free(struct stimuli *s)
{
    for (int64_t i = 0; s->all && i < s->params->clamps.count; i++) {
        mem_free(s->all[i].value);
        if (s->all[i].form) forms[clamp_of(s->params, i)->current.form].free(s->all[i].form);
    }
    mem_free(s->all);
    mem_free(s->time);
    *s = (struct stimuli){0};
}

const struct stimulus *stimuli_of(const struct stimuli *s, int64_t entry)
{
    return s->all && s->all[entry].value ? &s->all[entry] : NULL;
}

int64_t stimuli_slice(const struct stimuli *s, int64_t most)
{
    return s->all && s->capacity < most ? s->capacity : most;
}

/* Steps in which the clamp does not act have no value. */
static enum status evaluate_one(struct stimuli *s, int64_t entry)
{
    const struct hines_clamp *const c = clamp_of(s->params, entry);
    struct stimulus *const of = &s->all[entry];
    const double dt = s->params->dt;
    int64_t count = 0, from = 0;
    of->first = s->first;
    for (int64_t k = 0; k < s->steps; k++) {
        const double begin = (double)(s->first + k) * dt;
        const double low = fmax(begin, c->begin), high = fmin(begin + dt, c->begin + c->duration);
        if (!(high > low)) continue;
        if (!count) from = k;
        s->time[count++] = 0.5 * (low + high);
    }
    if (!count) return ST_OK;
    TRY(within_entry(forms[c->current.form].evaluate(of->form, c, count, s->time, of->value + from), c, entry));
    for (int64_t i = 0; i < count; i++)
        if (!(fabs(of->value[from + i]) <= CURRENT_MAX))
            return fail(ST_CONFIG,
                        "clamps: entry %lld: the current is %g nA at t = %g ms: at most %g in magnitude is allowed",
                        (long long)entry, of->value[from + i], s->time[i], CURRENT_MAX);
    return ST_OK;
}

enum status stimuli_evaluate(struct stimuli *s, int64_t step, int64_t count)
{
    if (!s->all || (step >= s->first && step + count <= s->first + s->steps)) return ST_OK;
    const int64_t left = hines_steps(s->params) - step;
    s->first = step, s->steps = left < s->capacity ? left : s->capacity;
    for (int64_t i = 0; i < s->params->clamps.count; i++)
        if (s->all[i].value) TRY(evaluate_one(s, i));
    return ST_OK;
}
