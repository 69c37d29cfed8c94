/* Attaches the coordinates of a mesh, of curves and of series to the arrays of a result file. */
#include "command/run/record/record_scales.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIM_MAX = 3 };
static const char *const axis_name[DIM_MAX] = {"x", "y", "z"};

struct path {
    char text[512];
};

static struct path path_of(const struct job *job, const char *group, const char *name)
{
    struct path p;
    snprintf(p.text, sizeof p.text, "/runs/%s%s%s%s%s", job->name, *group ? "/" : "", group, *name ? "/" : "", name);
    return p;
}

/* Writes the coordinates of one axis of the mesh into a group. */
static enum status put_coordinates(struct store *out, const struct job *job, const char *group, int axis, int64_t n,
                                   const char *units)
{
    char origin_name[32], spacing_name[32];
    double origin, spacing;
    const struct path fields = path_of(job, "fields", "");
    snprintf(origin_name, sizeof origin_name, "mesh_origin_%s", axis_name[axis]);
    snprintf(spacing_name, sizeof spacing_name, "mesh_spacing_%s", axis_name[axis]);
    TRY(store_get_real(out, fields.text, origin_name, &origin));
    TRY(store_get_real(out, fields.text, spacing_name, &spacing));
    double *const at = malloc((size_t)n * sizeof *at);
    if (!at) return fail(ST_NOMEM, "no memory for the coordinates of %lld nodes", (long long)n);
    for (int64_t i = 0; i < n; i++) at[i] = origin + (double)i * spacing;
    const struct array a = {
        .name = axis_name[axis], .type = REAL64, .rank = 1, .dims = {n}, .data = at, .units = units};
    const bool uneven = spacing == 0, there = uneven && !strcmp(group, "fields");
    enum status s = ST_OK;
    if (uneven) s = store_array_rows(out, path_of(job, "fields", axis_name[axis]).text, REAL64, 0, n, at);
    if (s == ST_OK && !there) s = store_array(out, path_of(job, group, "").text, &a);
    if (s == ST_OK) s = store_scale(out, path_of(job, group, axis_name[axis]).text, axis_name[axis]);
    free(at);
    return s;
}

static enum status each_member(struct store *out, const struct job *job, const char *group,
                               enum status (*each)(struct store *out, const struct job *job, const char *group,
                                                   const char *name, void *context),
                               void *context)
{
    char **names;
    int64_t count;
    const struct path p = path_of(job, group, "");
    if (!store_has(out, p.text)) return ST_OK;
    TRY(store_members(out, p.text, &names, &count));
    enum status s = ST_OK;
    for (int64_t i = 0; i < count && s == ST_OK; i++) s = each(out, job, group, names[i], context);
    store_names_free(names, count);
    return s;
}

struct mesh_size {
    int dim;
    int64_t n[DIM_MAX];
};

/* The first array of as many axes as the mesh, without places of its own, determines the number of nodes. */
static enum status find_size(struct store *out, const struct job *job, const char *group, const char *name,
                             void *context)
{
    struct mesh_size *const m = context;
    struct array a;
    if (store_has_own_places(out, path_of(job, group, "").text, name)) return ST_OK;
    TRY(store_array_shape(out, path_of(job, group, name).text, &a));
    for (int d = 0; a.rank == m->dim && !m->n[0] && d < a.rank; d++) m->n[a.rank - 1 - d] = a.dims[d];
    return ST_OK;
}

/* Attaches its scales to an array, if it has the shape of that mesh; its last axis is x. */
static enum status attach_one(struct store *out, const struct job *job, const char *group, const char *name,
                              void *context)
{
    const struct mesh_size *const m = context;
    const struct path p = path_of(job, group, name);
    struct path along[DIM_MAX];
    struct array a;
    TRY(store_array_shape(out, p.text, &a));
    bool fits = a.rank == m->dim;
    for (int d = 0; fits && d < a.rank; d++) {
        const int axis = a.rank - 1 - d;
        struct path *const own = &along[d];
        const int64_t n = store_own_places(out, path_of(job, group, "").text, name, axis, own->text, sizeof own->text);
        if (!n) *own = path_of(job, group, axis_name[axis]);
        else TRY(store_scale(out, own->text, strrchr(own->text, '/') + 1));
        fits = a.dims[d] == (n ? n : m->n[axis]);
    }
    for (int d = 0; fits && d < a.rank; d++) TRY(store_attach(out, p.text, d, along[d].text));
    return ST_OK;
}

static enum status scale_group(struct store *out, const struct job *job, const char *group, struct mesh_size *m)
{
    char *units = NULL;
    const struct path fields = path_of(job, "fields", "");
    enum status s = ST_OK;
    if (!store_has(out, path_of(job, group, "").text)) return ST_OK;
    if (store_has_attribute(out, fields.text, "mesh_units"))
        TRY(store_get_text(out, fields.text, "mesh_units", &units));
    for (int d = 0; d < m->dim && s == ST_OK; d++) s = put_coordinates(out, job, group, d, m->n[d], units);
    free(units);
    TRY(s);
    return each_member(out, job, group, attach_one, m);
}

static enum status scale_mesh(struct store *out, const struct job *job)
{
    static const char *const spacing[DIM_MAX] = {"mesh_spacing_x", "mesh_spacing_y", "mesh_spacing_z"};
    struct mesh_size m = {0};
    const struct path fields = path_of(job, "fields", "");
    while (m.dim < DIM_MAX && store_has_attribute(out, fields.text, spacing[m.dim])) m.dim++;
    if (m.dim < 2) return ST_OK; /* of one axis: curves, which have x already */
    TRY(each_member(out, job, "fields", find_size, &m));
    if (!m.n[0]) return ST_OK;
    TRY(scale_group(out, job, "fields", &m));
    return scale_group(out, job, "snapshots", &m);
}

/* A curve has its coordinates in the same group: x_NAME, or x. */
static enum status scale_curve(struct store *out, const struct job *job, const char *group, const char *name,
                               void *context)
{
    char own[256];
    struct array a, x;
    (void)context;
    snprintf(own, sizeof own, "x_%s", name);
    const struct path p = path_of(job, group, name), first = path_of(job, group, own),
                      second = path_of(job, group, "x");
    const struct path *const at = store_has(out, first.text) ? &first : &second;
    if (!strcmp(name, "x") || !strncmp(name, "x_", 2) || store_is_scale(out, p.text) || !store_has(out, at->text))
        return ST_OK;
    TRY(store_array_shape(out, p.text, &a));
    TRY(store_array_shape(out, at->text, &x));
    if (a.rank != 1 || x.rank != 1 || a.dims[0] != x.dims[0]) return ST_OK;
    TRY(store_scale(out, at->text, strrchr(at->text, '/') + 1));
    return store_attach(out, p.text, 0, at->text);
}

struct along {
    char name[160];
    int64_t count;
    int axes;
};

static enum status find_axis(struct store *out, const struct job *job, const char *group, const char *name,
                             void *context)
{
    struct along *const x = context;
    const struct path p = path_of(job, group, name);
    const bool axis = store_has_attribute(out, p.text, "axis"), time = !strcmp(name, "time") && !x->axes;
    struct array a;
    TRY(store_array_shape(out, p.text, &a));
    x->axes += axis;
    if (!axis && !time) return ST_OK;
    snprintf(x->name, sizeof x->name, "%s", name);
    x->count = a.dims[0];
    return ST_OK;
}

static enum status attach_column(struct store *out, const struct job *job, const char *group, const char *name,
                                 void *context)
{
    const struct along *const x = context;
    const struct path p = path_of(job, group, name);
    struct array a;
    TRY(store_array_shape(out, p.text, &a));
    if (!strcmp(name, x->name) || a.rank != 1 || a.dims[0] != x->count) return ST_OK;
    return store_attach(out, p.text, 0, path_of(job, group, x->name).text);
}

/* Attaches the scale of a series; in a grid of two axes no column is a coordinate of the others. */
static enum status scale_series(struct store *out, const struct job *job)
{
    struct along x = {0};
    TRY(each_member(out, job, "series", find_axis, &x));
    if (!*x.name || x.axes > 1 || x.count == 0) return ST_OK;
    TRY(store_scale(out, path_of(job, "series", x.name).text, x.name));
    return each_member(out, job, "series", attach_column, &x);
}

enum status record_scales(struct store *out, const struct workload *w)
{
    for (int i = 0; i < w->count; i++) {
        TRY(scale_mesh(out, &w->job[i]));
        TRY(each_member(out, &w->job[i], "fields", scale_curve, NULL));
        TRY(scale_series(out, &w->job[i]));
    }
    return ST_OK;
}
