/* A registered method as an entry of a benchmark: its plan, made before it is called, and the facts of the entry. */
#pragma once
#include "base/timing/sample.h"
#include "solvers/method_spec.h"

struct method_job {
    struct method_spec spec;
    struct exec exec;
    struct shape shape;
    struct plan *plan; /* while the entry is entered */
};

/* enter and leave of an entry whose context begins with a struct method_job: makes its plan, and frees it. */
enum status method_job_enter(void *context);
void method_job_leave(void *context);

/* Fills in names, sizes, the traffic of a call of so many bytes, enter, leave and context; data, prepare, call and end
 * are left to the caller. `layout` is borrowed. */
void method_job_describe(struct entry *e, struct method_job *j, const char *layout, double bytes, int limit);
