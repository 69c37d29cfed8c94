/* Finds the names of the points of a sweep by the rows of the runs that have names. */
#include "command/compare/sweep/sweep_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lines of a text, in the text. */
static enum status split(char *text, struct texts *out)
{
    int64_t lines = 1;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    out->v = calloc((size_t)lines, sizeof *out->v);
    if (!out->v) return fail(ST_NOMEM, "no memory for the names of points");
    while (out->count < lines) out->v[out->count++] = strsep(&text, "\n");
    return ST_OK;
}

/* Options vary slowest among the rows of a run: each of their values has rows of the same names. */
static enum status note(struct sweep_names *n, const struct sweep *s, int run, const struct texts *names)
{
    const int64_t rows = sweep_row_count(s, run);
    if (!names->count || rows % names->count) return ST_OK;
    for (int64_t point = 0; point < n->count; point++) {
        const int64_t row = n->name[point] ? -1 : sweep_row(s, run, point);
        if (row < 0) continue;
        n->name[point] = strdup(names->v[row % names->count]);
        if (!n->name[point]) return fail(ST_NOMEM, "no memory for the names of points");
    }
    return ST_OK;
}

static enum status note_run(struct sweep_names *n, const struct sweep *s, int run, const struct result *r,
                            const struct texts *rows)
{
    char group[512], *text = NULL;
    struct texts lines = {0};
    snprintf(group, sizeof group, "/runs/%s", s->run[run]->name);
    if (!store_has_text(r->store, group, "points")) return note(n, s, run, rows);
    enum status st = store_get_text(r->store, group, "points", &text);
    if (st == ST_OK) st = split(text, &lines);
    if (st == ST_OK) st = note(n, s, run, &lines);
    free(lines.v);
    free(text);
    return st;
}

enum status sweep_names_load(struct sweep_names *n, const struct sweep *s, const struct result *r,
                             const struct texts *rows)
{
    bool all = s->points > 0;
    *n = (struct sweep_names){.name = calloc((size_t)s->points + 1, sizeof *n->name)};
    if (!n->name) return fail(ST_NOMEM, "no memory for the names of points");
    n->count = s->points;
    for (int run = 0; run < s->count; run++) TRY(note_run(n, s, run, r, rows));
    for (int64_t point = 0; point < n->count; point++) all &= n->name[point] != NULL;
    if (!all) sweep_names_free(n);
    return ST_OK;
}

void sweep_names_free(struct sweep_names *n)
{
    for (int64_t point = 0; point < n->count; point++) free(n->name[point]);
    free(n->name);
    *n = (struct sweep_names){0};
}
