/* Names the runs of a panel where their curves end. */
#include <math.h>

#include "command/plot/draw/ends.h"
#include "command/plot/draw/panels.h"

/* From 0 to 1 of the range. */
static double height_of(struct range r, double y)
{
    if (r.decades) return log(y / r.min) / fmax(log(r.max / r.min), 1e-9);
    return (y - r.min) / fmax(r.max - r.min, 1e-300);
}

void panel_ends_print(FILE *script, const struct panels *all, const struct panel *p, const struct result *r, int pixels)
{
    struct end_label label[PANEL_LINES_MAX];
    struct caption caption[PANEL_LINES_MAX];
    int count = 0;
    for (int k = 0; k < p->count; k++) {
        const struct panel_line *const l = &p->line[k];
        int64_t last = l->y->count - 1;
        while (last >= 0 && !isfinite(l->y->value[last])) last--;
        if (l->column || last < 0) continue;
        caption[count] = run_caption(r, all->samples->run[l->run]);
        label[count] = (struct end_label){caption[count].text, l->run, height_of(p->range, l->y->value[last])};
        count++;
    }
    ends_print(script, label, count, pixels);
}
