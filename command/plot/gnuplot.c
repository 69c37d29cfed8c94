#include "command/plot/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/input.h"
#include "base/replace.h"
#include "base/stop.h"

extern char **environ;

/* Not between single quotes: gnuplot 5.4 takes two of them in a row, those of u'', for the end. */
void picture_quote(FILE *script, const char *text)
{
    putc('"', script);
    for (; *text; text++)
        if (strchr("\"\\`", *text)) fprintf(script, "\\%03o", (unsigned)*text);
        else putc(*text == '\n' ? ' ' : *text, script);
    putc('"', script);
}

void picture_abandon(struct picture *p)
{
    if (p->script) fclose(p->script);
    if (p->temporary) replace_abandon(p->temporary); /* not there any more if it was drawn */
    free(p->path);
    free(p->temporary);
    *p = (struct picture){0};
}

enum status picture_begin(struct picture *p, const char *path, bool svg, int width, int height)
{
    *p = (struct picture){.path = strdup(path), .told = stdout};
    enum status st = p->path ? replace_begin(path, &p->temporary) : fail(ST_NOMEM, "no memory for a picture");
    const int fd = st == ST_OK ? open(p->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (st == ST_OK && fd < 0) st = fail(ST_IO, "cannot write %s: %s", path, strerror(errno));
    if (fd >= 0) close(fd); /* gnuplot would not say so as clearly */
    if (st == ST_OK && !(p->script = tmpfile())) st = fail(ST_IO, "cannot make a temporary file: %s", strerror(errno));
    if (st != ST_OK) {
        picture_abandon(p);
        return st;
    }
    if (svg)
        fprintf(p->script, "set terminal svg size %d,%d font 'DejaVu Sans,12' background 'white' noenhanced\n", width,
                height);
    else /* twice the pixels, for sharp letters */
        fprintf(p->script,
                "set terminal pngcairo size %d,%d fontscale 2 linewidth 2 pointscale 2 "
                "font 'DejaVu Sans,12' noenhanced\n",
                2 * width, 2 * height);
    fputs("set output ", p->script);
    picture_quote(p->script, p->temporary);
    fputs("\nset encoding utf8\nset border linecolor rgb '#555555'\nset tics textcolor rgb '#222222'\n", p->script);
    return ST_OK;
}

/* The last line that says something. */
static void last_words(FILE *f, char *out, size_t size)
{
    char line[512];
    rewind(f);
    snprintf(out, size, "it does not say why");
    while (fgets(line, sizeof line, f)) {
        const char *text = line + strspn(line, " \t^");
        if (*text && *text != '\n') snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
    }
}

/* Runs gnuplot on `script`, what it says going to `said`. */
static enum status run(FILE *script, FILE *said)
{
    /* -d: nobody's own settings. The script has a name because gnuplot reads its input byte by byte. */
    char name[] = "gnuplot", defaults[] = "-d", input[] = "/dev/stdin";
    char *argv[] = {name, defaults, input, NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int end;
    rewind(script);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(said), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(said), STDERR_FILENO);
    const int e = posix_spawnp(&child, name, &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (e == ENOENT) return fail(ST_IO, "pictures need gnuplot, which is not installed");
    if (e) return fail(ST_IO, "cannot start gnuplot: %s", strerror(e));
    stop_child(child);
    while (waitpid(child, &end, 0) < 0 && errno == EINTR) {}
    stop_child(0);
    if (WIFEXITED(end) && WEXITSTATUS(end) == 0) return ST_OK;
    if (WIFSIGNALED(end)) return fail(ST_IO, "gnuplot died of signal %d", WTERMSIG(end));
    char reason[512];
    last_words(said, reason, sizeof reason);
    return fail(ST_IO, "gnuplot failed: %s", reason);
}

enum status picture_ready(void)
{
    FILE *const script = tmpfile(), *const said = tmpfile();
    const enum status st =
        script && said ? run(script, said) : fail(ST_IO, "cannot make a temporary file: %s", strerror(errno));
    if (script) fclose(script);
    if (said) fclose(said);
    return st;
}

/* gnuplot does not notice a full disk. */
static bool is_whole(const char *path)
{
    char end[16] = "";
    FILE *f;
    if (input_open(&f, path, INT64_MAX) != ST_OK) return false;
    const bool read = fseek(f, -(long)sizeof end, SEEK_END) == 0 && fread(end, sizeof end, 1, f) == 1;
    fclose(f);
    return read && (memmem(end, sizeof end, "IEND", 4) || memmem(end, sizeof end, "</svg>", 6));
}

static enum status draw(struct picture *p)
{
    FILE *const said = tmpfile();
    if (!said) return fail(ST_IO, "cannot make a temporary file: %s", strerror(errno));
    fputs("unset multiplot\nset output\n", p->script);
    const bool written = fflush(p->script) == 0 && !ferror(p->script);
    const enum status st = written ? run(p->script, said) : fail(ST_IO, "cannot write a temporary file");
    fclose(said);
    if (st != ST_OK) return fail_within(st, "cannot draw %s: ", p->path);
    if (!is_whole(p->temporary)) return fail(ST_IO, "cannot draw %s: it breaks off; is the disk full?", p->path);
    if (rename(p->temporary, p->path) == 0) return ST_OK; /* not worth waiting for the disk: it can be drawn again */
    return fail(ST_IO, "cannot write %s: %s", p->path, strerror(errno));
}

enum status picture_end(struct picture *p)
{
    const enum status st = draw(p);
    if (st == ST_OK) fprintf(p->told, "%s\n", p->path);
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
