/* Writes workload, fields, metrics and series into the result file. */
#include "command/run/record/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/result/provenance.h"
#include "command/compare/result/result.h"
#include "command/cores/places.h"
#include "command/run/jobs/jobs.h"
#include "command/run/options/option_axes.h"
#include "command/run/published/published.h"
#include "command/run/record/inputs.h"
#include "command/run/shared/shared_fields.h"
#include "precision/level.h"

enum status record_workload(struct store *out, const struct workload *w, const struct origin *origin)
{
    char created[32];
    const time_t now = time(NULL);
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    TRY(store_text(out, "/", "app", w->settings.app));
    TRY(store_text(out, "/", "title", w->settings.title ? w->settings.title : ""));
    TRY(store_int(out, "/", "format", RESULT_FORMAT));
    TRY(store_text(out, "/", "bandstand_version", BANDSTAND_VERSION));
    TRY(store_text(out, "/", "created", created));
    char *const effective = workload_print(w);
    if (!effective) return fail(ST_NOMEM, "no memory for the configuration as text");
    enum status s = store_text(out, "/config", "effective", effective);
    free(effective);
    TRY(s);
    char *const inputs = inputs_print(w);
    if (!inputs) return fail(ST_NOMEM, "no memory for the files of the configuration as text");
    s = store_text(out, "/config", "inputs", inputs);
    free(inputs);
    TRY(s);
    TRY(store_text(out, "/config", "original", config_text(w->config)));
    TRY(store_text(out, "/config", "name", config_name(w->config)));
    TRY(store_text(out, "/config", "sets", origin->sets));
    TRY(store_text(out, "/config", "methods", origin->methods));
    TRY(store_text(out, "/config", "output", origin->output));
    TRY(store_int(out, "/config", "threads", w->settings.threads));
    char *const folder = getcwd(NULL, 0);
    if (folder) s = store_text(out, "/config", "folder", folder);
    free(folder);
    TRY(s);
    TRY(published_record(w, out));
    TRY(store_text(out, "/provenance", "level", level_name()));
    TRY(places_record(out));
    return provenance_store(out);
}

static void group_of(const struct job *job, const char *member, char *out, size_t size)
{
    snprintf(out, size, "/runs/%s%s%s", job->name, *member ? "/" : "", member);
}

static enum status record_options(struct store *out, const char *group, const struct job *job)
{
    char *text = NULL;
    size_t size;
    FILE *const f = open_memstream(&text, &size);
    if (!f) return fail(ST_NOMEM, "no memory for the options as text");
    job_options_print(f, job, 0);
    fclose(f);
    const enum status s = store_text(out, group, "options", text);
    free(text);
    return s;
}

/* Records the number of threads that were used, and the reason why it is below that of the machine or the requested
 * one. */
static enum status record_threads(struct store *out, const char *group, const struct workload *w, const struct job *job,
                                  const struct sim *sim)
{
    char why[256];
    const bool given = job->choice.threads || w->settings.threads;
    const int used = sim->deserved.threads, most = sim->exec.threads;
    TRY(store_int(out, group, "threads", most));
    if (!used || sim->exec.space == DEVICE) return ST_OK;
    TRY(store_int(out, group, "threads_used", used));
    if (used < most && sim->deserved.seconds < SMALL_WORK)
        snprintf(why, sizeof why,
                 "%d of %d: the largest solve or step takes an estimated %.2g ms on one thread, and below %g ms others "
                 "would cost more than they gain",
                 used, most, 1e3 * sim->deserved.seconds, 1e3 * SMALL_WORK);
    else if (used < most) snprintf(why, sizeof why, "%d of %d for each: points are solved in parallel", used, most);
    else snprintf(why, sizeof why, "%s", given ? "as given" : "all that the machine offers");
    return store_text(out, group, "threads_why", why);
}

/* Records the shares of ranks in the run: the number of cells, or the like, of each. */
static enum status record_shares(struct store *out, const char *group, const struct sim *sim)
{
    char *text = NULL;
    size_t size;
    if (!sim->comm || !sim->state) return ST_OK;
    FILE *const f = open_memstream(&text, &size);
    if (!f) return fail(ST_NOMEM, "no memory for the shares of ranks as text");
    for (int r = 0; r < comm_size(sim->comm); r++)
        fprintf(f, "%s%lld", r ? " " : "", (long long)sim->app->share(sim, r));
    fclose(f);
    const enum status s = store_text(out, group, "share_by_rank", text);
    free(text);
    return s;
}

static enum status record_attributes(struct store *out, const char *group, const struct workload *w,
                                     const struct job *job, const struct sim *sim, const char *status)
{
    TRY(store_group(out, group));
    TRY(store_text(out, group, "method", job_method(job)));
    if (sim->chosen) TRY(store_text(out, group, "chosen", sim->chosen));
    if (sim->why) TRY(store_text(out, group, "chosen_why", sim->why));
    if (*sim->caveats) TRY(store_text(out, group, "caveats", sim->caveats));
    if (job->choice.label) TRY(store_text(out, group, "label", job->choice.label));
    TRY(store_text(out, group, "space", space_name((enum space)job->choice.space)));
    TRY(store_text(out, group, "precision", job->precision->name));
    TRY(store_text(out, group, "status", status));
    TRY(record_threads(out, group, w, job, sim));
    TRY(record_shares(out, group, sim));
    TRY(published_record_points(sim, out, group));
    TRY(store_int(out, group, "steps", sim->step));
    TRY(store_real(out, group, "time", sim->time));
    return record_options(out, group, job);
}

/* The borders of the cells of an axis: each node is midway between two. */
static enum status record_borders(struct store *out, const char *group, const struct mesh *m, int d)
{
    static const char *const name[] = {"x_borders", "y_borders", "z_borders"};
    double *const borders = malloc((size_t)(m->n[d] + 1) * sizeof *borders);
    if (!borders) return fail(ST_NOMEM, "no memory for the borders of %lld cells", (long long)m->n[d]);
    borders[0] = m->lower[d];
    for (int64_t i = 0; i < m->n[d]; i++)
        borders[i + 1] = m->at[d] ? 2 * m->at[d][i] - borders[i] : m->lower[d] + (double)(i + 1) * m->spacing[d];
    const struct array a = {.name = name[d],
                            .type = REAL64,
                            .rank = 1,
                            .dims = {m->n[d] + 1},
                            .data = borders,
                            .units = m->units,
                            .no_difference = true};
    const enum status s = store_array(out, group, &a);
    free(borders);
    return s;
}

/* Borders are stored if some axis is stretched; those of even cells follow from origin and spacing. */
static enum status record_cells(struct store *out, const char *group, const struct mesh *m)
{
    static const char *const lower[] = {"mesh_lower_x", "mesh_lower_y", "mesh_lower_z"};
    bool stretched = false;
    for (int d = 0; d < m->dim; d++) {
        TRY(store_real(out, group, lower[d], m->lower[d]));
        stretched |= m->at[d] != NULL;
    }
    for (int d = 0; d < m->dim && stretched && m->dim > 1; d++) TRY(record_borders(out, group, m, d));
    return ST_OK;
}

/* Spacing 0: the dataset of the axis gives the positions of nodes. */
static enum status record_mesh(struct store *out, const char *group, const struct job *job, const struct sim *sim)
{
    static const char *const name[] = {"x", "y", "z"};
    static const char *const origin[] = {"mesh_origin_x", "mesh_origin_y", "mesh_origin_z"};
    static const char *const spacing[] = {"mesh_spacing_x", "mesh_spacing_y", "mesh_spacing_z"};
    struct mesh mesh;
    if (!job->app->mesh || !job->app->mesh(sim, &mesh)) return ST_OK;
    for (int d = 0; d < mesh.dim; d++) {
        TRY(store_real(out, group, origin[d], mesh.origin[d]));
        TRY(store_real(out, group, spacing[d], mesh.at[d] ? 0 : mesh.spacing[d]));
        const struct array places = {.name = name[d],
                                     .type = REAL64,
                                     .rank = 1,
                                     .dims = {mesh.n[d]},
                                     .data = (void *)mesh.at[d],
                                     .units = mesh.units,
                                     .no_difference = true};
        if (mesh.at[d] && mesh.dim > 1) TRY(store_array(out, group, &places));
    }
    if (mesh.cells) TRY(record_cells(out, group, &mesh));
    return mesh.units ? store_text(out, group, "mesh_units", mesh.units) : ST_OK;
}

static enum status record_fields(struct store *out, const struct job *job, struct sim *sim)
{
    char group[160];
    struct array array[ARRAYS_MAX];
    int count;
    TRY(sim_arrays(sim, array, &count));
    group_of(job, "fields", group, sizeof group);
    TRY(store_group(out, group));
    TRY(shared_fields_store(out, group, sim, array, count));
    return record_mesh(out, group, job, sim);
}

static enum status record_geometry(struct store *out, const struct job *job, const struct sim *sim)
{
    char group[160];
    struct array array[ARRAYS_MAX];
    const int count = job->app->geometry ? job->app->geometry(sim, array) : 0;
    if (!count) return ST_OK;
    group_of(job, "geometry", group, sizeof group);
    TRY(store_group(out, group));
    for (int a = 0; a < count; a++) TRY(store_array(out, group, &array[a]));
    return ST_OK;
}

enum status record_run(struct store *out, const struct workload *w, const struct job *job, struct sim *sim,
                       const char *status)
{
    char group[160];
    group_of(job, "", group, sizeof group);
    TRY(record_attributes(out, group, w, job, sim, status));
    if (!sim->state) return ST_OK;
    if (w->settings.fields) {
        TRY(record_fields(out, job, sim));
        TRY(record_geometry(out, job, sim));
    }
    group_of(job, "series", group, sizeof group);
    TRY(series_store(&sim->series, out, group));
    if (job->axes) TRY(option_axes_record(job->axes, out, group));
    group_of(job, "answers", group, sizeof group);
    TRY(answers_store(&sim->answers, out, group));
    group_of(job, "metrics", group, sizeof group);
    return metrics_store(&sim->metrics, out, group);
}

enum status record_snapshot(struct store *out, const struct job *job, struct sim *sim)
{
    char group[160], name[ARRAYS_MAX][128], at[48];
    struct array array[ARRAYS_MAX];
    int count;
    TRY(sim_arrays(sim, array, &count));
    group_of(job, "snapshots", group, sizeof group);
    TRY(store_group(out, group));
    snprintf(at, sizeof at, "time_%09lld", (long long)sim->step);
    TRY(store_real(out, group, at, sim->time));
    for (int a = 0; a < count; a++) {
        snprintf(name[a], sizeof name[a], "%s_%09lld", array[a].name, (long long)sim->step);
        array[a].name = name[a];
    }
    return shared_fields_store(out, group, sim, array, count);
}
