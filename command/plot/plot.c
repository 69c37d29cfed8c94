/* bandstand plot: pictures of result files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "command/arguments.h"
#include "command/command.h"
#include "command/plot/draw.h"
#include "command/plot/gnuplot.h"

struct request {
    const char *folder, *run; /* or NULL */
    bool svg, sliced;
    enum trust trust;
    struct cut cut;
};

static int help(void)
{
    fputs("Usage: bandstand plot FILE.h5 [FILE.h5 ...] [OPTION ...]\n\n"
          "Draws pictures with gnuplot: the time of a step by phase and the bandwidth of each run beside the measured\n"
          "limit; every series of samples over time; for runs with axes, the speed-up and GB/s at each point; every\n"
          "field of one axis over the field x, every field of two axes, and a plane of every field of three.\n"
          "Prints the names of the pictures, <result>_<what>.png.\n\n"
          "  -f, --format FORMAT  png (default) or svg\n"
          "  -o, --output FOLDER  folder of the pictures, made if missing; default that of the result file\n"
          "  -r, --run RUN        draw the fields of this run, given by its name, the beginning of its name, its\n"
          "                       label or its method, or those of 'all' runs; default the first that succeeded\n"
          "  -s, --slice PLANE    for fields of three axes: the plane of nodes nearest to PLANE, such as z=0.0015\n"
          "                       in metres, drawn as <result>_<field>_z0.0015.png; default z through the middle\n"
          "  -u, --unchecked      also read files whose checksum is missing or wrong: files of older versions, or\n"
          "                       files changed by other programs\n"
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

void canvas_report(struct canvas *c, enum status s)
{
    if (s == ST_OK) return;
    const int code = command_fail(s);
    if (code > c->exit_code) c->exit_code = code;
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

static enum status draw_chosen(struct canvas *c, const struct result *r, const struct request *q, bool *chosen)
{
    TRY(choose_runs(r, q->run, chosen));
    canvas_report(c, draw_runs(c, r));
    canvas_report(c, draw_series(c, r));
    canvas_report(c, draw_sweeps(c, r));
    for (int64_t i = 0; i < r->count; i++)
        if (chosen[i]) canvas_report(c, draw_fields(c, r, &r->run[i], q->run));
    return ST_OK;
}

static enum status draw_all(struct canvas *c, const struct result *r, const struct request *q)
{
    bool *const chosen = calloc((size_t)r->count, sizeof *chosen);
    const enum status s =
        chosen ? draw_chosen(c, r, q, chosen) : fail(ST_NOMEM, "no memory for the runs of %s", r->path);
    free(chosen);
    return s;
}

/* The exit code; failures are reported. */
static int plot(const char *file, const struct request *q)
{
    struct result r;
    const enum status opened = result_open(&r, file, q->trust);
    if (opened != ST_OK) return command_fail(opened);
    char *const stem = stem_of(file, q->folder);
    struct canvas c = {.stem = stem, .svg = q->svg, .cut = q->sliced ? &q->cut : NULL};
    canvas_report(&c, stem ? draw_all(&c, &r, q) : fail(ST_NOMEM, "no memory for a file name"));
    free(stem);
    result_close(&r);
    return c.exit_code;
}

/* "z=0.0015" */
static bool read_cut(struct cut *cut, const char *text)
{
    if (!*text || !strchr("xyz", *text) || text[1] != '=') return false;
    cut->axis = *text;
    return text_number(text + 2, &cut->at);
}

/* The exit code if the command is over, or -1. */
static int read_flags(struct request *q, struct arguments *a)
{
    for (int id; (id = arguments_next(a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'o' && !*a->value) return command_misuse("plot", "--output: no folder is named");
        if (id == 'o') q->folder = a->value;
        if (id == 'r') q->run = a->value;
        if (id == 'u') q->trust = TRUST_TRIED;
        if (id == 's' && !(q->sliced = read_cut(&q->cut, a->value)))
            return command_misuse("plot", "--slice: '%s' is no plane like z=0.0015, in metres", a->value);
        if (id != 'f') continue;
        q->svg = strcmp(a->value, "svg") == 0;
        if (!q->svg && strcmp(a->value, "png"))
            return command_misuse("plot", "--format: '%s' is not png or svg", a->value);
    }
    return a->operand == a->argc ? command_misuse("plot", "no result file is named") : -1;
}

/* A failure of every picture is reported once. */
static enum status prepare(const struct request *q)
{
    TRY(picture_ready());
    return q->folder ? picture_folder(q->folder) : ST_OK;
}

int command_plot(int argc, char **argv)
{
    static const struct flag flags[] = {{"format", 'f', true},
                                        {"output", 'o', true},
                                        {"run", 'r', true},
                                        {"slice", 's', true},
                                        {"unchecked", 'u', false},
                                        {"help", 'h', false},
                                        {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    struct request q = {0};
    int code = read_flags(&q, &a);
    if (code >= 0) return code;
    const enum status st = prepare(&q);
    if (st != ST_OK) return command_fail(st);
    for (int i = a.operand; i < argc; i++) {
        const int one = plot(argv[i], &q);
        if (one > code) code = one;
    }
    return code;
}
