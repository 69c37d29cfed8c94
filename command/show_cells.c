/* Tables of an application, printed as they are filled: as tables, or as one object of JSON, whose members are arrays
 * of rows. */
#include "command/show_cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps/lister.h"
#include "base/json/json.h"
#include "base/printable.h"
#include "command/run/jobs/jobs.h"
#include "command/run/request/configurations.h"
#include "command/terminal/table.h"

struct printer {
    struct lister lister; /* first: data of the application */
    struct table table;
    struct json json;
    FILE *out; /* in memory: if there is a fault, only its message is printed */
    const char *const *heading;
    int columns, column; /* of the table that is filled; 0: none */
};

static void table_next(struct lister *l, const char *name, int columns, const char *const *heading)
{
    struct printer *const p = (struct printer *)l;
    if (p->columns) table_end(&p->table, p->out, FIRST_TWO_LEFT);
    if (p->columns && name) fputc('\n', p->out);
    if (name) say(p->out, "%s\n", name), table_begin(&p->table, columns, heading);
    p->columns = columns;
}

static void table_value(struct lister *l, const char *value)
{
    table_text(&((struct printer *)l)->table, "%s", value ? value : "-");
}

static void table_number(struct lister *l, double value)
{
    table_real(&((struct printer *)l)->table, "%.6g", value);
}

static void json_next(struct lister *l, const char *name, int columns, const char *const *heading)
{
    struct printer *const p = (struct printer *)l;
    if (p->columns) json_close_array(&p->json);
    if (name) json_array(&p->json, name);
    p->columns = columns, p->heading = heading;
}

/* The key of the next value, which begins a row if it is the first one. */
static const char *json_key(struct printer *p)
{
    if (p->column == 0) json_object(&p->json, NULL);
    return p->heading[p->column];
}

static void json_past(struct printer *p)
{
    p->column = (p->column + 1) % p->columns;
    if (p->column == 0) json_close_object(&p->json);
}

static void json_value(struct lister *l, const char *value)
{
    struct printer *const p = (struct printer *)l;
    json_text(&p->json, json_key(p), value);
    json_past(p);
}

static void json_number(struct lister *l, double value)
{
    struct printer *const p = (struct printer *)l;
    json_real(&p->json, json_key(p), value);
    json_past(p);
}

static enum status print(const struct workload *w, bool json, FILE *out)
{
    struct printer p = {.lister = {table_next, table_value, table_number}, .json = {.out = out}, .out = out};
    if (json) p.lister = (struct lister){json_next, json_value, json_number}, json_object(&p.json, NULL);
    const enum status s = w->app->list(w->params, &p.lister);
    if (s != ST_OK) return w->count ? job_fault(w, &w->job[0], s) : s;
    if (json) json_close_object(&p.json);
    return ST_OK;
}

static enum status list(const struct workload *w, bool json)
{
    char *text = NULL;
    size_t size;
    if (!w->app->list)
        return fail(ST_CONFIG, "%s: --cells: the application %s has no cells", config_name(w->config), w->app->name);
    FILE *const out = open_memstream(&text, &size);
    if (!out) return fail(ST_NOMEM, "no memory for the list of cells");
    enum status s = print(w, json, out);
    if (fclose(out) && s == ST_OK) s = fail(ST_NOMEM, "no memory for the list of cells");
    if (s == ST_OK) fwrite(text, 1, size, stdout);
    free(text);
    return s;
}

enum status show_cells(const char *config, const char *sets, bool json)
{
    char *file;
    struct config *c = NULL;
    struct workload w = {0};
    TRY(configuration_find(&file, config));
    enum status s = config_load(&c, file);
    if (s == ST_OK) s = settings_apply(c, sets);
    if (s == ST_OK) s = workload_read(&w, c, NULL, 0);
    else config_free(c);
    if (s == ST_OK) s = list(&w, json);
    workload_free(&w);
    free(file);
    return s;
}
