/* Breaks paragraphs at spaces, word by word. */
#include "command/papers/page/filled.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 118 };

/* Characters of UTF-8 in so many bytes. */
static int width_of(const char *text, size_t bytes)
{
    int width = 0;
    for (size_t i = 0; i < bytes; i++) width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

/* Would Markdown take the word at the beginning of a line for that of an item, as "-" and "1."? */
static bool begins_item(const char *word)
{
    const size_t digits = strspn(word, "0123456789"),
                 mark = digits + (strchr(digits ? ".)" : "-+*", word[digits]) != 0);
    return word[digits] && mark > digits && (word[mark] == ' ' || !word[mark]);
}

/* Bytes of a word, with the following ones that may not begin a line. */
static size_t kept_together(const char *word)
{
    size_t bytes = strcspn(word, " ");
    for (size_t at; at = bytes + strspn(word + bytes, " "), begins_item(word + at);)
        bytes = at + strcspn(word + at, " ");
    return bytes;
}

static void put(FILE *out, const char *text, const char *first, const char *next)
{
    int column = fprintf(out, "%s", first), words = 0;
    for (const char *word = text + strspn(text, " "); *word; word += strspn(word, " ")) {
        const size_t bytes = kept_together(word);
        const int width = width_of(word, bytes);
        if (words && column + 1 + width > COLUMNS) fputc('\n', out), column = fprintf(out, "%s", next), words = 0;
        if (words++) fputc(' ', out), column++;
        fwrite(word, 1, bytes, out);
        column += width, word += bytes;
    }
    fputc('\n', out);
}

enum status filled_begin(struct filled *f)
{
    f->text = open_memstream(&f->all, &f->size);
    return f->text ? ST_OK : fail(ST_NOMEM, "no memory for a paragraph");
}

enum status filled_end(struct filled *f, FILE *out, const char *first, const char *next)
{
    const bool whole = fclose(f->text) == 0;
    if (whole) put(out, f->all, first, next);
    free(f->all);
    return whole ? ST_OK : fail(ST_NOMEM, "no memory for a paragraph");
}
