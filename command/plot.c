/* bandstand plot: pictures of result files. */
#define _GNU_SOURCE /* asprintf */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/text.h"
#include "command/commands.h"
#include "command/plot/cells/shape.h"
#include "command/plot/chart/chart.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/page/gallery.h"
#include "command/plot/pictures.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"

struct request {
    const char *folder, *run, *columns, *gallery; /* or NULL */
    struct gallery *page;                         /* or NULL */
    bool svg, sliced, timed, verbose, figure;
    double time;
    struct chart_spec chart; /* its kind CHART_AUTO: no chart is requested */
    enum trust trust;
    struct cut cut;
    struct view view;
};

static int help(void)
{
    fputs(
        "Usage: bandstand plot FILE.h5 [FILE.h5 ...] [OPTION ...]\n\n"
        "Draws pictures with gnuplot: samples over time and answers over what was swept, those of one unit in one\n"
        "panel; maps of answers over two swept numbers; fields over x, and for three axes in the plane z that is\n"
        "heated or has the largest value (where all of it has that value, in the middle plane y), with the\n"
        "outlines of blocks; the time of a step by phase and the bandwidth of each run beside the measured\n"
        "limit; speed-ups and GB/s at each point.\n"
        "Prints the names of the pictures, <result>_<what>.png; a picture of one point is left out.\n\n"
        "  -c, --column NAMES   draw only these, separated by commas: answers, columns of samples, metrics, fields;\n"
        "                       'compare --column list' lists them; regions draws those of cells\n"
        "  -k, --kind KIND      draw the columns as curves along an axis, as bars in groups or as a table, with all "
        "runs\n"
        "                       and published values, hollow, with the measured ones\n"
        "  -x, --across AXIS    the horizontal axis, as rows or switch_point; of others each value has a panel\n"
        "  -l, --log AXES       which axes are logarithmic: no, x, y or xy; default those of wide ranges\n"
        "  -F, --figure         draw only the pictures that the configuration describes, as of a figure of a paper\n"
        "  -b, --best-of AXIS   speed-ups of each run at that value of the axis, as switch_point, where it is fastest\n"
        "  -a, --against RUN    speed-ups are relative to this run, given by label or method\n"
        "  -f, --format FORMAT  png (default) or svg\n"
        "  -g, --gallery FILE   all pictures, answers, times and configurations as one page of HTML, which needs\n"
        "                       no other file, instead of pictures\n"
        "  -o, --output FOLDER  folder of the pictures, made if missing; default that of the result file\n"
        "  -r, --run RUN        draw the fields of this run, given by its name, the beginning of its name, its\n"
        "                       label or its method, or those of 'all' runs; default the first that succeeded\n"
        "  -s, --slice PLANE    for fields of three axes: the plane of nodes nearest to PLANE, such as z=0.0015\n"
        "                       in the unit of lengths, drawn as <result>_<field>_z0.0015.png; default the plane z "
        "that\n"
        "                       matters\n"
        "  -t, --time T         for fields of which a run holds snapshots: the one nearest to T, in the unit of its "
        "time,\n"
        "                       drawn as <result>_<field>_t0.5.png; default a panel for each, or, of more than 12, "
        "for\n"
        "                       12 that are evenly spread\n"
        "  -u, --unchecked      also read files whose checksum is missing or wrong: files of older versions, or\n"
        "                       files changed by other programs\n"
        "  -v, --verbose        name each picture that is left out, and why; without it, and without --column, one "
        "line\n"
        "                       has their number\n"
        "  -h, --help           this text\n",
        stdout);
    return 0;
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
    if (q->figure) return chart_draw_figure(c, r);
    if (q->chart.kind) return chart_draw(c, r, &q->chart);
    TRY(choose_runs(r, q->run, chosen));
    if (q->columns) return draw_columns(c, r, q->columns, chosen);
    for (int64_t i = 0; i < r->count; i++)
        if (chosen[i]) canvas_report(c, draw_fields(c, r, &r->run[i], q->run));
    for (int64_t i = 0; i < r->count; i++)
        if (chosen[i] && has_branches(r, &r->run[i])) canvas_report(c, draw_regions(c, r, &r->run[i], q->run));
    canvas_report(c, draw_series(c, r));
    canvas_report(c, draw_answers(c, r));
    canvas_report(c, draw_runs(c, r));
    canvas_report(c, draw_sweeps(c, r));
    canvas_report(c, chart_draw_figure(c, r));
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
    r.view = q->view;
    char *const stem = stem_of(file, q->folder);
    struct omitted omitted = {0};
    struct canvas c = {
        .stem = stem, .svg = q->svg, .cut = q->sliced ? &q->cut : NULL, .time = q->timed ? &q->time : NULL};
    if (!q->columns && !q->verbose) c.omitted = &omitted;
    if (q->page) c.page = q->page->page, canvas_report(&c, gallery_open_section(q->page, &r));
    canvas_report(&c, stem ? draw_all(&c, &r, q) : fail(ST_NOMEM, "no memory for a file name"));
    if (stem) canvas_report_omitted(&c);
    if (q->page) canvas_report(&c, gallery_close_section(q->page, &r));
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
        if (id == 'o' && !*a->value) return command_misuse("plot", "--output: needs the name of a folder");
        if (id == 'o') q->folder = a->value;
        if (id == 'r') q->run = a->value;
        if (id == 'c') q->columns = a->value;
        if (id == 'F') q->figure = true;
        if (id == 'x') q->chart.across = (char *)a->value;
        if (id == 'k' && !chart_word("kind", a->value, &q->chart.kind))
            return command_misuse("plot", "--kind: '%s' is not curves, bars or table", a->value);
        if (id == 'l' && !chart_word("log", a->value, &q->chart.log))
            return command_misuse("plot", "--log: '%s' is not no, x, y or xy", a->value);
        if (id == 'b') q->view.best_of = a->value;
        if (id == 'a') q->view.against = a->value;
        if (id == 'g' && !*a->value) return command_misuse("plot", "--gallery: needs the name of a file");
        if (id == 'g') q->gallery = a->value;
        if (id == 'u') q->trust = TRUST_TRIED;
        if (id == 'v') q->verbose = true;
        if (id == 's' && !(q->sliced = read_cut(&q->cut, a->value)))
            return command_misuse("plot", "--slice: '%s' is not a plane such as z=0.0015", a->value);
        if (id == 't' && !(q->timed = text_number(a->value, &q->time)))
            return command_misuse("plot", "--time: '%s' is not a number", a->value);
        if (id != 'f') continue;
        q->svg = strcmp(a->value, "svg") == 0;
        if (!q->svg && strcmp(a->value, "png"))
            return command_misuse("plot", "--format: '%s' is not png or svg", a->value);
    }
    q->chart.column = (char *)q->columns;
    if (q->chart.kind && !q->columns) return command_misuse("plot", "--kind needs --column, the columns to show");
    if ((q->chart.across || q->chart.log) && !q->chart.kind)
        return command_misuse("plot", "--across and --log apply to charts: give --kind");
    return a->operand == a->argc ? command_misuse("plot", "needs the name of a result file") : -1;
}

/* A failure of every picture is reported once. */
static enum status prepare(const struct request *q)
{
    TRY(picture_ready());
    return q->folder ? picture_folder(q->folder) : ST_OK;
}

static int plot_files(char **file, int count, const struct request *q)
{
    int code = 0;
    for (int i = 0; i < count; i++) {
        const int one = plot(file[i], q);
        if (one > code) code = one;
    }
    return code;
}

/* A file that cannot be read is reported, and the page has the others; without any there is none. */
static int plot_gallery(char **file, int count, struct request *q)
{
    struct gallery g;
    const enum status begun = gallery_begin(&g, q->gallery);
    if (begun != ST_OK) return command_fail(begun);
    q->page = &g;
    const int code = plot_files(file, count, q);
    q->page = NULL;
    if (!g.sections) return gallery_abandon(&g), code;
    const enum status s = gallery_end(&g);
    return s == ST_OK ? code : command_fail(s);
}

int command_plot(int argc, char **argv)
{
    static const struct flag flags[] = {{"column", 'c', true},
                                        {"format", 'f', true},
                                        {"gallery", 'g', true},
                                        {"output", 'o', true},
                                        {"run", 'r', true},
                                        {"slice", 's', true},
                                        {"unchecked", 'u', false},
                                        {"verbose", 'v', false},
                                        {"best-of", 'b', true},
                                        {"against", 'a', true},
                                        {"kind", 'k', true},
                                        {"across", 'x', true},
                                        {"log", 'l', true},
                                        {"figure", 'F', false},
                                        {"time", 't', true},
                                        {"help", 'h', false},
                                        {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    struct request q = {0};
    int code = read_flags(&q, &a);
    if (code >= 0) return code;
    const enum status st = prepare(&q);
    if (st != ST_OK) return command_fail(st);
    return q.gallery ? plot_gallery(argv + a.operand, argc - a.operand, &q)
                     : plot_files(argv + a.operand, argc - a.operand, &q);
}
