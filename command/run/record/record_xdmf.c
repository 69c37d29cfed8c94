/* Writes the .xdmf file of a result: for each run its fields and snapshots. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/xdmf.h"
#include "command/run/record/record.h"

/* One run of a result file whose fields lie on a mesh. */
struct run {
    struct store *in;
    struct xdmf *out;
    char group[256];
    int dim;
    double origin[3], spacing[3], lower[3];
    char fields[300];
    bool stretched; /* along some axis the spacing is 0: the fields' group has the positions of nodes */
    bool cells;     /* nodes are the middles of cells, whose borders that group has if they are stretched */
    double last;    /* time of the newest moment */
    bool moments;
};

static enum status read_mesh(struct run *r)
{
    const char *const fields = r->fields;
    static const char *const origin[] = {"mesh_origin_x", "mesh_origin_y", "mesh_origin_z"};
    static const char *const lower[] = {"mesh_lower_x", "mesh_lower_y", "mesh_lower_z"};
    static const char *const spacing[] = {"mesh_spacing_x", "mesh_spacing_y", "mesh_spacing_z"};
    for (r->dim = 0; r->dim < 3 && store_has_attribute(r->in, fields, spacing[r->dim]); r->dim++) {
        TRY(store_get_real(r->in, fields, origin[r->dim], &r->origin[r->dim]));
        TRY(store_get_real(r->in, fields, spacing[r->dim], &r->spacing[r->dim]));
        r->stretched |= r->spacing[r->dim] == 0;
    }
    r->cells = r->dim && store_has_attribute(r->in, fields, lower[0]);
    for (int d = 0; d < r->dim && r->cells; d++) TRY(store_get_real(r->in, fields, lower[d], &r->lower[d]));
    return ST_OK;
}

static bool same_shape(const struct array *a, const struct array *b)
{
    return a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0;
}

/* After the x component of vectors, as velocity_x, that have velocity_y and velocity_z of its shape: velocity. */
static enum status add_vectors(struct run *r, const char *group, const char *name, const char *suffix,
                               const struct array *shape)
{
    char path[3][512];
    struct array a;
    const size_t length = strlen(name);
    if (r->dim != 3 || length < 3 || strcmp(name + length - 2, "_x")) return ST_OK;
    for (int d = 0; d < 3; d++) {
        snprintf(path[d], sizeof path[d], "%s/%.*s%c%s", group, (int)length - 1, name, "xyz"[d], suffix);
        if (!store_has(r->in, path[d])) return ST_OK;
        TRY(store_array_shape(r->in, path[d], &a));
        if (!same_shape(&a, shape)) return ST_OK;
    }
    char called[256];
    snprintf(called, sizeof called, "%.*s", (int)length - 2, name);
    xdmf_vectors(r->out, called, shape, (const char *const[]){path[0], path[1], path[2]});
    return ST_OK;
}

/* Snapshots have nodes in their group; borders are only in the group of the fields. */
static void begin_moment(struct run *r, double time, const struct array *shape, const char *group)
{
    const char *const places = r->cells ? r->fields : group;
    const struct xdmf_mesh mesh = {
        .origin = r->origin,
        .spacing = r->spacing,
        .lower = r->cells ? r->lower : NULL,
        .group = r->stretched ? places : NULL,
    };
    xdmf_moment(r->out, time, shape, &mesh);
}

/* The members of `group` whose name ends with `suffix` and that have the shape of the first one. */
static enum status add_moment(struct run *r, double time, const char *group, char **names, int64_t count,
                              const char *suffix)
{
    struct array shape = {0}, a;
    const size_t tail = strlen(suffix);
    for (int64_t i = 0; i < count; i++) {
        char path[512], name[256];
        const size_t length = strlen(names[i]);
        if (length <= tail || strcmp(names[i] + length - tail, suffix)) continue;
        if (store_has_own_places(r->in, group, names[i])) continue; /* the mesh belongs to the others */
        snprintf(path, sizeof path, "%s/%s", group, names[i]);
        snprintf(name, sizeof name, "%.*s", (int)(length - tail), names[i]);
        TRY(store_array_shape(r->in, path, &a));
        if (a.rank != r->dim || (shape.rank && !same_shape(&a, &shape))) continue;
        if (!shape.rank) begin_moment(r, time, &a, group);
        shape = a;
        xdmf_field(r->out, name, &a, path);
        TRY(add_vectors(r, group, name, suffix, &a));
    }
    r->last = time;
    r->moments = true;
    return ST_OK;
}

/* Is the next moment at the same time, as the right side of step 1 is? Readers refuse two: the later one counts. */
static bool superseded(struct run *r, const char *group, char **times, int64_t count, int64_t i, double time)
{
    double next;
    return i + 1 < count && store_get_real(r->in, group, times[i + 1], &next) == ST_OK && next == time;
}

/* Attributes time_<step> give the steps. */
static enum status add_snapshots(struct run *r, const char *group)
{
    char **times, **names = NULL;
    int64_t count = 0, members = 0;
    if (!store_has(r->in, group)) return ST_OK;
    TRY(store_attributes(r->in, group, &times, &count));
    enum status st = store_members(r->in, group, &names, &members);
    for (int64_t i = 0; i < count && st == ST_OK; i++) {
        double time;
        if (strncmp(times[i], "time_", 5)) continue;
        st = store_get_real(r->in, group, times[i], &time);
        if (st == ST_OK && superseded(r, group, times, count, i, time)) continue;
        if (st == ST_OK) st = add_moment(r, time, group, names, members, times[i] + 4);
    }
    store_names_free(times, count);
    store_names_free(names, members);
    return st;
}

static enum status add_final(struct run *r, const char *group)
{
    char **names;
    int64_t count;
    double time;
    TRY(store_get_real(r->in, r->group, "time", &time));
    if (r->moments && time == r->last) return ST_OK; /* the last snapshot shows it already */
    TRY(store_members(r->in, group, &names, &count));
    const enum status st = add_moment(r, time, group, names, count, "");
    store_names_free(names, count);
    return st;
}

/* The description is begun by the first run that has a mesh. */
static enum status add_run(struct store *in, struct xdmf **out, const char *name, const char *result)
{
    char snapshots[300];
    struct run r = {.in = in};
    snprintf(r.group, sizeof r.group, "/runs/%s", name);
    snprintf(r.fields, sizeof r.fields, "%s/fields", r.group);
    snprintf(snapshots, sizeof snapshots, "%s/snapshots", r.group);
    if (!store_has(in, r.fields)) return ST_OK;
    TRY(read_mesh(&r));
    if (r.dim < 2) return ST_OK;
    if (!*out) TRY(xdmf_create(out, result));
    r.out = *out;
    xdmf_run(r.out, name);
    TRY(add_snapshots(&r, snapshots));
    return add_final(&r, r.fields);
}

static enum status add_runs(struct store *in, struct xdmf **out, const char *result)
{
    char **names;
    int64_t count;
    TRY(store_members(in, "/runs", &names, &count));
    enum status st = ST_OK;
    for (int64_t i = 0; i < count && st == ST_OK; i++) st = add_run(in, out, names[i], result);
    store_names_free(names, count);
    return st;
}

enum status record_xdmf(const char *result)
{
    struct store *in;
    struct xdmf *out = NULL;
    TRY(store_open_by(&in, result, TRUST_OWN)); /* it was just written */
    const enum status st = add_runs(in, &out, result);
    store_close(in);
    if (st == ST_OK && out) return xdmf_commit(out);
    xdmf_abandon(out);
    return st;
}
