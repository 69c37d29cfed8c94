/* Labels of entries and names of pictures. */
#define _GNU_SOURCE /* asprintf */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "command/plot/measured/measured.h"

void entry_label(char *out, size_t size, const struct entry *e)
{
    char parameter[64] = "";
    if (e->parameter) snprintf(parameter, sizeof parameter, ", %s %g", e->parameter, e->parameter_value);
    snprintf(out, size, "%s%s, %s, %lldx%lld, %s", e->name, parameter, e->layout ? e->layout : "", (long long)e->batch,
             (long long)e->n, e->precision);
}

bool entries_alike(const struct entry *e, const struct entry *f)
{
    return !strcmp(e->name, f->name) && !strcmp(e->kind, f->kind) && !strcmp(e->precision, f->precision) &&
           !strcmp(e->layout, f->layout) && e->n == f->n && e->batch == f->batch && e->exec.space == f->exec.space &&
           !strcmp(e->parameter ? e->parameter : "", f->parameter ? f->parameter : "");
}

char *measured_path(const char *folder, const char *what, const char *words)
{
    char *path;
    const size_t from = strlen(folder) + 1;
    if (asprintf(&path, "%s/%s%s%s.png", folder, what, *words ? "_" : "", words) < 0) return NULL;
    for (char *c = path + from; c[4]; c++)
        if (!isalnum((unsigned char)*c) && *c != '-') *c = '_';
    return path;
}
