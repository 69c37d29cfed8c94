/* Finds the fields of a run that are to be drawn, and the plane of each. */
#include <stdio.h>

#include "command/plot/map/outlines.h"
#include "command/plot/map/picture.h"
#include "command/plot/pictures.h"

/* temperature, temperature_z0.0015, temperature_t0.5, 000_thomas_host_double_temperature */
static void name_picture(char *out, size_t size, const struct canvas *canvas, const struct plane *p, const char *run)
{
    char place[64] = "", time[64] = "";
    const struct cut *const cut = p->shape.rank == 3 ? canvas->cut : NULL;
    if (cut) snprintf(place, sizeof place, "_%c%g", cut->axis, cut->at);
    if (canvas->time) snprintf(time, sizeof time, "_t%g", *canvas->time);
    snprintf(out, size, "%s%s%s%s%s", run ? run : "", run ? "_" : "", p->name, place, time);
}

static enum status draw(const struct canvas *canvas, struct plane *p, const struct result *r,
                        const struct stored_run *run, bool named, const struct answers *o)
{
    struct moments moments;
    char what[1200];
    TRY(moments_find(&moments, r, run, p->name, canvas->time));
    name_picture(what, sizeof what, canvas, p, named ? run->name : NULL);
    return map_draw(canvas, p, &(struct pictured){r, run, o, &moments}, what);
}

/* The plane that was requested, or the one that is heated. */
static enum status cut_and_draw(const struct canvas *canvas, struct plane *p, const struct result *r,
                                const struct stored_run *run, bool named)
{
    struct answers of;
    double lower = 0, upper = 0;
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    TRY(answers_load(&of, r->store, group));
    const bool bounded = outlines_layer(&of, &lower, &upper);
    enum status st = ST_OK;
    if (p->shape.rank == 3)
        st = canvas->cut ? plane_cut(p, canvas->cut) : plane_matter(p, r->store, bounded, lower, upper);
    if (st == ST_OK && plane_visible(p)) st = draw(canvas, p, r, run, named, &of);
    else if (st == ST_OK) canvas_omit(canvas, p->name, "its plane is one node wide");
    answers_free(&of);
    return st;
}

/* Counts the fields of three axes. */
static enum status draw_field(const struct canvas *canvas, const struct result *r, const struct stored_run *run,
                              const char *group, const char *name, bool named, int *solid)
{
    char path[1024];
    struct plane p;
    snprintf(path, sizeof path, "%s/%s", group, name);
    if (store_is_scale(r->store, path)) return ST_OK; /* coordinates of others */
    enum status st = plane_open(&p, r->store, group, name);
    *solid += p.shape.rank == 3;
    if (st == ST_OK && p.shape.rank == 1) st = draw_curve(canvas, r, run, group, name, named);
    else if (st == ST_OK && (p.shape.rank == 2 || p.shape.rank == 3)) st = cut_and_draw(canvas, &p, r, run, named);
    plane_close(&p);
    return st;
}

/* A field of one axis is a curve over the places of its values. */
static bool lacks_places(const struct result *r, const char *group, const char *name)
{
    char path[1024], places[1024];
    struct array a;
    bool dots;
    snprintf(path, sizeof path, "%s/%s", group, name);
    return store_array_shape(r->store, path, &a) == ST_OK && a.rank == 1 &&
           !curve_places(r, group, name, places, sizeof places, &dots);
}

enum status draw_field_of(const struct canvas *c, const struct result *r, const struct stored_run *run,
                          const char *name, bool named)
{
    char group[512];
    int solid = 0;
    snprintf(group, sizeof group, "/runs/%s/fields", run->name);
    if (lacks_places(r, group, name) && !is_of_cells(r, run, name))
        return canvas_omit(c, name, "the file has no places of its values"), ST_OK;
    return draw_field(c, r, run, group, name, named, &solid);
}

enum status draw_fields(struct canvas *canvas, const struct result *r, const struct stored_run *run, bool named)
{
    char group[512], **names;
    int64_t count;
    int solid = 0;
    snprintf(group, sizeof group, "/runs/%s/fields", run->name);
    if (!store_has(r->store, group)) return ST_OK;
    TRY(store_members(r->store, group, &names, &count));
    const bool mesh = store_has_attribute(r->store, group, "mesh_spacing_y");
    for (int64_t i = 0; i < count; i++) /* of values on faces of cells only those that are named: others lie between */
        if (!mesh || !store_has_own_places(r->store, group, names[i]))
            canvas_report(canvas, draw_field(canvas, r, run, group, names[i], named, &solid));
    store_names_free(names, count);
    if (canvas->cut && !solid) return fail(ST_CONFIG, "--slice: %s holds no field of three axes", r->path);
    return ST_OK;
}
