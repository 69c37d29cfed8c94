/* Escapes text, and embeds drawings. */
#define _GNU_SOURCE /* memmem */
#include "command/plot/draw/html.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

void html_text(FILE *page, const char *text)
{
    while (*text) {
        const int bytes = printable_bytes(text);
        if (strchr("&<>\"'", *text)) fprintf(page, "&#%d;", *text);
        else if (*text == '\n' || *text == '\t') putc(*text, page);
        else if (bytes) fwrite(text, 1, (size_t)bytes, page);
        else fprintf(page, "\\x%02x", (unsigned char)*text);
        text += bytes ? bytes : 1;
    }
}

static void put_base64(FILE *page, const unsigned char *in, size_t count)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const uint32_t bits =
            (uint32_t)in[i] << 16 | (left > 1 ? (uint32_t)in[i + 1] << 8 : 0) | (left > 2 ? in[i + 2] : 0);
        putc(digit[bits >> 18], page);
        putc(digit[bits >> 12 & 63], page);
        putc(left > 1 ? digit[bits >> 6 & 63] : '=', page);
        putc(left > 2 ? digit[bits & 63] : '=', page);
    }
}

/* All of a file; the caller frees. NULL: no memory. */
static char *contents(FILE *f, size_t *count)
{
    char *text = NULL, buffer[1 << 14];
    FILE *const out = open_memstream(&text, count);
    if (!out) return NULL;
    rewind(f);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;) fwrite(buffer, 1, n, out);
    return fclose(out) == 0 ? text : (free(text), NULL);
}

/* The drawing with fonts of the same widths as fallbacks; NULL: no memory. */
static char *with_fonts(const char *svg, size_t *count)
{
    static const char one[] = "\"DejaVu Sans\"",
                      several[] = "\"DejaVu Sans, Bitstream Vera Sans, Verdana, sans-serif\"";
    char *text = NULL;
    size_t size = 0;
    FILE *const out = svg ? open_memstream(&text, &size) : NULL;
    if (!out) return NULL;
    for (const char *rest = svg, *end = svg + *count; rest < end;) {
        const char *const here = memmem(rest, (size_t)(end - rest), one, sizeof one - 1);
        fwrite(rest, 1, (size_t)((here ? here : end) - rest), out);
        if (here) fputs(several, out);
        rest = here ? here + sizeof one - 1 : end;
    }
    *count = 0;
    if (fclose(out) != 0) return free(text), NULL;
    *count = size;
    return text;
}

enum status html_picture(FILE *page, const char *what, FILE *svg)
{
    size_t count = 0;
    char *const plain = contents(svg, &count), *const text = with_fonts(plain, &count);
    free(plain);
    if (!text) return fail(ST_NOMEM, "no memory for a picture of the gallery");
    if (count) {
        fputs("<figure><img alt=\"", page);
        html_text(page, what);
        fputs("\" src=\"data:image/svg+xml;base64,", page);
        put_base64(page, (const unsigned char *)text, count);
        fputs("\"></figure>\n", page);
    }
    free(text);
    return count ? ST_OK : fail(ST_IO, "cannot draw a picture of the gallery: gnuplot draws nothing");
}
