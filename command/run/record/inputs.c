/* Records length and checksum of each file that a configuration reads, and compares them when a run is resumed. */
#include "command/run/record/inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status print(void *stream, const char *key, const char *path, enum filetype writes)
{
    struct fingerprint now = {""};
    if (writes) return ST_OK;
    store_fingerprint(path, &now);
    fprintf(stream, "%s\t%s\t", key, now.text);
    for (; *path; path++) fputc(*path == '\n' || *path == '\t' ? '?' : *path, stream);
    fputc('\n', stream);
    return ST_OK;
}

char *inputs_print(const struct workload *w)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    if (!out) return NULL;
    options_files(w->app->options, w->params, print, out);
    return fclose(out) ? (free(text), NULL) : text;
}

/* The configuration, which names them, has not changed: only fingerprints differ. */
static enum status compare(const char *then, const char *now)
{
    while (*then && *now) {
        const size_t a = strcspn(then, "\n"), b = strcspn(now, "\n");
        const size_t key = strcspn(now, "\t"), path = key + 1 + strcspn(now + key + 1, "\t") + 1;
        if (a != b || memcmp(then, now, a))
            return fail(ST_CONFIG, "%.*s, which %.*s reads, has changed since", (int)(b - path), now + path, (int)key,
                        now);
        then += a + (then[a] == '\n');
        now += b + (now[b] == '\n');
    }
    return *then || *now ? fail(ST_CONFIG, "its list of the files that it reads is damaged") : ST_OK;
}

enum status inputs_unchanged(const struct workload *w, const char *then)
{
    char *const now = inputs_print(w);
    const enum status s =
        now ? compare(then, now) : fail(ST_NOMEM, "no memory for the files of the configuration as text");
    free(now);
    return s;
}
