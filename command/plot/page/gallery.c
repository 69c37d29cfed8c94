/* Writes the page of a gallery. */
#include "command/plot/page/gallery.h"

#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "command/compare/show/show_answers.h"
#include "command/plot/draw/html.h"

/* filetype.c recognizes the page by its generator. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"generator\" content=\"bandstand\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>bandstand: results</title>\n"
    "<style>\n"
    "body { margin: 2em auto; max-width: 70em; padding: 0 1.5em; color: #1a1a1a; background: #fff;\n"
    "  font: 15px/1.5 \"DejaVu Sans\", Verdana, sans-serif; }\n"
    "h1 { font-size: 1.7em; line-height: 1.2; margin: 0 0 .2em; }\n"
    "h2 { font-size: 1.15em; margin: 2em 0 .6em; }\n"
    "section { margin-bottom: 4em; border-top: 3px solid #0072b2; padding-top: 1.2em; }\n"
    ".facts { color: #555; margin: 0 0 1em; font-size: .9em; }\n"
    ".wide { overflow-x: auto; }\n"
    "table { border-collapse: collapse; margin: 0 0 1.4em; font-size: .9em; font-variant-numeric: tabular-nums; }\n"
    "th { text-align: left; font-weight: 600; border-bottom: 2px solid #999; }\n"
    "th, td.n, td:first-child { white-space: nowrap; }\n"
    "th, td { padding: .25em .9em .25em 0; vertical-align: top; }\n"
    "td { border-bottom: 1px solid #e4e4e4; }\n"
    "td.n, th.n { text-align: right; }\n"
    "tr.best td { font-weight: 600; }\n"
    ".note { border-left: 4px solid #e69f00; padding-left: .8em; white-space: pre-wrap; }\n"
    ".pictures { display: flex; flex-wrap: wrap; gap: 1.2em; align-items: flex-start; }\n"
    "figure { margin: 0; }\n"
    "img { max-width: 100%; height: auto; display: block; }\n"
    "pre { background: #f6f6f6; padding: 1em; overflow-x: auto; font: 12.5px/1.45 \"DejaVu Sans Mono\", monospace; }\n"
    "summary { cursor: pointer; }\n"
    "@media print {\n"
    "  @page { margin: 15mm; }\n"
    "  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }\n"
    "  section { break-before: page; border: 0; }\n"
    "  section:first-of-type { break-before: auto; }\n"
    "  figure, tr { break-inside: avoid; }\n"
    "  .pictures { display: block; }\n"
    "  figure { margin-bottom: 1em; }\n"
    "  details:not([open]) { display: none; }\n"
    "  h2 { break-after: avoid; }\n"
    "  pre { white-space: pre-wrap; font-size: 8pt; }\n"
    "  .wide { overflow-x: visible; }\n"
    "}\n"
    "</style>\n</head>\n<body>\n";

enum status gallery_begin(struct gallery *g, const char *path)
{
    *g = (struct gallery){0};
    TRY(atomic_file_begin(&g->file, path, FILE_GALLERY));
    const enum status s = atomic_file_stream(&g->file, &g->page);
    if (s != ST_OK) atomic_file_abandon(&g->file);
    else fputs(head, g->page);
    return s;
}

void gallery_abandon(struct gallery *g)
{
    if (g->page) fclose(g->page);
    atomic_file_abandon(&g->file);
    *g = (struct gallery){0};
}

enum status gallery_end(struct gallery *g)
{
    fputs("</body>\n</html>\n", g->page);
    enum status s = atomic_file_stream_end(&g->file, g->page);
    g->page = NULL;
    char *const name = strdup(g->file.path);
    if (s == ST_OK) s = atomic_file_commit(&g->file);
    else atomic_file_abandon(&g->file);
    if (s == ST_OK) say(stdout, "%s\n", name ? name : "the gallery");
    free(name);
    return s;
}

/* A text attribute between two strings; nothing if it is not there, or is empty. */
static void put_fact(FILE *page, const struct result *r, const char *before, const char *group, const char *name,
                     const char *after)
{
    char *text = NULL;
    if (!store_has_text(r->store, group, name) || store_get_text(r->store, group, name, &text) != ST_OK) return;
    if (*text) fputs(before, page), html_text(page, text), fputs(after, page);
    free(text);
}

/* Prints the caveats of runs, and the answers in which they disagree. */
static enum status put_notes(FILE *page, const struct result *r)
{
    char *text = NULL;
    size_t size;
    FILE *const notes = open_memstream(&text, &size);
    if (!notes) return fail(ST_NOMEM, "no memory for the gallery");
    enum status s = show_disagreements(r, notes);
    result_warn(r, notes, "");
    for (int64_t i = 0; i < r->count; i++)
        if (!stored_run_ok(&r->run[i])) say(notes, "%s: %s\n", r->run[i].name, r->run[i].status);
    if (fclose(notes) != 0 && s == ST_OK) s = fail(ST_NOMEM, "no memory for the gallery");
    if (s == ST_OK && *text) fputs("<p class=\"note\">", page), html_text(page, text), fputs("</p>\n", page);
    free(text);
    return s;
}

enum status gallery_open_section(struct gallery *g, const struct result *r)
{
    FILE *const page = g->page;
    g->sections++;
    fputs("<section>\n<h1>", page);
    html_text(page, *r->title ? r->title : r->app);
    fputs("</h1>\n<p class=\"facts\">", page);
    html_text(page, r->path);
    fputs(": ", page);
    html_text(page, r->app);
    put_fact(page, r, ", by bandstand ", "/", "bandstand_version", "");
    put_fact(page, r, ", ", "/", "created", "");
    put_fact(page, r, "<br>", "/provenance", "host", "");
    put_fact(page, r, ", ", "/provenance", "cpu", "");
    put_fact(page, r, ", ", "/provenance", "compiler", "");
    fputs("</p>\n", page);
    TRY(gallery_answers(page, r));
    TRY(put_notes(page, r));
    fputs("<h2>Pictures</h2>\n<div class=\"pictures\">\n", page);
    return ST_OK;
}

enum status gallery_close_section(struct gallery *g, const struct result *r)
{
    FILE *const page = g->page;
    fputs("</div>\n<h2>Times</h2>\n", page);
    gallery_times(page, r);
    fputs("<h2>Configuration</h2>\n", page);
    put_fact(page, r, "<p>", "/config", "name", "</p>\n");
    put_fact(page, r, "<p>With <code>--set</code>:</p>\n<pre>", "/config", "sets", "</pre>\n");
    put_fact(page, r, "<pre>", "/config", "original", "</pre>\n");
    put_fact(page, r, "<details><summary>With all defaults</summary>\n<pre>", "/config", "effective",
             "</pre></details>\n");
    fputs("</section>\n", page);
    return ferror(page) ? fail(ST_IO, "cannot write %s", g->file.path) : ST_OK;
}
