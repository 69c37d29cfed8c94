/* Writes the configurations of the runs, and adds them as entries. */
#include "bench/hines/hines_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "apps/apps.h"
#include "bench/entry/limit.h"

enum { SECTIONS = 20 };

static const struct {
    const char *name, *cells;
    int64_t sections;
} forms[HINES_FORMS] = {{"cables", "form = \"cable\"; length = 1000.0;", 1},
                        {"trees", "form = \"random_tree\"; sections = 20; length = 100.0;", SECTIONS}};
static const struct {
    const char *name, *keys, *dt;
    int gates;
} membranes[HINES_MEMBRANES] = {{"passive", "", "0.025", 0},
                                {"hh", "channels = ({ type = \"hh\"; });", "0.025", 3},
                                {"hh, 50 us", "channels = ({ type = \"hh\"; });", "0.05", 3},
                                {"traub", "temperature = 36.0; channels = ({ type = \"traub\"; });", "0.025", 4}};

const char *hines_form(int form)
{
    return forms[form].name;
}

const char *hines_membrane(int membrane)
{
    return membranes[membrane].name;
}

const char *hines_layout(int form, int membrane)
{
    static const char *const layouts[HINES_FORMS][HINES_MEMBRANES] = {
        {"cables, passive", "cables, hh", "cables, hh, 50 us", "cables, traub"},
        {"trees, passive", "trees, hh", "trees, hh, 50 us", "trees, traub"}};
    return layouts[form][membrane];
}

static int64_t section_rows(const struct hines_case *c)
{
    const int64_t each = c->rows / forms[c->form].sections;
    return each > 0 ? each : 1;
}

int64_t hines_rows(const struct hines_case *c)
{
    return section_rows(c) * forms[c->form].sections;
}

enum status hines_run_make(struct app_run **out, const struct hines_case *c, const char *method, const char *layout,
                           int steps, struct exec exec)
{
    char text[1024];
    snprintf(text, sizeof text,
             "dt = %s; duration = 1e6; record_every = %d; layout = \"%s\"; cells = ({ %s count = %lld; compartments "
             "= %lld; }); membranes = ({ leak = 3e-4; reversal = -54.3; }); clamps = ({ current = 0.5; }); %s",
             membranes[c->membrane].dt, steps, layout, forms[c->form].cells, (long long)c->cells,
             (long long)section_rows(c), membranes[c->membrane].keys);
    return app_run_make(out, &app_hines, text, method, exec);
}

enum status hines_run_add(struct bench *b, const struct hines_case *c, const char *method, const char *layout,
                          struct exec exec, int *index)
{
    struct app_run *r;
    struct entry *e;
    *index = -1;
    if (!bench_wants(b, method)) return ST_OK;
    enum status s = hines_run_make(&r, c, method, layout, HINES_STEPS, exec);
    if (s == ST_OK) s = bench_add(b, &e, index);
    if (s != ST_OK) {
        free(r);
        return s;
    }
    snprintf(e->name, sizeof e->name, "%s, %s", method, layout);
    e->kind = "hines";
    e->layout = hines_layout(c->form, c->membrane);
    e->precision = REAL_NAME;
    e->n = hines_rows(c);
    e->batch = c->cells;
    e->units = (double)(e->n * c->cells * HINES_STEPS);
    e->bytes_per_unit = (2 + 2 * membranes[c->membrane].gates) * sizeof(real);
    e->exec = r->exec;
    e->limit = limit_find(b, TRAFFIC_SOLVE);
    e->data = (struct data){r, app_run_load, app_run_drop};
    e->call = app_run_step;
    e->end = free;
    e->context = r;
    return ST_OK;
}
