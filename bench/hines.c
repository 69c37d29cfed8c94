/* Steps of 1,000 neurons of 100 and of 1,000 compartments: cables, which are all alike, and trees, which all differ;
 * passive, whose matrix is factored once, with the channels of Hodgkin and Huxley, in steps of two lengths, which take
 * different polynomials, and with those of `traub`. Seconds are those of whole steps: channels, equations and their
 * solution. A unit is a compartment for one step; the least traffic is that of steps that each go through memory:
 * potentials, and gates, read and written. */
#include <stdio.h>
#include <stdlib.h>

#include "apps/apps.h"
#include "bench/app_run.h"
#include "bench/limit.h"
#include "bench/peers.h"
#include "bench/size.h"

enum { CELLS = 1000, STEPS = 40 /* which one step of the application takes */, SECTIONS = 20, BYTES = 200 };

static const struct {
    const char *name, *cells; /* the second to be filled with numbers: compartments of a section */
    int64_t sections;
} forms[] = {{"cables", "form = \"cable\"; length = 1000.0;", 1},
             {"trees", "form = \"random_tree\"; sections = 20; length = 100.0;", SECTIONS}};
static const struct {
    const char *name, *keys, *dt;
    int gates;
} membranes[] = {{"passive", "", "0.025", 0},
                 {"hh", "channels = ({ type = \"hh\"; });", "0.025", 3},
                 {"hh, 50 us", "channels = ({ type = \"hh\"; });", "0.05", 3},
                 {"traub", "temperature = 36.0; channels = ({ type = \"traub\"; });", "0.025", 4}};
enum { FORMS = sizeof forms / sizeof *forms, MEMBRANES = sizeof membranes / sizeof *membranes };
static const struct {
    const char *method, *layout;
} choices[] = {{"hines_simd", "block"}, {"hines_simd", "interleaved"}, {"hines_simd", "flat"}, {"hines", "flat"}};
enum { CHOICES = sizeof choices / sizeof *choices };

/* *index is -1 if the method is not wanted. */
static enum status add_run(struct bench *b, int form, int membrane, int choice, int64_t rows, int64_t cells, int *index)
{
    char text[1024];
    struct app_run *r;
    struct entry *e;
    const int64_t each = rows / forms[form].sections > 0 ? rows / forms[form].sections : 1;
    *index = -1;
    if (!bench_wants(b, choices[choice].method)) return ST_OK;
    snprintf(text, sizeof text,
             "dt = %s; duration = 1e6; record_every = %d; layout = \"%s\"; cells = ({ %s count = %lld; compartments "
             "= %lld; }); membranes = ({ leak = 3e-4; reversal = -54.3; }); clamps = ({ current = 0.5; }); %s",
             membranes[membrane].dt, STEPS, choices[choice].layout, forms[form].cells, (long long)cells,
             (long long)each, membranes[membrane].keys);
    enum status s = app_run_make(&r, &app_hines, text, choices[choice].method, b->exec);
    if (s == ST_OK) s = bench_add(b, &e, index);
    if (s != ST_OK) {
        free(r);
        return s;
    }
    snprintf(e->name, sizeof e->name, "%s, %s", choices[choice].method, choices[choice].layout);
    static const char *const layouts[FORMS][MEMBRANES] = {
        {"cables, passive", "cables, hh", "cables, hh, 50 us", "cables, traub"},
        {"trees, passive", "trees, hh", "trees, hh, 50 us", "trees, traub"}};
    e->kind = "hines";
    e->layout = layouts[form][membrane];
    e->precision = REAL_NAME;
    e->n = each * forms[form].sections;
    e->batch = cells;
    e->units = (double)(e->n * cells * STEPS);
    e->bytes_per_unit = (2 + 2 * membranes[membrane].gates) * sizeof(real);
    e->exec = r->exec;
    e->limit = limit_find(b, TRAFFIC_SOLVE);
    e->data = (struct data){r, app_run_load, app_run_drop};
    e->call = app_run_step;
    e->end = free;
    e->context = r;
    return ST_OK;
}

static enum status add(struct bench *b)
{
    const int64_t rows = size_first(b->rows, b->scale_n, b->part ? 1000 : 100);
    TRY(limit_add(b));
    const int64_t cells =
        size_that_fits(b, "hines, cells", size_first(b->systems, b->scale_batch, CELLS), rows * BYTES, 1);
    for (int form = 0; form < FORMS; form++)
        for (int membrane = 0; membrane < MEMBRANES; membrane++) {
            int index[CHOICES];
            for (int choice = 0; choice < CHOICES; choice++)
                TRY(add_run(b, form, membrane, choice, rows, cells, &index[choice]));
            for (int choice = 0; choice < CHOICES - 1; choice++)
                peer_add(b, index[choice], "flat_hines", index[CHOICES - 1]);
        }
    return ST_OK;
}

static const char *const measured[] = {"hines", "hines_simd", NULL};
const struct benchmark bench_hines = {
    "hines",
    "steps of 1,000 neurons of 100 and of 1,000 compartments, cables and trees, passive and with channels",
    add,
    .parts = 2,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .methods = measured};
