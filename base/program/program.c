/* Starts programs and waits for their ends. */
#define _GNU_SOURCE /* memfd_create */
#include "base/program/program.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/signals.h"

extern char **environ;

enum status program_file(FILE **out)
{
    const int fd = memfd_create("bandstand", MFD_CLOEXEC);
    *out = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (*out) return ST_OK;
    const int e = errno;
    if (fd >= 0) close(fd);
    if (e == ENOMEM) return fail(ST_NOMEM, "no memory for a file in memory");
    return fail(ST_IO, "cannot make a file in memory: %s", strerror(e));
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

static int start(pid_t *child, char *const *argv, FILE *input, FILE *output, FILE *said)
{
    posix_spawn_file_actions_t files;
    rewind(input);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(input), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(output), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(said), STDERR_FILENO);
    const int e = posix_spawnp(child, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    return e;
}

static enum program_end run(char *const *argv, FILE *input, FILE *output, FILE *said, double seconds, char *why,
                            size_t size)
{
    char reason[512];
    pid_t child;
    const int e = start(&child, argv, input, output, said);
    if (e) snprintf(why, size, "cannot be started: %s", strerror(e));
    if (e) return e == ENOENT ? PROGRAM_ABSENT : PROGRAM_FAILED;
    bool late = false;
    const int end = seconds > 0 ? signals_await_for(child, seconds, &late) : signals_await(child);
    if (WIFEXITED(end) && WEXITSTATUS(end) == 0) return PROGRAM_WELL;
    last_words(said, reason, sizeof reason);
    if (late) snprintf(why, size, "was ended after %g s", seconds);
    else if (WIFSIGNALED(end)) snprintf(why, size, "died of signal %d", WTERMSIG(end));
    else snprintf(why, size, "failed: %s", reason);
    return PROGRAM_FAILED;
}

enum program_end program_run(char *const *argv, FILE *input, FILE *output, double seconds, char *why, size_t size)
{
    FILE *said;
    if (program_file(&said) != ST_OK) return snprintf(why, size, "cannot be run: %s", fail_text()), PROGRAM_FAILED;
    const enum program_end end = run(argv, input, output, said, seconds, why, size);
    fclose(said);
    return end;
}
