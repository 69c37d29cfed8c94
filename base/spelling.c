/* Finds the nearest word by optimal string alignment distance (Damerau 1964 restricted to one edit per swap), three
 * rows at a time. */
#include "base/spelling.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 64 }; /* longer words are not typed by hand */

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours that change `a` into `b`. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t row[3][LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++) row[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        const size_t *const before = row[(i + 1) % 3], *const above = row[(i + 2) % 3];
        size_t *const now = row[i % 3];
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            now[j] = min(min(above[j], now[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            const int swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) now[j] = min(now[j], before[j - 2] + 1);
        }
    }
    return row[a_length % 3][b_length];
}

const char *spelling_nearest(const char *word, const char *const *words, size_t count)
{
    const char *nearest = NULL;
    const size_t length = strlen(word);
    if (length > LONGEST) return NULL;
    size_t best = (length + 2) / 3 + 1; /* about a third of the word may be wrong */
    for (size_t w = 0; w < count; w++) {
        const size_t other = strlen(words[w]);
        const size_t d = other <= LONGEST ? distance(word, length, words[w], other) : best;
        if (d >= best || d >= other) continue;
        best = d;
        nearest = words[w];
    }
    return nearest;
}

const char *spelling_advice(const char *word, const char *const *words, size_t count, char *buffer, size_t size)
{
    const char *const near = spelling_nearest(word, words, count);
    size_t used = 0;
    *buffer = 0;
    if (near) snprintf(buffer, size, "; did you mean '%s'?", near);
    for (size_t w = 0; !near && w < count && used < size; w++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", w ? ", " : "; one of ", words[w]);
    return buffer;
}
