/* Draws samples over time or steps, those of one unit in one panel. */
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/panels.h"
#include "command/plot/pictures.h"

/* Selects all columns but that of time. */
static void want_all(struct wanted *w, const struct series *s)
{
    for (int64_t c = 0; c < s->count; c++) {
        if (!strcmp(s->column[c].name, "time")) continue;
        if (w->count < WANTED_MAX) w->name[w->count++] = s->column[c].name;
        else w->more++;
    }
}

enum status draw_over_time(const struct canvas *canvas, const struct result *r, const struct wanted *w,
                           const char *what)
{
    struct samples s;
    struct panels *const p = calloc(1, sizeof *p);
    enum status st = p ? samples_load(&s, r, false, w) : fail(ST_NOMEM, "no memory for the panels of a picture");
    if (!p) return st;
    if (st == ST_OK && s.count > 0) {
        const struct column *const time = series_column(&s.series[0], "time");
        *p = (struct panels){.across = time ? "time" : "sample", .units = time ? time->units : "", .samples = &s};
        panels_fill(p, canvas, w, time ? "time" : NULL);
        st = panels_draw(p, canvas, r, what);
    }
    samples_free(&s);
    free(p);
    return st;
}

enum status draw_series(const struct canvas *canvas, const struct result *r)
{
    struct series s;
    struct wanted w = {0};
    enum status st = samples_reference(&s, r, false);
    if (st == ST_OK) want_all(&w, &s);
    if (st == ST_OK && w.count) st = draw_over_time(canvas, r, &w, "series");
    series_free(&s);
    return st;
}
