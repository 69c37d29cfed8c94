/* Makes and frees the plan of a method that is measured, and describes its entry. */
#include "bench/entry/method_job.h"

#include <stdio.h>

#include "base/real.h"

enum status method_job_enter(void *context)
{
    struct method_job *const j = context;
    return method_spec_plan(&j->plan, &j->spec, &j->shape, &j->exec);
}

void method_job_leave(void *context)
{
    struct method_job *const j = context;
    j->plan = plan_free(j->plan);
}

void method_job_describe(struct entry *e, struct method_job *j, const char *layout, double bytes, int limit)
{
    snprintf(e->name, sizeof e->name, "%s", method_spec_name(&j->spec));
    e->kind = kind_name(j->shape.kind);
    e->precision = REAL_NAME;
    e->layout = layout;
    e->n = j->shape.n;
    e->batch = j->shape.batch;
    e->units = (double)e->n * (double)e->batch;
    e->bytes_per_unit = bytes / e->units;
    e->limit = limit;
    e->enter = method_job_enter;
    e->leave = method_job_leave;
    e->context = j;
}
