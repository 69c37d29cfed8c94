/* Sentences below a chart, broken between words into lines of its width. */
#pragma once
#include <stdio.h>

enum { PARAGRAPH_LINE = 18 }; /* pixels of height that a line takes */

/* The number of lines that the text takes in a width in pixels; 0: it is empty or NULL. */
int paragraph_lines(const char *text, int width);

struct paragraph {
    double left, top; /* of the first line, in pixels from the left and the upper end of the picture */
    int width;        /* in pixels */
};

/* Prints it on a picture of that size in pixels. */
void paragraph_print(FILE *script, const char *text, const struct paragraph *p, int width, int height);
