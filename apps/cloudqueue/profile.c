#include "apps/cloudqueue/profile.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 2 };
static const char *const column[CELLS] = {"time", "lambda"};

static char *trimmed(char *text)
{
    text += strspn(text, " \t\r\n");
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1])) *--end = 0;
    return text;
}

/* Cuts a line at its commas; the number of cells, at most one more than wanted. */
static int cut(char *line, char *cell[CELLS + 1])
{
    int count = 0;
    for (char *rest = line; rest && count <= CELLS;) cell[count++] = trimmed(strsep(&rest, ","));
    return count;
}

static enum status check_heading(const char *path, int64_t line, char *const *cell, int count)
{
    bool same = count == CELLS;
    for (int i = 0; same && i < CELLS; i++) same = !strcmp(cell[i], column[i]);
    return same ? ST_OK : fail(ST_CONFIG, "%s:%lld: the first line must be: time, lambda", path, (long long)line);
}

static enum status append(struct profile *p, const struct hour *h)
{
    if (p->count == p->room) {
        const int64_t room = p->room ? 2 * p->room : 32;
        struct hour *const grown = realloc(p->hour, (size_t)room * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %lld times of a profile", (long long)room);
        p->hour = grown, p->room = room;
    }
    p->hour[p->count++] = *h;
    return ST_OK;
}

static enum status read_hour(struct profile *p, const char *path, int64_t line, char *const *cell, int count)
{
    double value[CELLS];
    if (count != CELLS)
        return fail(ST_CONFIG, "%s:%lld: %s columns instead of 2", path, (long long)line,
                    count > CELLS ? "more" : "fewer");
    for (int i = 0; i < CELLS; i++) {
        char *end;
        value[i] = strtod(cell[i], &end);
        if (end == cell[i] || *end || !isfinite(value[i]))
            return fail(ST_CONFIG, "%s:%lld: %s: '%.40s' is not a number", path, (long long)line, column[i], cell[i]);
    }
    const struct hour h = {value[0], value[1]};
    if (p->count && !(h.time > p->hour[p->count - 1].time))
        return fail(ST_CONFIG, "%s:%lld: time %g is not above the one before, %g", path, (long long)line, h.time,
                    p->hour[p->count - 1].time);
    if (!(h.lambda > 0)) return fail(ST_CONFIG, "%s:%lld: lambda %g is not above 0", path, (long long)line, h.lambda);
    return append(p, &h);
}

/* Spreadsheets write it before the first line. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

static enum status read_lines(struct profile *p, FILE *in, const char *path)
{
    char *text = NULL, *cell[CELLS + 1];
    size_t size = 0;
    bool headed = false;
    enum status s = ST_OK;
    for (int64_t line = 1; s == ST_OK && getline(&text, &size, in) >= 0; line++) {
        const bool marked = line == 1 && strncmp(text, byte_order_mark, sizeof byte_order_mark - 1) == 0;
        char *const begin = trimmed(marked ? text + sizeof byte_order_mark - 1 : text);
        if (!*begin || *begin == '#') continue;
        const int count = cut(begin, cell);
        s = headed ? read_hour(p, path, line, cell, count) : check_heading(path, line, cell, count);
        headed = true;
    }
    free(text);
    if (s == ST_OK && ferror(in)) return fail(ST_CONFIG, "%s: %s", path, strerror(errno));
    return s == ST_OK && !p->count ? fail(ST_CONFIG, "%s: the profile has no times", path) : s;
}

enum status profile_read(struct profile *p, const char *path)
{
    *p = (struct profile){0};
    FILE *const in = fopen(path, "r");
    const enum status s = in ? read_lines(p, in, path) : fail(ST_CONFIG, "%s: %s", path, strerror(errno));
    if (in) fclose(in);
    if (s != ST_OK) profile_free(p);
    return s;
}

void profile_free(struct profile *p)
{
    free(p->hour);
    *p = (struct profile){0};
}
