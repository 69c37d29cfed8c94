/* Conclusions as tables and as JSON. */
#include "command/bench/conclusions_show.h"

#include <string.h>

#include "base/json/json.h"
#include "command/terminal/table.h"

void conclusions_print_lines(const struct conclusions *f, int from)
{
    for (int i = from; i < f->count; i++) {
        const struct conclusion *const row = &f->row[i];
        struct json j = {.out = stdout, .line = true};
        json_object(&j, NULL);
        json_object(&j, row->table);
        for (int c = 0; c < row->cells; c++)
            if (row->cell[c].text) json_text(&j, row->cell[c].key, row->cell[c].text);
            else json_real(&j, row->cell[c].key, row->cell[c].value);
        json_close_object(&j);
        json_close_object(&j);
    }
    fflush(stdout);
}

void conclusions_print(const struct conclusions *f)
{
    const char *heading[CONCLUSION_CELLS];
    for (int i = 0; i < f->count;) {
        const struct conclusion *const first = &f->row[i];
        struct table t;
        for (int c = 0; c < first->cells; c++) heading[c] = first->cell[c].key;
        printf("\n%s\n", first->table);
        table_begin(&t, first->cells, heading);
        for (; i < f->count && !strcmp(f->row[i].table, first->table); i++)
            for (int c = 0; c < first->cells; c++)
                if (f->row[i].cell[c].text) table_text(&t, "%s", f->row[i].cell[c].text);
                else table_real(&t, "%.4g", f->row[i].cell[c].value);
        table_end(&t, stdout, FIRST_TWO_LEFT);
    }
}
