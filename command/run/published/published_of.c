/* Runs and quantities that published numbers belong to. */
#include "command/run/published/published.h"

#include <string.h>

#include "command/run/workload/workload.h"

bool published_is_of(const struct published *p, const struct job *j)
{
    const bool named = !p->run || !strcmp(p->run, job_title(j));
    return named && (!p->precision || !strcmp(p->precision, j->precision->name));
}

/* In older configurations it was a column with the name published_X. */
const char *published_quantity(const struct published *p)
{
    static const char prefix[] = "published_";
    const size_t length = sizeof prefix - 1;
    return strncmp(p->quantity, prefix, length) ? p->quantity : p->quantity + length;
}
