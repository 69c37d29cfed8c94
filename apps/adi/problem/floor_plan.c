/* Reads the blocks of a floor plan from CSV, and refuses blocks that overlap, and files of HotSpot. */
#include "apps/adi/problem/floor_plan.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/csv.h"
#include "base/either_precision.h"
#include "base/file/text.h"

enum { NAME, X, Y, WIDTH, HEIGHT, WATTS, COLUMNS };
static const char *const column[COLUMNS] = {"name", "x", "y", "width", "height", "watts"};

static enum status read_block(struct block *b, const struct csv *t, double unit)
{
    double value[COLUMNS];
    const char *const name = t->cell[NAME];
    if (!*name) return input_fault(&t->input, "the block has no name");
    for (int i = X; i < COLUMNS; i++) {
        if (!text_number(t->cell[i], &value[i]))
            return input_fault(&t->input, "%s of block %.100s: '%.40s' is not a number", column[i], name, t->cell[i]);
        if (i >= WIDTH && !(value[i] > 0 || (i == WATTS && value[i] == 0)))
            return input_fault(&t->input, "%s of block %.100s: %g is %s", column[i], name, value[i],
                               i == WATTS ? "below 0" : "not above 0");
    }
    *b = (struct block){.x = value[X] * unit,
                        .y = value[Y] * unit,
                        .width = value[WIDTH] * unit,
                        .height = value[HEIGHT] * unit,
                        .watts = value[WATTS],
                        .line = t->input.line,
                        .name = strdup(name)};
    return b->name ? ST_OK : fail(ST_NOMEM, "no memory for a block of a floor plan");
}

/* A plan as it is read, and the metres of its unit. */
struct reading {
    struct floor_plan *plan;
    double unit;
};

static enum status append(void *context, const struct csv *t)
{
    const struct reading *const r = context;
    struct floor_plan *const plan = r->plan;
    if (plan->count == plan->capacity) {
        const int64_t capacity = plan->capacity ? 2 * plan->capacity : 16;
        struct block *const grown = realloc(plan->block, (size_t)capacity * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %lld blocks of a floor plan", (long long)capacity);
        plan->block = grown, plan->capacity = capacity;
    }
    TRY(read_block(&plan->block[plan->count], t, r->unit));
    plan->count++; /* to be freed from here on */
    for (int64_t i = 0; i < plan->count - 1; i++)
        if (!strcmp(plan->block[i].name, plan->block[plan->count - 1].name))
            return input_fault(&t->input, "line %lld has a block %.100s already", (long long)plan->block[i].line,
                               plan->block[i].name);
    return ST_OK;
}

static int by_left_edge(const void *a, const void *b)
{
    const struct block *const x = *(const struct block *const *)a, *const y = *(const struct block *const *)b;
    return x->x != y->x ? (x->x > y->x) - (x->x < y->x) : (x->line > y->line) - (x->line < y->line);
}

/* Do two intervals share more than what rounding of a common edge may give? */
static bool shares(double from, double length, double other_from, double other_length)
{
    const double slack = 1e-9 * (length < other_length ? length : other_length);
    return from + length > other_from + slack && other_from + other_length > from + slack;
}

/* Blocks that overlap are refused: their watts would add up unnoticed. */
static enum status check_apart(const struct floor_plan *plan)
{
    enum status s = ST_OK;
    const struct block **const sorted = malloc((size_t)plan->count * sizeof *sorted);
    if (!sorted) return fail(ST_NOMEM, "no memory for %lld blocks of a floor plan", (long long)plan->count);
    for (int64_t i = 0; i < plan->count; i++) sorted[i] = &plan->block[i];
    qsort(sorted, (size_t)plan->count, sizeof *sorted, by_left_edge);
    for (int64_t i = 0; i < plan->count && s == ST_OK; i++) {
        const struct block *const a = sorted[i];
        for (int64_t k = i + 1; k < plan->count && sorted[k]->x < a->x + a->width && s == ST_OK; k++) {
            const struct block *const b = sorted[k], *const later = a->line > b->line ? a : b;
            if (shares(a->x, a->width, b->x, b->width) && shares(a->y, a->height, b->y, b->height))
                s = fail(ST_CONFIG, "%s:%lld: block %.100s overlaps block %.100s of line %lld", plan->path,
                         (long long)later->line, later->name, (later == a ? b : a)->name,
                         (long long)(later == a ? b : a)->line);
        }
    }
    free(sorted);
    return s;
}

/* Is it a line of a floor plan of HotSpot: a name and at least four numbers, between blanks? */
static bool is_hotspot(const char *line)
{
    static const char between[] = " \t\r\n";
    int cells = 0;
    for (line += strspn(line, between); *line && *line != '#'; cells++) {
        char cell[64];
        double number;
        const size_t length = strcspn(line, between);
        snprintf(cell, sizeof cell, "%.*s", (int)(length < sizeof cell ? length : sizeof cell - 1), line);
        if (cells && !text_number(cell, &number)) return false;
        line += length, line += strspn(line, between);
    }
    return cells >= 5;
}

/* The first line that says something of a table names its columns, that of a floor plan of HotSpot is a block. */
static enum status refuse_hotspot(const char *path)
{
    struct input from = {.path = path};
    bool more = true, blank = true;
    TRY(input_open(&from.in, path, 64 << 20));
    enum status s = ST_OK;
    while (s == ST_OK && more && blank) {
        s = input_line(&from, &more);
        if (s == ST_OK && more) blank = from.text[strspn(from.text, " \t\r\n")] == '\0' || *from.text == '#';
    }
    if (s == ST_OK && more && is_hotspot(from.text))
        s = input_fault(&from, "this is a block of HotSpot's floor plans: name, width, height, left x and bottom y in "
                               "m. A floor plan here is CSV: name, x, y, width, height, watts; HotSpot has the watts "
                               "in a .ptrace file");
    fclose(from.in);
    input_free(&from);
    return s;
}

enum status floor_plan_read(struct floor_plan *plan, const char *path, double unit)
{
    TRY(refuse_hotspot(path));
    *plan = (struct floor_plan){.path = strdup(path), .unit = unit};
    if (!plan->path) return fail(ST_NOMEM, "no memory for the name of a floor plan");
    enum status s = csv_read(path, column, COLUMNS, append, &(struct reading){plan, unit});
    if (s == ST_OK && !plan->count) s = fail(ST_CONFIG, "%s: the floor plan has no blocks", path);
    if (s == ST_OK) s = check_apart(plan);
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
