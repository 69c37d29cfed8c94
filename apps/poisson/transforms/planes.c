/* Each thread has plans of its own for one plane, and takes its share of the planes. */
#include "apps/poisson/transforms/planes.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>

#include "base/memory.h"

enum { PLANS_OF_THREAD = 4 };

struct shape planes_lines(const struct box *b, int axis, enum transform_type type)
{
    struct shape s = box_lines(b, axis);
    s.kind = KIND_TRANSFORM;
    s.transform.type = type;
    s.batch = s.inner; /* lines of one plane are one group */
    return s;
}

static struct plan **plan_of(const struct planes *p, int thread, int axis, bool back)
{
    return &p->plan[thread * PLANS_OF_THREAD + 2 * axis + back];
}

/* Seconds of one direction on one thread: 5/2 log2(n) flops per value along each axis. */
static double seconds_of(const struct box *b)
{
    const double plane = (double)b->axis[0].unknowns * (double)b->axis[1].unknowns;
    return 2.5 * (double)b->unknowns * log2(plane) / THREAD_RATE;
}

/* Groups need lines along x that lie directly one after the other. */
static bool can_group(const struct box *b, const struct solver *transform)
{
    return transform->can & CAN_GROUP && b->stride[1] == b->axis[0].unknowns;
}

enum status planes_make(struct planes *p, const struct box *b, const struct method_spec *transform, bool in_groups,
                        struct exec exec)
{
    const struct exec one = exec_host(1);
    const int threads = exec_deserved(exec, seconds_of(b)).threads;
    *p = (struct planes){.box = b, .threads = threads, .in_groups = in_groups && can_group(b, transform->solver)};
    TRY(mem_array(&p->plan, HOST, threads * PLANS_OF_THREAD, sizeof *p->plan));
    for (int t = 0; t < threads; t++)
        for (int axis = 0; axis < 2; axis++) {
            const enum transform_type type = axis_transform(&b->axis[axis]);
            struct shape forward = planes_lines(b, axis, type), back = planes_lines(b, axis, transform_inverse(type));
            if (axis == 0 && p->in_groups)
                forward.transform.order = RESULT_IN_GROUPS, back.transform.order = ARGUMENT_IN_GROUPS;
            TRY(method_spec_plan(plan_of(p, t, axis, false), transform, &forward, &one));
            TRY(method_spec_plan(plan_of(p, t, axis, true), transform, &back, &one));
        }
    return ST_OK;
}

void planes_free(struct planes *p)
{
    for (int i = 0; p->plan && i < p->threads * PLANS_OF_THREAD; i++) plan_free(p->plan[i]);
    mem_free(p->plan);
    *p = (struct planes){0};
}

/* The axis of each of the two passes over a plane: x first, but last where its results are to lie in groups. */
static int axis_of(const struct planes *p, int pass, bool back)
{
    return p->in_groups && !back ? 1 - pass : pass;
}

/* `next`: the plane that this thread takes after this one, or NULL. */
static enum status run_plane(const struct planes *p, int thread, bool back, real *plane, const real *next)
{
    for (int pass = 0; pass < 2; pass++) {
        const struct system system = {
            .kind = KIND_TRANSFORM, .transform = {.next = pass == 1 ? next : NULL}, .x = plane};
        TRY(plan_solve(*plan_of(p, thread, axis_of(p, pass, back), back), &system));
    }
    return ST_OK;
}

/* The failure of the lowest plane, with its message, which fail() keeps only for the failing thread. */
struct failure {
    enum status status;
    int64_t plane;
    char text[2048]; /* as long as fail() keeps */
};

static void note_failure(struct failure *f, int64_t plane, enum status status)
{
#pragma omp critical(planes)
    if (f->status == ST_OK || plane < f->plane) {
        f->status = status, f->plane = plane;
        snprintf(f->text, sizeof f->text, "%s", fail_text());
    }
}

enum status planes_run(const struct planes *p, bool back, real *u)
{
    const int64_t count = p->box->axis[2].unknowns, stride = p->box->stride[2];
    struct failure failure = {.status = ST_OK};
#pragma omp parallel num_threads(p->threads)
    {
        const int64_t threads = omp_get_num_threads(), t = omp_get_thread_num();
        const int64_t end = count * (t + 1) / threads;
        enum status s = ST_OK;
        for (int64_t k = count * t / threads; k < end && s == ST_OK; k++) {
            real *const plane = u + k * stride;
            s = run_plane(p, (int)t, back, plane, k + 1 < end ? plane + stride : NULL);
            if (s != ST_OK) note_failure(&failure, k, s);
        }
    }
    return failure.status == ST_OK ? ST_OK : fail(failure.status, "%s", failure.text);
}

double planes_traffic(const struct box *b)
{
    return 4 * (double)b->unknowns * (double)sizeof(real);
}

double planes_bytes(const struct planes *p)
{
    double bytes = 0;
    for (int i = 0; i < p->threads * PLANS_OF_THREAD; i++) bytes += (double)plan_bytes(p->plan[i]);
    return bytes;
}
