/* Names pictures, and writes the parts that all of them share: titles, the names of runs, notes of omissions. */
#define _GNU_SOURCE /* asprintf */
#include "command/plot/draw/canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "command/plot/draw/gnuplot.h"
#include "command/terminal/command.h"

enum status canvas_begin(const struct canvas *c, struct picture *p, const char *what, int width, int height)
{
    char *path;
    if (c->page) return picture_begin_on_page(p, c->page, what, width, height);
    if (asprintf(&path, "%s_%s.%s", c->stem, what, c->svg ? "svg" : "png") < 0)
        return fail(ST_NOMEM, "no memory for a picture");
    const enum status s = picture_begin(p, path, c->svg, width, height);
    free(path);
    return s;
}

void canvas_report(struct canvas *c, enum status s)
{
    if (s == ST_OK) return;
    const int code = command_fail(s);
    if (code > c->exit_code) c->exit_code = code;
}

void canvas_omit(const struct canvas *c, const char *what, const char *why)
{
    char sentence[sizeof c->omitted->first];
    snprintf(sentence, sizeof sentence, "no picture of %.100s: %.100s", what, why);
    if (!c->omitted) say(stderr, "%s: %s\n", c->stem, sentence);
    else if (c->omitted->count++ == 0) memcpy(c->omitted->first, sentence, sizeof sentence);
}

void canvas_shorten(const struct canvas *c, const char *what, const char *part)
{
    say(stderr, "%s: the picture of %.100s shows %s\n", c->stem, what, part);
}

void canvas_report_omitted(const struct canvas *c)
{
    if (!c->omitted || !c->omitted->count) return;
    if (c->omitted->count == 1) say(stderr, "%s: %s\n", c->stem, c->omitted->first);
    else say(stderr, "%s: %lld pictures are left out; --verbose names them\n", c->stem, (long long)c->omitted->count);
}

struct caption run_caption(const struct result *r, const struct stored_run *run)
{
    struct caption c;
    bool several = false;
    for (int64_t i = 0; i < r->count; i++) several |= strcmp(r->run[i].precision, run->precision) != 0;
    snprintf(c.text, sizeof c.text, "%s%s%s", run->title, several ? ", " : "", several ? run->precision : "");
    return c;
}

/* The size of letters with which the text fits, in points, of letters 0.7 times as many pixels wide. */
static int letters_fitting(const char *text, int width, int largest)
{
    const double fitting = 1.35 * width / (double)(strlen(text) + 1);
    return fitting < 8 ? 8 : fitting < largest ? (int)fitting : largest;
}

void title_print_text(FILE *script, const char *title, const char *below, int width, int height)
{
    fputs("set label 101 ", script);
    picture_quote(script, title);
    fprintf(script, " at screen 0.5, screen %.6g center font ',%d'\n", 1 - 20.0 / height,
            letters_fitting(title, width, 14));
    if (!*below) return;
    fputs("set label 102 ", script);
    picture_quote(script, below);
    fprintf(script, " at screen 0.5, screen %.6g center font ',%d' textcolor rgb '#444444'\n", 1 - 42.0 / height,
            letters_fitting(below, width, 12));
}

static const char *title_of(const struct result *r)
{
    return *r->title ? r->title : r->app;
}

void title_print(FILE *script, const struct result *r, const char *below, int width, int height)
{
    title_print_text(script, title_of(r), below, width, height);
}

void title_print_cost(FILE *script, const struct result *r, const char *what, const char *below, int width, int height)
{
    char text[768];
    snprintf(text, sizeof text, "%.500s%s%s", title_of(r), *below ? "; " : "", below);
    title_print_text(script, what, text, width, height);
}
