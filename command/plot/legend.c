/* Writes the styles of lines and the key of a picture. */
#include "command/plot/legend.h"

#include "command/plot/gnuplot.h"

void line_style(FILE *script, int i, int count)
{
    static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                          "#56b4e9", "#cc79a7", "#000000", "#999933"};
    enum { COLOURS = sizeof colours / sizeof *colours };
    const double width = 1.8 + 2.5 * (count - 1 - i) / count;
    fprintf(script, " linewidth %.2f linecolor rgb '%s' dashtype %d", width, colours[i % COLOURS], 1 + i / COLOURS % 5);
}

void legend_line(FILE *script, int i, int count, const char *name, int width, int height, int foot)
{
    const double left = 60.0 / width, right = 90.0 / width, text = 98.0 / width;
    const double y = (foot - LEGEND_LINE * (i + 0.75)) / height;
    fprintf(script, "set arrow from screen %.6g, screen %.6g to screen %.6g, screen %.6g nohead", left, y, right, y);
    line_style(script, i, count);
    fputs("\nset label ", script);
    picture_quote(script, name);
    fprintf(script, " at screen %.6g, screen %.6g left\n", text, y);
}
