/* Keeps the names of points beyond the run that has them. */
#include "command/run/points/point_names.h"

#include <stdlib.h>
#include <string.h>

enum status point_names_keep(struct point_names *n, const struct sim *of, int64_t rows)
{
    if (!of->app->point_name || !rows || !of->app->point_name(of, 0)) return ST_OK;
    n->name = calloc((size_t)rows, sizeof *n->name);
    for (; n->name && n->count < rows; n->count++)
        if (!(n->name[n->count] = strdup(of->app->point_name(of, n->count)))) break;
    return n->name && n->count == rows ? ST_OK : fail(ST_NOMEM, "no memory for the names of points");
}

void point_names_free(struct point_names *n)
{
    for (int64_t i = 0; i < n->count; i++) free(n->name[i]);
    free(n->name);
    *n = (struct point_names){0};
}

const char *point_names_at(const struct point_names *n, int64_t i)
{
    return n->count ? n->name[i % n->count] : NULL;
}
