/* Maps the lines of a text to files by runs of lines, the newest first. */
#include "base/config/line_map.h"

#include <string.h>

struct line_run {
    struct line_run *older;
    const char *file, *raw;
    int line, there;
};

enum status line_map_add(struct line_map *m, struct arena *a, int line, const char *file, const char *raw, int there)
{
    struct line_run *run;
    TRY(arena_take(a, &run, sizeof *run));
    *run = (struct line_run){m->newest, file, raw, line, there};
    m->newest = run;
    return ST_OK;
}

static const struct line_run *run_of(const struct line_map *m, int line)
{
    const struct line_run *run = m->newest;
    while (run->older && run->line > line) run = run->older;
    return run;
}

const char *line_map_file(const struct line_map *m, int line, int *there)
{
    const struct line_run *const run = run_of(m, line);
    *there = run->there + line - run->line;
    return run->file;
}

const char *line_map_raw(const struct line_map *m, int line)
{
    int there;
    line_map_file(m, line, &there);
    const char *text = run_of(m, line)->raw;
    for (int i = 1; i < there && *text; i++) text += strcspn(text, "\n") + (strchr(text, '\n') != NULL);
    return text;
}
