/* Writes jobs: the shapes of cells are those that the application generates. */
#include "apps/hines/peers/job.h"

#include <omp.h>
#include <string.h>

#include "apps/hines/population/generate.h"
#include "base/json/json.h"
#include "base/memory.h"

/* The cores of this process: threads may have been bound to one each, and a program that is started inherits that. */
static enum status put_cores(struct json *j)
{
    const int places = omp_get_num_places();
    json_array(j, "cores");
    for (int place = 0; place < places; place++) {
        const int count = omp_get_place_num_procs(place);
        int *cores = NULL;
        TRY(mem_array(&cores, HOST, count, sizeof *cores));
        omp_get_place_proc_ids(place, cores);
        for (int k = 0; k < count; k++) json_int(j, NULL, cores[k]);
        mem_free(cores);
    }
    json_close_array(j);
    return ST_OK;
}

static void put_section(struct json *j, const struct morphology *m, int64_t s)
{
    const struct cell_section *const of = &m->section[s];
    json_array(j, NULL);
    json_int(j, NULL, of->parent);
    json_text(j, NULL, hines_region(of->region));
    json_array(j, NULL);
    for (int64_t i = of->first; i < of->first + of->points; i++) {
        const struct sample_point *const p = &m->point[i];
        const double values[] = {p->x, p->y, p->z, p->diameter};
        json_array(j, NULL);
        for (int k = 0; k < 4; k++) json_real(j, NULL, values[k]);
        json_close_array(j);
    }
    json_close_array(j);
    json_close_array(j);
}

static enum status put_shapes(struct json *j, const struct hines_cells *g)
{
    json_array(j, "shapes");
    for (int64_t i = 0; i < (generates_one(g) ? 1 : g->count); i++) {
        struct morphology m;
        TRY(generate(&m, g, i));
        json_array(j, NULL);
        for (int64_t s = 0; s < m.sections; s++) put_section(j, &m, s);
        json_close_array(j);
        morphology_free(&m);
    }
    json_close_array(j);
    return ST_OK;
}

static enum status put_cells(struct json *j, const struct hines_params *p)
{
    const struct hines_cells *const g = p->cells.v;
    if (p->cells.count != 1 || g->form == FORM_SWC || g->compartments < 1)
        return fail(ST_REFUSED, "peers take only one group of generated cells with a number of compartments");
    json_object(j, "cells");
    json_int(j, "count", g->count);
    json_int(j, "compartments", g->compartments);
    TRY(put_shapes(j, g));
    json_close_object(j);
    return ST_OK;
}

static enum status put_membrane(struct json *j, const struct hines_params *p)
{
    const struct hines_membrane *const m = p->membranes.v;
    if (p->membranes.count != 1 || m->region != IN_ALL) return fail(ST_REFUSED, "peers take only one membrane");
    json_object(j, "membrane");
    json_real(j, "resistivity", m->resistivity >= 0 ? m->resistivity : 100);
    json_real(j, "capacitance", m->capacitance >= 0 ? m->capacitance : 1);
    json_real(j, "leak", m->leak >= 0 ? m->leak : 0);
    json_real(j, "reversal", m->reversal == m->reversal ? m->reversal : -65);
    json_close_object(j);
    return ST_OK;
}

static void put_reals(struct json *j, const char *key, const struct reals *r, const double *otherwise)
{
    json_array(j, key);
    for (int k = 0; k < 2; k++) json_real(j, NULL, r->count ? r->v[k] : otherwise[k]);
    json_close_array(j);
}

static enum status put_channels(struct json *j, const struct hines_params *p)
{
    static const double g[] = {0.12, 0.036}, e[] = {50, -77};
    const struct hines_channels *const c = p->channels.v;
    if (!p->channels.count) return json_text(j, "hh", NULL), ST_OK;
    if (p->channels.count > 1 || strcmp(c->type, "hh") != 0 || c->region != IN_ALL)
        return fail(ST_REFUSED, "peers take only channels of the type hh in all regions");
    json_object(j, "hh");
    put_reals(j, "g", &c->g, g);
    put_reals(j, "e", &c->e, e);
    json_close_object(j);
    return ST_OK;
}

static enum status put_clamp(struct json *j, const struct hines_params *p)
{
    const struct hines_clamp *const c = p->clamps.v;
    if (!p->clamps.count) return json_text(j, "clamp", NULL), ST_OK;
    if (p->clamps.count > 1 || c->cell >= 0 || c->begin > 0 || c->named || c->current.form != FIELD_NUMBER)
        return fail(ST_REFUSED, "peers take only one clamp of each cell, constant from the beginning on");
    json_object(j, "clamp");
    json_int(j, "section", c->section);
    json_real(j, "at", c->at);
    json_real(j, "current", c->current.number);
    json_close_object(j);
    return ST_OK;
}

static void put_records(struct json *j, const struct hines_params *p)
{
    const struct hines_record *const r = p->records.v;
    json_array(j, "records");
    for (int64_t i = 0; i < p->records.count; i++) {
        json_array(j, NULL);
        json_int(j, NULL, r[i].section);
        json_real(j, NULL, r[i].at);
        json_close_array(j);
    }
    json_close_array(j);
    json_int(j, "every", p->record_every);
}

enum status peer_job_write(const struct peer_job *job, const char *task, FILE *out)
{
    const struct hines_params *const p = job->params;
    struct json j = {.out = out, .line = true};
    json_object(&j, NULL);
    json_text(&j, "task", task);
    json_text(&j, "scheme", job->scheme);
    json_text(&j, "variant", job->variant);
    json_text(&j, "choice", job->choice);
    json_int(&j, "threads", job->threads);
    json_int(&j, "steps", job->steps);
    json_int(&j, "repeats", job->repeats);
    json_real(&j, "dt", p->dt);
    json_real(&j, "temperature", p->temperature);
    json_real(&j, "initial", p->initial);
    TRY(put_cores(&j));
    TRY(put_cells(&j, p));
    TRY(put_membrane(&j, p));
    TRY(put_channels(&j, p));
    TRY(put_clamp(&j, p));
    put_records(&j, p);
    json_close_object(&j);
    return fflush(out) == 0 ? ST_OK : fail(ST_NOMEM, "no memory for a job of a peer");
}

void peer_job_describe(FILE *out)
{
    struct json j = {.out = out, .line = true};
    json_object(&j, NULL);
    json_text(&j, "task", "describe");
    json_close_object(&j);
    fflush(out);
}
