/* Writes the page of HTML of experiments, with the frame and the pictures of `plot --gallery`. */
#define _GNU_SOURCE /* asprintf */
#include "command/papers/page/gallery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/sweep/published_pairs.h"
#include "command/plot/chart/chart.h"
#include "command/plot/draw/html.h"
#include "command/plot/page/gallery.h"

static void put_cell(FILE *page, const char *text)
{
    fputs("<td>", page);
    html_text(page, text);
    fputs("</td>", page);
}

static void put_claims(FILE *page, const struct record *r)
{
    fputs("<table>\n<tr><th>verdict</th><th>claim</th><th>where</th><th>measured</th></tr>\n", page);
    for (int64_t i = 0; i < r->count; i++) {
        const struct recorded_claim *const c = &r->claim[i];
        fputs("<tr>", page);
        put_cell(page, claim_verdict_word(c->verdict)), put_cell(page, c->text);
        put_cell(page, c->where), put_cell(page, c->reason);
        fputs("</tr>\n", page);
    }
    fputs("</table>\n", page);
}

struct listing {
    FILE *page;
    bool begun;
};

static void put_number(FILE *page, double x, bool unsolved)
{
    char text[64] = "no";
    if (!isnan(x) && !unsolved) snprintf(text, sizeof text, "%.5g", x);
    fprintf(page, "<td class=\"n\">%s</td>", text);
}

static enum status put_pair(void *with, const struct published_pair *p)
{
    struct listing *const l = with;
    int length;
    const char *const name = published_point(p, &length);
    char place[256] = "";
    if (name) snprintf(place, sizeof place, "%.*s", length, name);
    for (int a = 1; !name && p->sweep && p->point >= 0 && a <= sweep_axes(p->sweep); a++) {
        const struct column *const c = series_axis(&p->sweep->series[0], a);
        const size_t used = strlen(place);
        snprintf(place + used, sizeof place - used, "%s%.60s %.10g", used ? ", " : "", c->name, c->value[p->point]);
    }
    if (!l->begun)
        fputs("<div class=\"wide\"><table>\n<tr><th>run</th><th>quantity</th><th>at</th><th class=\"n\">published</th>"
              "<th class=\"n\">measured</th></tr>\n",
              l->page);
    l->begun = true;
    fputs("<tr>", l->page);
    put_cell(l->page, p->run->called), put_cell(l->page, p->of->quantity), put_cell(l->page, place);
    put_number(l->page, p->of->value[p->i], false), put_number(l->page, p->measured, p->unsolved);
    fputs("</tr>\n", l->page);
    return ST_OK;
}

/* A picture that cannot be drawn is reported and counted, and the page has the others. */
static enum status put_pictures(FILE *page, const struct experiment *x, const struct result *r, int64_t *undrawn)
{
    struct omitted omitted = {0};
    struct canvas c = {.stem = x->name, .page = page, .omitted = &omitted};
    fputs("<div class=\"pictures\">\n", page);
    const enum status s = chart_draw_figure(&c, r);
    fputs("</div>\n", page);
    *undrawn += c.exit_code != 0;
    return s;
}

static enum status put_experiment(FILE *page, const struct performance *p, const struct experiment *x,
                                  const struct record *record, int64_t *undrawn)
{
    struct result r;
    struct listing l = {.page = page};
    char *const file = performance_file(p, x, ".h5");
    if (!file) return fail(ST_NOMEM, "no memory for a file name");
    enum status s = result_open(&r, file, TRUST_CHECKSUM);
    if (s == ST_OK) {
        fputs("<section>\n<h1>", page);
        html_text(page, x->paper.id), fputs(": ", page), html_text(page, record->about);
        fputs("</h1>\n<p class=\"facts\">", page);
        html_text(page, x->paper.paper ? x->paper.paper : ""), fputs("<br>", page);
        html_text(page, x->path), fputs(record->quick ? ", reduced, " : ", ", page);
        html_text(page, record->cpu), fputs(*record->gpu ? ", " : "", page), html_text(page, record->gpu);
        fprintf(page, ", %.3g s of runs, %s</p>\n", record->seconds, record->date);
        put_claims(page, record);
        s = put_pictures(page, x, &r, undrawn);
        if (s == ST_OK) s = published_pairs(&r, put_pair, &l);
        if (l.begun) fputs("</table></div>\n", page);
        fputs("<h2>Times</h2>\n", page), gallery_times(page, &r);
        fputs("</section>\n", page);
        result_close(&r);
    }
    free(file);
    return s;
}

enum status papers_gallery(const struct performance *p, const struct experiment *const *x, const struct record *r,
                           int64_t count)
{
    struct gallery g;
    int64_t undrawn = 0;
    char *path;
    if (asprintf(&path, "%s/papers.html", p->folder) < 0) return fail(ST_NOMEM, "no memory for a file name");
    enum status s = gallery_begin(&g, path);
    free(path);
    TRY(s);
    for (int64_t i = 0; s == ST_OK && i < count; i++)
        if (r[i].id) s = put_experiment(g.page, p, x[i], &r[i], &undrawn);
    if (s == ST_OK) s = gallery_end(&g);
    else gallery_abandon(&g);
    return s == ST_OK && undrawn
               ? fail(ST_FAILED, "papers: pictures of %lld configurations are wrong", (long long)undrawn)
               : s;
}
