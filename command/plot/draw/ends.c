/* Places names on the right of a panel. */
#include "command/plot/draw/ends.h"

#include <math.h>
#include <stdlib.h>

#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"

enum { LINE = 15 };

static int by_height(const void *a, const void *b)
{
    const double x = ((const struct end_label *)a)->height, y = ((const struct end_label *)b)->height;
    return (x > y) - (x < y);
}

/* From below each is lifted above the one before, then from above pressed back. */
void ends_print(FILE *script, struct end_label *l, int count, int pixels)
{
    const double top = 1.05, apart = fmin((double)LINE / pixels, 1.1 / count);
    const int font = apart * pixels < 11 ? 7 : apart * pixels < LINE ? 8 : 10;
    qsort(l, (size_t)count, sizeof *l, by_height);
    for (int i = 1; i < count; i++) l[i].height = fmax(l[i].height, l[i - 1].height + apart);
    for (int i = count - 1; i >= 0; i--)
        l[i].height = fmin(l[i].height, i == count - 1 ? top : l[i + 1].height - apart);
    for (int i = 0; i < count; i++) {
        fputs("set label ", script);
        picture_quote(script, l[i].name);
        fprintf(script, " at graph 1.02, graph %.4f left textcolor rgb '%s' font ',%d'\n", l[i].height,
                colour_of(l[i].colour), font);
    }
}
