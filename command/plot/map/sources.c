/* Reads charges, and writes their marks, the contours of the right side, and the key of both. */
#include "command/plot/map/sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"

enum { SIGNED_MAX = 40, MARKS_MAX = 5000 }; /* the most marks with a sign in them; the most marks */
enum { KINDS = 3 };

/* Charges in the plane by sign, and those near it. */
static const struct kind {
    const char *block, *colour, *sign;
} kinds[KINDS] = {{"positive", "#b2182b", "+"}, {"negative", "#2166ac", "−"}, {"beside", "#888888", ""}};

static enum status read_units(char *out, size_t size, struct store *in, const char *path)
{
    char *units;
    *out = '\0';
    if (!store_has_attribute(in, path, "units")) return ST_OK;
    TRY(store_get_text(in, path, "units", &units));
    snprintf(out, size, "%s", units);
    free(units);
    return ST_OK;
}

static enum status read_column(double **out, struct store *in, const char *path, int64_t count)
{
    struct array a;
    TRY(store_array_shape(in, path, &a));
    if (a.rank != 1 || a.dims[0] != count) return fail(ST_IO, "%s must have one value for each charge", path);
    TRY(mem_array(out, HOST, count, sizeof **out));
    return store_array_read(in, path, REAL64, *out);
}

enum status sources_read(struct sources *s, const struct result *r, const struct stored_run *run, const struct plane *p)
{
    char path[600];
    struct array a;
    *s = (struct sources){.reach = 0.51 * p->spacing[p->normal]};
    snprintf(path, sizeof path, "/runs/%s/geometry/charge", run->name);
    if (!p->mesh || !store_has(r->store, path)) return ST_OK;
    TRY(store_array_shape(r->store, path, &a));
    TRY(read_units(s->units, sizeof s->units, r->store, path));
    TRY(read_column(&s->charge, r->store, path, a.dims[0]));
    for (int d = 0; d < p->shape.rank; d++) {
        snprintf(path, sizeof path, "/runs/%s/geometry/charge_%c", run->name, "xyz"[d]);
        TRY(read_column(&s->place[d], r->store, path, a.dims[0]));
    }
    s->count = a.dims[0];
    for (int64_t i = 0; i < s->count; i++) s->inside += sources_in_plane(s, p, i);
    return ST_OK;
}

void sources_free(struct sources *s)
{
    for (int d = 0; d < 3; d++) s->place[d] = mem_free(s->place[d]);
    s->charge = mem_free(s->charge);
}

bool sources_in_plane(const struct sources *s, const struct plane *p, int64_t i)
{
    return p->shape.rank < 3 || fabs(s->place[p->normal][i] - plane_height(p)) <= s->reach;
}

static const struct kind *kind_of(const struct sources *s, const struct plane *p, int64_t i)
{
    return !sources_in_plane(s, p, i) ? &kinds[2] : s->charge[i] < 0 ? &kinds[1] : &kinds[0];
}

void sources_put(FILE *f, struct sources *s, const struct plane *p)
{
    const int64_t step = (s->count - 1) / MARKS_MAX + 1;
    for (int k = 0; k < KINDS && s->count; k++) {
        fprintf(f, "$%s << EOD\n", kinds[k].block);
        for (int64_t i = 0; i < s->count; i += step)
            if (kind_of(s, p, i) == &kinds[k])
                fprintf(f, "%.9g %.9g\n", p->scale[p->across] * s->place[p->across][i],
                        p->scale[p->up] * s->place[p->up][i]);
        fputs("EOD\n", f);
    }
}

/* Contours of one sign, as inline data such as $above0. */
static void put_levels(FILE *f, const char *block, int panel, double largest)
{
    fprintf(f, "set cntrparam levels discrete %.12g, %.12g\n", 0.1 * largest, 0.5 * largest);
    fprintf(f, "set table $%s%d\nsplot $right using 1:2:3 with lines notitle\nunset table\n", block, panel);
}

enum status sources_put_contours(FILE *f, struct sources *s, const struct plane *p, const struct result *r,
                                 const struct moment *m, int panel)
{
    char group[700], name[64], path[800];
    struct plane right;
    snprintf(name, sizeof name, "right_side%s", m->suffix);
    snprintf(path, sizeof path, "%s/%s", m->path, name);
    if (!p->mesh || !strcmp(p->name, "right_side") || !store_has(r->store, path)) return ST_OK;
    snprintf(group, sizeof group, "%.*s/fields", (int)(strrchr(m->path, '/') - m->path), m->path);
    enum status st = plane_open(&right, r->store, group, "right_side");
    if (st == ST_OK) {
        plane_like(&right, p);
        snprintf(right.path, sizeof right.path, "%s", path);
        snprintf(right.block, sizeof right.block, "right");
        right.gapped = true;
        snprintf(s->right_units, sizeof s->right_units, "%s", right.units);
        st = plane_put(f, &right, r->store);
    }
    const double most = 1e-9 * fmax(fabs(right.min), fabs(right.max));
    const bool above = st == ST_OK && right.max > most, below = st == ST_OK && right.min < -most;
    if (above || below) fputs("set contour base\nunset surface\n", f);
    if (above) put_levels(f, "above", panel, right.max);
    if (below) put_levels(f, "below", panel, right.min);
    if (above || below) fputs("unset contour\nset surface\n", f);
    s->above[panel] = above, s->below[panel] = below;
    s->any_above |= above, s->any_below |= below;
    plane_close(&right);
    return st;
}

/* Dark lines on a bright one, to be seen on every colour. */
static void plot_contours(FILE *f, const char *block, int panel, int dash)
{
    fprintf(f, ", $%s%d using 1:2 with lines linewidth 2.4 linecolor rgb 'white' notitle", block, panel);
    fprintf(f, ", $%s%d using 1:2 with lines linewidth 1.1 dashtype %d linecolor rgb '#222222' notitle", block, panel,
            dash);
}

void sources_plot(FILE *f, const struct sources *s, int panel)
{
    const double size = s->count > SIGNED_MAX ? 0.6 : 2.1;
    if (s->above[panel]) plot_contours(f, "above", panel, 1);
    if (s->below[panel]) plot_contours(f, "below", panel, 2);
    for (int k = KINDS - 1; k >= 0 && s->count; k--) {
        fprintf(f, ", $%s using 1:2 with points pointtype 7 pointsize %g linecolor rgb '%s' notitle", kinds[k].block,
                size + 0.35, kinds[k].colour);
        fprintf(f, ", $%s using 1:2 with points pointtype 7 pointsize %g linecolor rgb 'white' notitle", kinds[k].block,
                size);
        if (s->count > SIGNED_MAX)
            fprintf(f, ", $%s using 1:2 with points pointtype 7 pointsize %g linecolor rgb '%s' notitle",
                    kinds[k].block, size * 0.8, kinds[k].colour);
        else if (*kinds[k].sign)
            fprintf(f, ", $%s using 1:2:('%s') with labels font ',16' textcolor rgb '%s' notitle", kinds[k].block,
                    kinds[k].sign, kinds[k].colour);
    }
}

int sources_lines(const struct sources *s)
{
    return (s->count > 0) + (s->any_above || s->any_below);
}

static void put_line(FILE *f, int line, const char *text, int height)
{
    fprintf(f, "set label %d ", 110 + line);
    picture_quote(f, text);
    fprintf(f, " at screen 0.5, screen %.6g center font ',11' textcolor rgb '#444444'\n",
            (double)(14 + SOURCES_LINE * line) / height);
}

static void charges_text(char *out, size_t size, const struct sources *s)
{
    double min = (double)INFINITY, max = -(double)INFINITY;
    char least[80], most[80];
    for (int64_t i = 0; i < s->count; i++) min = fmin(min, s->charge[i]), max = fmax(max, s->charge[i]);
    quantity_print(least, sizeof least, min, s->units);
    quantity_print(most, sizeof most, max, s->units);
    const int64_t beside = s->count - s->inside;
    const int used = snprintf(out, size, "%lld charge%s, red +, blue −, %s%s%s", (long long)s->count,
                              s->count == 1 ? "" : "s", min < max ? least : "", min < max ? " to " : "", most);
    if (beside) snprintf(out + used, size - (size_t)used, "; grey: %lld outside the plane", (long long)beside);
}

void sources_key(FILE *f, const struct sources *s, int height)
{
    char text[256];
    int line = 0;
    if (s->any_above || s->any_below) {
        snprintf(text, sizeof text, "lines: right side f, 10 and 50 %% of its largest value%s%s",
                 s->any_above ? ", solid above 0" : "", s->any_below ? ", dashed below 0" : "");
        put_line(f, line++, text, height);
    }
    if (!s->count) return;
    charges_text(text, sizeof text, s);
    put_line(f, line, text, height);
}
