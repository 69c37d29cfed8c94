/* Writes and reads messages of values and texts. */
#define _GNU_SOURCE /* open_memstream */
#include "base/comm/parcel.h"

#include <stdlib.h>
#include <string.h>

void parcel_open(struct parcel *p)
{
    *p = (struct parcel){0};
    p->stream = open_memstream(&p->data, &p->bytes);
}

void parcel_put(struct parcel *p, const void *value, size_t bytes)
{
    if (p->stream && bytes) fwrite(value, 1, bytes, p->stream);
}

void parcel_text(struct parcel *p, const char *text)
{
    parcel_put(p, text ? text : "", text ? strlen(text) + 1 : 1);
}

bool parcel_close(struct parcel *p)
{
    const bool written = p->stream && !ferror(p->stream);
    if (p->stream && (fclose(p->stream) != 0 || !written)) {
        free(p->data);
        p->data = NULL;
    }
    p->stream = NULL;
    return p->data != NULL;
}

void unpacked_get(struct unpacked *u, void *value, size_t bytes)
{
    if ((size_t)(u->end - u->cursor) < bytes) {
        u->lacks = true;
        memset(value, 0, bytes);
        return;
    }
    memcpy(value, u->cursor, bytes);
    u->cursor += bytes;
}

const char *unpacked_text(struct unpacked *u)
{
    const char *const text = u->cursor, *const end = memchr(u->cursor, '\0', (size_t)(u->end - u->cursor));
    if (!end) {
        u->lacks = true;
        return "";
    }
    u->cursor = end + 1;
    return text;
}
