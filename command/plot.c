/* bandstand plot: pictures of result files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/arguments.h"
#include "command/command.h"
#include "command/draw.h"

struct request {
    const char *folder, *run; /* or NULL */
    bool svg;
};

static int help(void)
{
    fputs("Usage: bandstand plot FILE.h5 [FILE.h5 ...] [OPTION ...]\n\n"
          "Draws, by gnuplot: the time of a step by phase and the bandwidth of each run against the measured\n"
          "limit; every series of samples against time; every field of two axes and the middle slice of every\n"
          "field of three. Prints the names of the pictures, <result>_<what>.png.\n\n"
          "  -f, --format FORMAT  png (default) or svg\n"
          "  -o, --output FOLDER  where the pictures go; default beside the result file\n"
          "  -r, --run RUN        draw the fields of this run, or of 'all'; default the first one that is ok\n"
          "  -h, --help           this text\n",
          stdout);
    return 0;
}

char *canvas_path(const struct canvas *c, const char *what)
{
    char *path;
    if (asprintf(&path, "%s_%s.%s", c->stem, what, c->svg ? "svg" : "png") < 0) return NULL;
    return path;
}

/* Folder and name of the pictures: "out/x" for "runs/x.h5" and the folder "out". */
static char *stem_of(const char *file, const char *folder)
{
    char *stem;
    const char *const slash = strrchr(file, '/'), *const name = slash ? slash + 1 : file;
    size_t length = strlen(name);
    if (length > 3 && strcmp(name + length - 3, ".h5") == 0) length -= 3;
    const int end = folder ? asprintf(&stem, "%s/%.*s", folder, (int)length, name)
                           : asprintf(&stem, "%.*s%.*s", (int)(name - file), file, (int)length, name);
    return end < 0 ? NULL : stem;
}

/* Are the fields of run i wanted? */
static bool chosen(const struct result *r, int64_t i, const char *run)
{
    if (run) return strcmp(run, "all") == 0 || strcmp(run, r->run[i].name) == 0;
    for (int64_t k = 0; k < i; k++)
        if (outcome_ok(&r->run[k])) return false;
    return outcome_ok(&r->run[i]);
}

static enum status draw_all(const struct canvas *c, const struct result *r, const struct request *q)
{
    int count = 0;
    for (int64_t i = 0; i < r->count; i++) count += chosen(r, i, q->run);
    if (q->run && count == 0) return fail(ST_CONFIG, "%s: it holds no run %s", r->path, q->run);
    TRY(draw_runs(c, r));
    TRY(draw_series(c, r));
    for (int64_t i = 0; i < r->count; i++)
        if (chosen(r, i, q->run)) TRY(draw_fields(c, r, &r->run[i], q->run));
    return ST_OK;
}

static enum status plot(const char *file, const struct request *q)
{
    struct result r;
    TRY(result_open(&r, file));
    char *const stem = stem_of(file, q->folder);
    const struct canvas c = {.stem = stem, .svg = q->svg};
    const enum status st = stem ? draw_all(&c, &r, q) : fail(ST_NOMEM, "no memory for a file name");
    free(stem);
    result_close(&r);
    return st;
}

int command_plot(int argc, char **argv)
{
    static const struct flag flags[] = {
        {"format", 'f', true}, {"output", 'o', true}, {"run", 'r', true}, {"help", 'h', false}, {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    struct request q = {0};
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'o') q.folder = a.value;
        if (id == 'r') q.run = a.value;
        if (id != 'f') continue;
        q.svg = strcmp(a.value, "svg") == 0;
        if (!q.svg && strcmp(a.value, "png"))
            return command_misuse("plot", "--format: '%s' is not png or svg", a.value);
    }
    if (a.operand == argc) return command_misuse("plot", "no result file is named");
    for (int i = a.operand; i < argc; i++) {
        const enum status st = plot(argv[i], &q);
        if (st != ST_OK) return command_fail(st);
    }
    return 0;
}
