/* Keeps the sentences as lines of one text. */
#include "base/result/caveats.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"

static _Thread_local char noted[2048];

/* Appends a line, if all of it fits and it is not there yet. */
static void append(char *lines, size_t size, const char *line)
{
    const size_t used = strlen(lines), length = strlen(line);
    for (const char *at = lines; (at = strstr(at, line)); at++)
        if ((at == lines || at[-1] == '\n') && (at[length] == '\n' || !at[length])) return;
    if (used + length + 2 > size) return;
    snprintf(lines + used, size - used, "%s%s", used ? "\n" : "", line);
}

void caveat(const char *fmt, ...)
{
    char line[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    for (char *c = line; *c;) { /* names of files may hold line breaks */
        const int bytes = printable_bytes(c);
        if (!bytes) *c = ' ';
        c += bytes ? bytes : 1;
    }
    append(noted, sizeof noted, line);
}

void caveats_forget(void)
{
    *noted = '\0';
}

void caveats_take(char *out, size_t size)
{
    char *rest = noted;
    for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n"))
        if (*line) append(out, size, line);
    caveats_forget();
}
