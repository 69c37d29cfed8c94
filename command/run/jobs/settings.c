/* The settings that every application shares, and how the complete configuration is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/jobs/jobs.h"
#include "command/run/options/option_axes.h"
#include "command/run/published/published.h"
#include "command/run/sweep/sweep_points.h"
#include "command/run/workload/variation.h"

static const char *const precision_words[] = {"double", "float", NULL};
static const char *const device_words[] = {"host", "gpu", NULL}; /* enum space */

#define AT(field) offsetof(struct settings, field)
const struct option settings_table[] = {
    {"app", "the application", OPT_TEXT, AT(app)},
    {"title", "a title for tables and pictures, stored in the result", OPT_TEXT, AT(title), .optional = true},
    {"precision", "working precision, or a list: every solver runs in each", OPT_WORDS, AT(precision),
     .default_value = "[\"double\"]", .words = precision_words, .count_min = 1, .count_max = 2},
    {"threads", "maximum number of OpenMP threads; 0: all; work too small for them gets one, which the result records",
     OPT_INT, AT(threads), 0, EXEC_THREADS_MAX, "0"},
    {"bandwidth",
     "measure the memory bandwidth where solvers are compared, for their share of it: half a second, once a day",
     OPT_BOOL, AT(bandwidth), .default_value = "true"},
    {"bandwidth_anew", "measure the memory bandwidth again, even if a measurement of the last day is kept", OPT_BOOL,
     AT(bandwidth_anew), .default_value = "false"},
    {"timing.seconds",
     "seconds in which runs, or their first steps, are timed again, one after the other; 0: no repetition", OPT_REAL,
     AT(timing_seconds), 0, 1e6, "2.0"},
    {"device", "space of runs whose group gives no `space`", OPT_WORD, AT(device), .default_value = "\"host\"",
     .words = device_words},
    {"output.file", "result file; default output/<name of the configuration>.h5", OPT_TEXT, AT(file), .optional = true},
    {"output.fields", "store the final fields", OPT_BOOL, AT(fields), .default_value = "true"},
    {"output.xdmf", "write an .xdmf file next to the result, for ParaView", OPT_BOOL, AT(xdmf),
     .default_value = "true"},
    {"output.parallel", "fields that ranks share are written by all of them, each its part, not collected by rank 0",
     OPT_BOOL, AT(parallel), .default_value = "false"},
    {"output.snapshots", "steps between stored snapshots of the fields; 0: only the final fields", OPT_INT,
     AT(snapshots), 0, 1e15, "0"},
    {"output.compression", "deflate level of stored arrays", OPT_INT, AT(compression), 0, 9, "0"},
    {"sample.every", "steps between samples of the series; 0: only first and last", OPT_INT, AT(sample_every), 0, 1e15,
     "1"},
    {"checkpoint.every", "steps between checkpoints; 0: a checkpoint only when a signal stops the run", OPT_INT,
     AT(checkpoint_every), 0, 1e15, "0"},
    {"checkpoint.wait", "seconds after a signal within which the current step must end for a checkpoint to be written",
     OPT_REAL, AT(checkpoint_wait), 0, 1e9, "0.5"},
    {"checkpoint.file", "checkpoint file; default X.checkpoint.h5 next to the result file X.h5", OPT_TEXT,
     AT(checkpoint_file), .optional = true},
    {"published", "numbers of a paper, which `compare` shows next to those of the runs", OPT_GROUPS, AT(published),
     .sub = published_table, .sub_bytes = sizeof(struct published), .optional = true},
    {0},
};
#undef AT

enum status settings_apply(struct config *config, const char *lines)
{
    for (const char *at = lines; *at;) {
        const size_t length = strcspn(at, "\n");
        char *const line = strndup(at, length);
        const enum status s = line ? config_set(config, line) : fail(ST_NOMEM, "no memory for a setting");
        free(line);
        TRY(s);
        at += length + (at[length] == '\n');
    }
    return ST_OK;
}

void job_options_print(FILE *out, const struct job *j, int indent)
{
    struct option_part part[OPTION_PARTS];
    const int parts = j->options ? job_options(j, part) : 0;
    for (int k = 0; k < parts; k++)
        option_axes_print(out, j->axes, part[k].table, (const char *)j->options + part[k].offset, indent);
}

/* The keys that vary, as lines of the group. */
static void print_variation(FILE *out, const struct job *j)
{
    for (const struct option *o = j->app->options; o->key; o++) {
        const struct option own[] = {*o, {0}};
        if (o->varies) option_axes_print(out, j->axes, own, j->params, 2);
    }
}

char *workload_print(const struct workload *w)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    if (!out) return NULL;
    options_print(out, settings_table, &w->settings, 0);
    options_print(out, paper_table, &w->settings.paper, 0);
    if (w->swept) options_print(out, sweep_table, &w->sweep, 0);
    options_print(out, w->app->options, w->params, 0);
    fputs("solvers = (\n", out);
    for (int i = 0; i < w->count && w->job[i].precision == w->job[0].precision; i++) {
        fputs(i ? ",\n  {\n" : "  {\n", out);
        option_axes_print(out, w->job[i].axes, choice_table, &w->job[i].choice, 2);
        print_variation(out, &w->job[i]);
        job_options_print(out, &w->job[i], 2);
        fputs("  }", out);
    }
    fputs("\n);\n", out);
    return fclose(out) ? (free(text), NULL) : text;
}
