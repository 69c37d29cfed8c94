/* The settings that every application and every solver group share, and how they are printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/jobs.h"
#include "command/run/variation.h"

static const char *const precision_words[] = {"double", "float", NULL};
static const char *const space_words[] = {"host", "device", NULL}; /* enum space */
static const char *const device_words[] = {"host", "gpu", NULL};   /* enum space */

#define AT(field) offsetof(struct settings, field)
const struct option settings_table[] = {
    {"app", "the application", OPT_TEXT, AT(app)},
    {"title", "a line of your own, kept with the results", OPT_TEXT, AT(title), .optional = true},
    {"precision", "working precision, or a list: every solver runs in each", OPT_WORDS, AT(precision),
     .fallback = "[\"double\"]", .words = precision_words, .count_min = 1, .count_max = 2},
    {"threads", "OpenMP threads; 0: all", OPT_INT, AT(threads), 0, EXEC_THREADS_MAX, "0"},
    {"bandwidth", "hold runs against the memory limit, measured within half a second if solvers are compared, and kept",
     OPT_BOOL, AT(bandwidth), .fallback = "true"},
    {"bandwidth_anew", "measure the memory limit in any case, whatever was kept of the last day", OPT_BOOL,
     AT(bandwidth_anew), .fallback = "false"},
    {"device", "where all runs take place that do not name a space of their own", OPT_WORD, AT(device),
     .fallback = "\"host\"", .words = device_words},
    {"output.file", "result file; default output/<name of the configuration>.h5", OPT_TEXT, AT(file), .optional = true},
    {"output.fields", "store the final fields", OPT_BOOL, AT(fields), .fallback = "true"},
    {"output.xdmf", "write an .xdmf file beside the result, for ParaView", OPT_BOOL, AT(xdmf), .fallback = "true"},
    {"output.snapshots", "store the fields every so many steps; 0: only at the end", OPT_INT, AT(snapshots), 0, 1e15,
     "0"},
    {"output.compression", "deflate level of stored arrays", OPT_INT, AT(compression), 0, 9, "0"},
    {"sample.every", "steps between samples of the series; 0: only first and last", OPT_INT, AT(sample_every), 0, 1e15,
     "1"},
    {"checkpoint.every", "steps between checkpoints; 0: only when stopped by a signal", OPT_INT, AT(checkpoint_every),
     0, 1e15, "0"},
    {"checkpoint.wait", "seconds that a signal leaves a step to end and be written down", OPT_REAL, AT(checkpoint_wait),
     0, 1e9, "0.5"},
    {"checkpoint.file", "default: stop.checkpoint.h5 beside the result file stop.h5", OPT_TEXT, AT(checkpoint_file),
     .optional = true},
    {0},
};
#undef AT

#define AT(field) offsetof(struct choice, field)
const struct option choice_table[] = {
    {"method", "which method solves; default the first that the application takes", OPT_TEXT, AT(method),
     .optional = true},
    {"space", "where it runs; where nothing is said, as `device` says", OPT_WORD, AT(space), .fallback = "\"host\"",
     .words = space_words},
    {"threads", "OpenMP threads of this run; 0: as the workload says", OPT_INT, AT(threads), 0, EXEC_THREADS_MAX, "0"},
    {"label", "what tables and pictures call this run; default the method", OPT_TEXT, AT(label), .optional = true},
    {"optional", "where it cannot run, leave it out and record why", OPT_BOOL, AT(optional), .fallback = "false"},
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

char *workload_print(const struct workload *w)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    if (!out) return NULL;
    options_print(out, settings_table, &w->settings, 0);
    options_print(out, w->app->options, w->params, 0);
    fputs("solvers = (\n", out);
    for (int i = 0; i < w->count && w->job[i].precision == w->job[0].precision; i++) {
        fputs(i ? ",\n  {\n" : "  {\n", out);
        options_print(out, choice_table, &w->job[i].choice, 2);
        variation_print(out, &w->job[i]);
        if (w->job[i].options) options_print(out, job_options(&w->job[i]), w->job[i].options, 2);
        fputs("  }", out);
    }
    fputs("\n);\n", out);
    return fclose(out) ? (free(text), NULL) : text;
}
