/* Runs gnuplot on a script in memory and keeps the picture that it writes. */
#include "command/plot/draw/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "base/program/program.h"
#include "command/plot/draw/html.h"

/* Writes a text in double quotes. Single quotes are not safe: gnuplot 5.4 takes two of them in a row, those of u'', for
 * the end. */
void picture_quote(FILE *script, const char *text)
{
    putc('"', script);
    for (; *text; text++)
        if (strchr("\"\\`", *text)) fprintf(script, "\\%03o", (unsigned)*text);
        else putc(iscntrl((unsigned char)*text) ? ' ' : *text, script);
    putc('"', script);
}

void picture_abandon(struct picture *p)
{
    if (p->script) fclose(p->script);
    if (!p->page) atomic_file_abandon(&p->file);
    *p = (struct picture){0};
}

static void put_terminal(struct picture *p, bool svg, int width, int height)
{
    if (svg)
        fprintf(p->script, "set terminal svg size %d,%d font 'DejaVu Sans,12' background 'white' rounded noenhanced\n",
                width, height);
    else /* twice the pixels, for sharp letters */
        fprintf(p->script,
                "set terminal pngcairo size %d,%d rounded fontscale 2 linewidth 2 pointscale 2 "
                "font 'DejaVu Sans,12' noenhanced\n",
                2 * width, 2 * height);
    fputs("set encoding utf8\nset border linecolor rgb '#555555'\nset tics textcolor rgb '#222222'\n", p->script);
}

enum status picture_begin(struct picture *p, const char *path, bool svg, int width, int height)
{
    *p = (struct picture){.log = stdout};
    enum status st = atomic_file_begin(&p->file, path, FILE_PICTURE);
    if (st == ST_OK) st = program_file(&p->script);
    if (st != ST_OK) {
        picture_abandon(p);
        return st;
    }
    fputs("# ", p->script); /* for those who read a script */
    picture_quote(p->script, path);
    putc('\n', p->script);
    put_terminal(p, svg, width, height);
    return ST_OK;
}

enum status picture_begin_on_page(struct picture *p, FILE *page, const char *what, int width, int height)
{
    *p = (struct picture){.page = page};
    snprintf(p->what, sizeof p->what, "%s", what);
    TRY(program_file(&p->script));
    put_terminal(p, true, width, height);
    return ST_OK;
}

/* Runs gnuplot on `script`; the picture goes to `drawn`. Files are in memory: gnuplot would not notice that the disk is
 * full. */
static enum status run(FILE *script, FILE *drawn)
{
    /* -d: without the user's own settings. The script has a name because gnuplot reads its input byte by byte. */
    char name[] = "gnuplot", defaults[] = "-d", input[] = "/dev/stdin", why[640];
    char *argv[] = {name, defaults, input, NULL};
    const enum program_end end = program_run(argv, script, drawn, 0, why, sizeof why);
    if (end == PROGRAM_ABSENT) return fail(ST_IO, "pictures need gnuplot, which is not installed");
    return end == PROGRAM_WELL ? ST_OK : fail(ST_IO, "gnuplot %s", why);
}

enum status picture_ready(void)
{
    FILE *script, *drawn;
    TRY(program_file(&script));
    enum status st = program_file(&drawn);
    if (st == ST_OK) {
        st = run(script, drawn);
        fclose(drawn);
    }
    fclose(script);
    return st;
}

/* From memory to the disk. */
static enum status keep(struct picture *p, FILE *drawn)
{
    char buffer[1 << 14];
    size_t count;
    FILE *out;
    TRY(atomic_file_stream(&p->file, &out));
    rewind(drawn);
    while ((count = fread(buffer, 1, sizeof buffer, drawn)) > 0) fwrite(buffer, 1, count, out);
    const bool nothing = ftell(drawn) <= 0;
    TRY(atomic_file_stream_end(&p->file, out));
    return nothing ? fail(ST_IO, "cannot draw %s: gnuplot draws nothing", p->file.path) : atomic_file_commit(&p->file);
}

static enum status draw(struct picture *p)
{
    FILE *drawn;
    fputs("unset multiplot\nset output\n", p->script);
    const bool written = fflush(p->script) == 0 && !ferror(p->script);
    const char *const name = p->page ? "a picture of the gallery" : p->file.path;
    TRY(written ? program_file(&drawn) : fail(ST_NOMEM, "no memory to draw %s", name));
    enum status st = run(p->script, drawn);
    if (st != ST_OK) st = fail_within(st, "cannot draw %s: ", name);
    else if (p->page) st = html_picture(p->page, p->what, drawn);
    else st = keep(p, drawn);
    fclose(drawn);
    return st;
}

enum status picture_end(struct picture *p)
{
    if (p->page) {
        const enum status st = draw(p);
        picture_abandon(p);
        return st;
    }
    char *const name = strdup(p->file.path);
    FILE *const log = p->log;
    const enum status st = name ? draw(p) : fail(ST_NOMEM, "no memory for a file name");
    if (st == ST_OK) say(log, "%s\n", name);
    free(name);
    picture_abandon(p);
    return st;
}

enum status picture_folder(const char *path)
{
    struct stat there;
    char *const part = strdup(path);
    if (!part) return fail(ST_NOMEM, "no memory for a file name");
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0777); /* whether it worked shows at the end */
        *slash = '/';
    }
    const int e = mkdir(part, 0777) == 0 ? 0 : errno;
    free(part);
    if (e == 0 || (stat(path, &there) == 0 && S_ISDIR(there.st_mode))) return ST_OK;
    return fail(ST_IO, "--output: cannot make the folder %s: %s", path, strerror(e));
}
