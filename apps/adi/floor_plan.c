#include "apps/adi/floor_plan.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 5 };
static const char *const column[] = {"name", "x", "y", "width", "height", "watts"};

static char *trimmed(char *text)
{
    text += strspn(text, " \t\r\n");
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1])) *--end = 0;
    return text;
}

/* Cuts a line at its commas; the number of cells, at most one more than wanted. */
static int cut(char *line, char *cell[NUMBERS + 2])
{
    int count = 0;
    for (char *rest = line; rest && count < NUMBERS + 2;) cell[count++] = trimmed(strsep(&rest, ","));
    return count;
}

static enum status check_heading(const char *path, int64_t line, char *const *cell, int count)
{
    bool same = count == NUMBERS + 1;
    for (int i = 0; same && i <= NUMBERS; i++) same = !strcmp(cell[i], column[i]);
    if (same) return ST_OK;
    return fail(ST_CONFIG, "%s:%lld: the first line must be: name, x, y, width, height, watts", path, (long long)line);
}

static enum status read_block(struct block *b, const char *path, char *const *cell, int count, double unit)
{
    double value[NUMBERS];
    if (count != NUMBERS + 1)
        return fail(ST_CONFIG, "%s:%lld: %s%d columns instead of 6", path, (long long)b->line,
                    count > 6 ? "more than " : "", count > 6 ? 6 : count);
    if (!*cell[0]) return fail(ST_CONFIG, "%s:%lld: the block has no name", path, (long long)b->line);
    for (int i = 0; i < NUMBERS; i++) {
        char *end;
        value[i] = strtod(cell[i + 1], &end);
        if (end == cell[i + 1] || *end || !isfinite(value[i]))
            return fail(ST_CONFIG, "%s:%lld: %s of block %s: '%s' is not a number", path, (long long)b->line,
                        column[i + 1], cell[0], cell[i + 1]);
        if (i >= 2 && !(value[i] > 0 || (i == 4 && value[i] == 0)))
            return fail(ST_CONFIG, "%s:%lld: %s of block %s: %g is %s", path, (long long)b->line, column[i + 1],
                        cell[0], value[i], i == 4 ? "below 0" : "not above 0");
    }
    b->x = value[0] * unit, b->y = value[1] * unit;
    b->width = value[2] * unit, b->height = value[3] * unit;
    b->watts = value[4];
    b->name = strdup(cell[0]);
    return b->name ? ST_OK : fail(ST_NOMEM, "no memory for a block of a floor plan");
}

static enum status append(struct floor_plan *plan, int64_t line, char *const *cell, int count, double unit)
{
    if (plan->count == plan->room) {
        const int64_t room = plan->room ? 2 * plan->room : 16;
        struct block *const grown = realloc(plan->block, (size_t)room * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %lld blocks of a floor plan", (long long)room);
        plan->block = grown, plan->room = room;
    }
    struct block *const b = &plan->block[plan->count];
    *b = (struct block){.line = line};
    TRY(read_block(b, plan->path, cell, count, unit));
    plan->count++;
    return ST_OK;
}

/* Spreadsheets write it before the first line. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

static enum status read_lines(struct floor_plan *plan, FILE *in, double unit)
{
    char *text = NULL, *cell[NUMBERS + 2];
    size_t size = 0;
    bool headed = false;
    enum status s = ST_OK;
    for (int64_t line = 1; s == ST_OK && getline(&text, &size, in) >= 0; line++) {
        const bool marked = line == 1 && strncmp(text, byte_order_mark, sizeof byte_order_mark - 1) == 0;
        char *const begin = trimmed(marked ? text + sizeof byte_order_mark - 1 : text);
        if (!*begin || *begin == '#') continue;
        const int count = cut(begin, cell);
        s = headed ? append(plan, line, cell, count, unit) : check_heading(plan->path, line, cell, count);
        headed = true;
    }
    free(text);
    if (s == ST_OK && ferror(in)) return fail(ST_CONFIG, "%s: %s", plan->path, strerror(errno));
    return s == ST_OK && !plan->count ? fail(ST_CONFIG, "%s: the floor plan has no blocks", plan->path) : s;
}

enum status floor_plan_read(struct floor_plan *plan, const char *path, double unit)
{
    *plan = (struct floor_plan){.path = strdup(path)};
    if (!plan->path) return fail(ST_NOMEM, "no memory for the name of a floor plan");
    FILE *const in = fopen(path, "r");
    const enum status s = in ? read_lines(plan, in, unit) : fail(ST_CONFIG, "%s: %s", path, strerror(errno));
    if (in) fclose(in);
    if (s != ST_OK) floor_plan_free(plan);
    return s;
}

void floor_plan_free(struct floor_plan *plan)
{
    for (int64_t i = 0; i < plan->count; i++) free(plan->block[i].name);
    free(plan->block);
    free(plan->path);
    *plan = (struct floor_plan){0};
}
