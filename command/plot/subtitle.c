/* Writes the line below a picture's title: workload, machine, version. */
#include <stdio.h>

#include "command/plot/pictures.h"

/* Grid of the first field that has one, x first; rank 0: none. */
static struct array grid_of(const struct result *r, const struct stored_run *run)
{
    char group[512], path[1024], **names;
    int64_t count;
    struct array grid = {0};
    snprintf(group, sizeof group, "/runs/%s/fields", run->name);
    if (!store_has(r->store, group) || !store_has_attribute(r->store, group, "mesh_spacing_x") ||
        store_members(r->store, group, &names, &count) != ST_OK)
        return grid;
    for (int64_t i = 0; i < count && grid.rank == 0; i++) {
        snprintf(path, sizeof path, "%s/%s", group, names[i]);
        if (store_is_scale(r->store, path) || store_array_shape(r->store, path, &grid) != ST_OK) grid.rank = 0;
    }
    store_names_free(names, count);
    return grid;
}

/* An integer that all runs share, or 0. */
static int64_t shared(const struct result *r, const char *name)
{
    int64_t first = 0;
    for (int64_t i = 0; i < r->count; i++) {
        char group[512];
        int64_t value;
        if (!stored_run_ok(&r->run[i])) continue;
        snprintf(group, sizeof group, "/runs/%s", r->run[i].name);
        if (!store_has_attribute(r->store, group, name)) return 0;
        if (store_get_int(r->store, group, name, &value) != ST_OK || (first && value != first)) return 0;
        first = value;
    }
    return first;
}

static void put_count(FILE *f, const struct result *r, const char *name, const char *one)
{
    const int64_t n = shared(r, name);
    if (n > 0) fprintf(f, "%s%ld %s%s", ftell(f) > 0 ? ", " : "", (long)n, one, n == 1 ? "" : "s");
}

void subtitle_print(char *out, size_t size, const struct result *r)
{
    *out = '\0';
    const struct stored_run *first = NULL;
    for (int64_t i = r->count - 1; i >= 0; i--)
        if (stored_run_ok(&r->run[i])) first = &r->run[i];
    FILE *const f = first ? fmemopen(out, size, "w") : NULL;
    if (!f) return; /* a picture is useful without it */
    const struct array grid = grid_of(r, first);
    for (int d = grid.rank - 1; d >= 0; d--) fprintf(f, "%ld%s", (long)grid.dims[d], d ? " × " : "");
    if (grid.rank == 1) fputs(" nodes", f);
    put_count(f, r, "steps", "step");
    put_count(f, r, "threads", "thread");
    fclose(f);
}
