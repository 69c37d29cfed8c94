/* Turns a sweep over keys of solver groups into lists of the groups whose methods take them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/options/option_axes.h"
#include "command/run/workload/workload.h"

/* A list for the group of the job, of the values that a key of `sweep` takes. */
static enum status lend(struct workload *w, struct job *j, const struct sweep_axis_params *of, const struct option *row)
{
    char *text = NULL;
    size_t size;
    FILE *const f = open_memstream(&text, &size);
    if (!f) return fail(ST_NOMEM, "no memory for the values of %s", of->key);
    const int64_t count = of->values.count ? of->values.count : of->points;
    const bool whole = sweep_takes_whole(row);
    for (int64_t i = 0; i < count; i++) {
        char number[64];
        snprintf(number, sizeof number, whole ? "%.0f" : "%.17g", sweep_axis_value(of, i, whole));
        fprintf(f, "%s%s%s", i ? ", " : "[", number, whole || strpbrk(number, ".en") ? "" : ".0");
    }
    fputs("]", f);
    fclose(f);
    const enum status s = section_lend(w->config, &j->section, of->key, text, w->sweep_line);
    free(text);
    return s;
}

enum status option_axes_lend(struct workload *w, struct job *j)
{
    struct option_part part[OPTION_PARTS];
    const int parts = job_options(j, part);
    for (int a = 0; a < 2 && w->lists && w->sweep.axis[a].key; a++) {
        const char *const key = w->sweep.axis[a].key;
        const struct option *row = strcmp(key, "threads") ? NULL : option_find(choice_table, key);
        for (int k = 0; k < parts && !row; k++) row = part[k].table ? option_find(part[k].table, key) : NULL;
        if (row) TRY(lend(w, j, &w->sweep.axis[a], row));
    }
    return ST_OK;
}

enum status option_axes_taken(const struct workload *w)
{
    for (int k = 0; k < 2 && w->lists && w->sweep.axis[k].key; k++) {
        const char *const key = w->sweep.axis[k].key;
        bool taken = false;
        for (int i = 0; i < w->count; i++)
            for (int a = 0; w->job[i].axes && a < w->job[i].axes->axes; a++)
                taken |= !strcmp(w->job[i].axes->axis[a].key, key);
        if (!taken)
            return fail(ST_CONFIG, "%s: sweep: no method of the runs has the option %s", config_name(w->config), key);
    }
    return ST_OK;
}
