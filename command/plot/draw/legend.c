/* Writes the styles of lines and the key of a picture. */
#include "command/plot/draw/legend.h"

#include "command/plot/draw/gnuplot.h"

struct stroke stroke_of(int i, int count)
{
    return (struct stroke){i % 8, i / 8, 1.8 + 2.5 * (count - 1 - i) / count};
}

const char *colour_of(int i)
{
    static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                          "#56b4e9", "#cc79a7", "#000000", "#999933"};
    enum { COLOURS = sizeof colours / sizeof *colours };
    return colours[i % COLOURS];
}

void stroke_print(FILE *script, struct stroke s)
{
    fprintf(script, " linewidth %.2f linecolor rgb '%s' dashtype %d", s.width, colour_of(s.colour), 1 + s.dash % 5);
}

void line_style(FILE *script, int i, int count)
{
    stroke_print(script, stroke_of(i, count));
}

static void print_name(FILE *script, const char *name, double x, double y)
{
    fputs("set label ", script);
    picture_quote(script, name);
    fprintf(script, " at screen %.6g, screen %.6g left\n", x, y);
}

void legend_entry(FILE *script, int i, struct stroke s, const char *name, int width, int height, int foot)
{
    const double left = 60.0 / width, right = 90.0 / width;
    const double y = (foot - LEGEND_LINE * (i + 0.75)) / height;
    fprintf(script, "set arrow from screen %.6g, screen %.6g to screen %.6g, screen %.6g nohead", left, y, right, y);
    stroke_print(script, s);
    fputs("\n", script);
    print_name(script, name, 98.0 / width, y);
}

void legend_box(FILE *script, int i, int colour, const char *name, int width, int height, int foot)
{
    const double y = (foot - LEGEND_LINE * (i + 0.75)) / height, half = 4.5 / height;
    fprintf(script,
            "set object rectangle from screen %.6g, screen %.6g to screen %.6g, screen %.6g "
            "fillcolor rgb '%s' fillstyle solid 0.85 noborder\n",
            60.0 / width, y - half, 90.0 / width, y + half, colour_of(colour));
    print_name(script, name, 98.0 / width, y);
}

void legend_mark(FILE *script, int i, int colour, const char *name, int width, int height, int foot)
{
    const double y = (foot - LEGEND_LINE * (i + 0.75)) / height;
    fprintf(script,
            "set label '' at screen %.6g, screen %.6g point pointtype 6 pointsize 1.1 linewidth 1.6 "
            "linecolor rgb '%s'\n",
            75.0 / width, y, colour_of(colour));
    print_name(script, name, 98.0 / width, y);
}

void legend_line(FILE *script, int i, int count, const char *name, int width, int height, int foot)
{
    legend_entry(script, i, stroke_of(i, count), name, width, height, foot);
}
