/* Keeps the sentence of the last fault of each thread. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/host.h"
#include "base/printable.h"

static _Thread_local char sentence[2048];
static _Thread_local bool local;

static const int exit_code[STATUS_COUNT] = {
    [ST_OK] = 0, [ST_STOPPED] = 1, [ST_FAILED] = 1,  [ST_NOMEM] = 2,
    [ST_IO] = 1, [ST_DEVICE] = 1,  [ST_REFUSED] = 2, [ST_CONFIG] = 2,
};

int status_exit(enum status s)
{
    return exit_code[s];
}

const char *fail_text(void)
{
    return sentence;
}

/* Input of the user or of a file may hold line breaks and control characters of terminals; a sentence may not. */
static void record(char text[static sizeof sentence])
{
    for (char *c = text; *c;) {
        const int bytes = printable_bytes(c);
        if (!bytes) *c = ' ';
        c += bytes ? bytes : 1;
    }
    memcpy(sentence, text, sizeof sentence);
}

enum status fail(enum status s, const char *fmt, ...)
{
    char text[sizeof sentence]; /* the arguments may point into the old sentence */
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    record(text);
    local = false;
    return s;
}

enum status fail_local(enum status s)
{
    local = true;
    return s;
}

bool fail_is_local(enum status s)
{
    return local || s == ST_NOMEM || s == ST_IO || s == ST_DEVICE || s == ST_REFUSED;
}

enum status fail_within(enum status s, const char *fmt, ...)
{
    char text[sizeof sentence];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s", sentence);
    record(text);
    return s;
}
