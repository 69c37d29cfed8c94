/* Escapes control characters and broken UTF-8. */
#define _GNU_SOURCE /* vasprintf */
#include "base/printable.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* By the first byte; R. Pike, K. Thompson's encoding as RFC 3629 limits it. */
int printable_bytes(const char *text)
{
    static const struct {
        unsigned char low, high, bytes, second_low, second_high;
    } kinds[] = {
        {0x20, 0x7e, 1, 0, 0},       {0xc2, 0xc2, 2, 0xa0, 0xbf}, {0xc3, 0xdf, 2, 0x80, 0xbf},
        {0xe0, 0xe0, 3, 0xa0, 0xbf}, {0xe1, 0xec, 3, 0x80, 0xbf}, {0xed, 0xed, 3, 0x80, 0x9f},
        {0xee, 0xef, 3, 0x80, 0xbf}, {0xf0, 0xf0, 4, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x80, 0xbf},
        {0xf4, 0xf4, 4, 0x80, 0x8f},
    };
    const unsigned char *const c = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (*c < kinds[i].low || *c > kinds[i].high) continue;
        bool whole = kinds[i].bytes == 1 || (c[1] >= kinds[i].second_low && c[1] <= kinds[i].second_high);
        for (int b = 2; b < kinds[i].bytes; b++) whole = whole && (c[b] & 0xc0) == 0x80;
        return whole ? kinds[i].bytes : 0;
    }
    return 0;
}

static void escape(char *out, const char *text)
{
    while (*text) {
        const int bytes = printable_bytes(text);
        if (bytes) memcpy(out, text, (size_t)bytes), out += bytes, text += bytes;
        else out += sprintf(out, "\\x%02x", (unsigned)(unsigned char)*text++);
    }
    *out = '\0';
}

char *printable_of(char *text)
{
    char *const out = text ? malloc(4 * strlen(text) + 1) : NULL;
    if (out) escape(out, text);
    free(text);
    return out;
}

void say(FILE *out, const char *fmt, ...)
{
    char *text;
    va_list ap;
    va_start(ap, fmt);
    const int length = vasprintf(&text, fmt, ap);
    va_end(ap);
    if (length < 0) return;
    int breaks = 0;
    while (breaks < length && text[length - 1 - breaks] == '\n') text[length - 1 - breaks++] = '\0';
    text = printable_of(text);
    if (text) fputs(text, out);
    while (text && breaks-- > 0) putc('\n', out);
    free(text);
}
