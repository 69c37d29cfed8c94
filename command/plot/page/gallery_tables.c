/* Writes the tables of a gallery. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/answers.h"
#include "command/compare/result/best.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/html.h"
#include "command/plot/page/gallery.h"

static void put_cell(FILE *page, const char *element, bool number, const char *text)
{
    fprintf(page, "<%s%s>", element, number ? " class=\"n\"" : "");
    html_text(page, text);
    fprintf(page, "</%.2s>", element);
}

static void put_number(FILE *page, const char *format, double x)
{
    char text[64] = "-";
    if (isfinite(x)) snprintf(text, sizeof text, format, x);
    put_cell(page, "td", true, text);
}

static void put_whole(FILE *page, const struct answers *a)
{
    bool any = false;
    for (int64_t i = 0; i < a->count; i++) {
        const struct answer *const x = &a->item[i];
        char name[160], place[512], error[64] = "";
        if (*x->subject) continue;
        if (!any) fputs("<table>\n", page);
        any = true;
        words_print(name, sizeof name, x->quantity);
        if (isfinite(x->error)) snprintf(error, sizeof error, "%s± %.1g", *x->place ? ", " : "", x->error);
        snprintf(place, sizeof place, "%s%s", x->place, error);
        fputs("<tr>", page);
        put_cell(page, "td", false, name);
        put_number(page, "%.6g", x->value);
        put_cell(page, "td", false, x->units);
        put_cell(page, "td", false, place);
        fputs("</tr>\n", page);
    }
    if (any) fputs("</table>\n", page);
}

/* The first of its subject, or of its quantity, among those of subjects. */
static bool is_first(const struct answers *a, int64_t i, bool by_subject)
{
    const struct answer *const x = &a->item[i];
    for (int64_t k = 0; k < i; k++) {
        const struct answer *const y = &a->item[k];
        if (*y->subject && !strcmp(by_subject ? x->subject : x->quantity, by_subject ? y->subject : y->quantity))
            return false;
    }
    return *x->subject != '\0';
}

static void put_headings(FILE *page, const struct answers *a)
{
    fputs("<tr><th></th>", page);
    for (int64_t i = 0; i < a->count; i++) {
        char name[160], label[256];
        if (!is_first(a, i, false)) continue;
        words_print(name, sizeof name, a->item[i].quantity);
        label_print(label, sizeof label, name, a->item[i].units);
        put_cell(page, "th", true, label);
    }
    fputs("</tr>\n", page);
}

/* Subjects are rows, quantities are columns. */
static void put_subjects(FILE *page, const struct answers *a)
{
    bool any = false;
    for (int64_t i = 0; i < a->count; i++) {
        if (!is_first(a, i, true)) continue;
        if (!any) fputs("<div class=\"wide\"><table>\n", page), put_headings(page, a);
        any = true;
        fputs("<tr>", page);
        put_cell(page, "td", false, a->item[i].subject);
        for (int64_t k = 0; k < a->count; k++) {
            if (!is_first(a, k, false)) continue;
            const struct answer *const x = answers_find(a, a->item[i].subject, a->item[k].quantity);
            put_number(page, "%.5g", x ? x->value : (double)NAN);
        }
        fputs("</tr>\n", page);
    }
    if (any) fputs("</table></div>\n", page);
}

enum status gallery_answers(FILE *page, const struct result *r)
{
    struct answers a;
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/answers", r->run[r->reference].name);
    TRY(answers_load(&a, r->store, group));
    if (a.count) fputs("<h2>Answers</h2>\n", page);
    put_whole(page, &a);
    put_subjects(page, &a);
    answers_free(&a);
    return ST_OK;
}

void gallery_times(FILE *page, const struct result *r)
{
    static const struct {
        const char *heading, *metric, *format;
        double scale;
    } figure[] = {{"total [s]", "seconds_total", "%.3g", 1},
                  {"GB/s", "gb_s", "%.1f", 1},
                  {"of the limit", "share_of_limit", "%.0f %%", 100},
                  {"residual", "residual", "%.1e", 1},
                  {"error", "error", "%.1e", 1},
                  {"difference", "difference", "%.1e", 1}};
    enum { FIGURES = sizeof figure / sizeof *figure };
    bool any = false;
    fputs("<div class=\"wide\"><table>\n<tr><th>run</th><th>precision</th><th class=\"n\">step [s]</th>"
          "<th class=\"n\">speed-up</th>",
          page);
    for (int f = 0; f < FIGURES; f++) put_cell(page, "th", true, figure[f].heading);
    fputs("</tr>\n", page);
    for (int64_t i = 0; i < r->count; i++) {
        const struct stored_run *const run = &r->run[i];
        const bool best = r->count > 1 && best_is(r, run);
        if (!stored_run_ok(run)) continue;
        any |= best;
        fputs(best ? "<tr class=\"best\">" : "<tr>", page);
        put_cell(page, "td", false, run->title);
        put_cell(page, "td", false, run->precision);
        put_number(page, "%.3g", result_step(r, run));
        put_number(page, "%.2f", result_speedup(r, run));
        for (int f = 0; f < FIGURES; f++)
            put_number(page, figure[f].format, figure[f].scale * result_metric(r, run, figure[f].metric));
        fputs("</tr>\n", page);
    }
    fputs("</table></div>\n", page);
    if (any) fputs("<p class=\"facts\">Bold: the fastest of those as accurate as the first.</p>\n", page);
    if (isfinite(r->limit)) fprintf(page, "<p class=\"facts\">Memory limit, measured: %.1f GB/s.</p>\n", r->limit);
}
