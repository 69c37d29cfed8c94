/* The picture of the shares of the memory limit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/gnuplot.h"
#include "command/plot/measured/measured.h"

static void put_bars(FILE *f, const struct bench *b)
{
    int row = 0;
    fputs("$share << EOD\n", f);
    for (int i = 0; i < b->count; i++) {
        char label[192];
        if (b->entry[i].limit < 0) continue;
        entry_label(label, sizeof label, &b->entry[i]);
        const double share = bench_share_clean(b, i) ? bench_share(b, i) : (double)NAN;
        char text[40] = "no clean sample";
        if (isfinite(share)) snprintf(text, sizeof text, "%.0f%%", 100 * share);
        fprintf(f, "%d %.6g \"%s\" \"%.3g ns, %s\"\n", row++, isfinite(share) ? share : 0, label,
                bench_median(&b->entry[i]) / b->entry[i].units * 1e9, text);
    }
    fputs("EOD\n", f);
}

enum status draw_shares(const struct bench *b, const char *folder)
{
    struct picture p;
    int rows = 0;
    for (int i = 0; i < b->count; i++) rows += b->entry[i].limit >= 0;
    if (!rows) return ST_OK;
    char *const path = measured_path(folder, "share", "");
    if (!path) return fail(ST_NOMEM, "no memory for a file name");
    const enum status s = picture_begin(&p, path, false, 1100, 110 + 22 * rows);
    free(path);
    TRY(s);
    p.log = stderr; /* results go to stdout, also for programs */
    put_bars(p.script, b);
    fprintf(p.script,
            "set title 'Share of the memory limit, and time of an unknown'\n"
            "set xrange [0:1.25]\nset yrange [%d:-1]\nset lmargin 50\nset grid xtics\nunset key\n"
            "set arrow from 1, graph 0 to 1, graph 1 nohead linewidth 2 linecolor rgb '#d55e00'\n"
            "set style fill solid\nset boxwidth 0.7\n"
            "plot $share using ($2/2):1:($2/2):(0.35):ytic(3) with boxxyerror linecolor rgb '#0072b2', "
            "$share using 2:1:4 with labels left offset 0.6,0\n",
            rows);
    return picture_end(&p);
}
