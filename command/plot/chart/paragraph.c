/* Breaks sentences into lines, since gnuplot does not. */
#include "command/plot/chart/paragraph.h"

#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/gnuplot.h"

/* Bytes of the first line of the text: it ends before a blank, unless a word is longer than the line. */
static size_t first_line(const char *text, int width)
{
    const double letter = 7.8; /* pixels, on average, of letters of 11 points */
    const size_t most = width > 10 * letter ? (size_t)(width / letter) : 10;
    size_t end = strlen(text);
    if (end <= most) return end;
    for (end = most; end > 0 && text[end] != ' '; end--) {}
    return end > 0 ? end : most;
}

static const char *after(const char *text, size_t line)
{
    return text + line + strspn(text + line, " ");
}

int paragraph_lines(const char *text, int width)
{
    int lines = 0;
    for (; text && *text; text = after(text, first_line(text, width))) lines++;
    return lines;
}

void paragraph_print(FILE *script, const char *text, const struct paragraph *p, int width, int height)
{
    int line = 0;
    for (; text && *text; text = after(text, first_line(text, p->width))) {
        char *const words = strndup(text, first_line(text, p->width));
        if (!words) return;
        fputs("set label ", script);
        picture_quote(script, words);
        fprintf(script, " at screen %.6g, screen %.6g left font ',11' textcolor rgb '#444444'\n", p->left / width,
                1 - (p->top + PARAGRAPH_LINE * (line++ + 0.5)) / height);
        free(words);
    }
}
