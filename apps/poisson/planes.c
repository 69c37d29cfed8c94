/* Each thread has plans of its own for one plane, and takes its share of the planes. */
#include "apps/poisson/planes.h"

#include <math.h>
#include <omp.h>

#include "base/memory.h"

enum { FEW = 16, OF_A_THREAD = 4 };

bool planes_suit(const struct box *b)
{
    return b->axis[2].unknowns >= FEW;
}

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
    return &p->plan[thread * OF_A_THREAD + 2 * axis + back];
}

/* Of one direction on one thread: 5/2 n log2 n flops a line. */
static double seconds_of(const struct box *b)
{
    const double line = (double)b->axis[0].unknowns * (double)b->axis[1].unknowns;
    return 2.5 * (double)b->unknowns * log2(line) / THREAD_RATE;
}

/* Unknowns of a line along x lie directly behind those of the line before. */
static bool can_group(const struct box *b, const struct solver *transform)
{
    return transform->can & CAN_GROUP && b->stride[1] == b->axis[0].unknowns;
}

enum status planes_make(struct planes *p, const struct box *b, const struct solver *transform, bool in_groups,
                        struct exec exec)
{
    const struct exec one = exec_host(1);
    const int threads = exec_deserved(exec, seconds_of(b)).threads;
    *p = (struct planes){.box = b, .threads = threads, .in_groups = in_groups && can_group(b, transform)};
    TRY(mem_array(&p->plan, HOST, threads * OF_A_THREAD, sizeof *p->plan));
    for (int t = 0; t < threads; t++)
        for (int axis = 0; axis < 2; axis++) {
            const enum transform_type type = axis_transform(&b->axis[axis]);
            struct shape forward = planes_lines(b, axis, type), back = planes_lines(b, axis, transform_inverse(type));
            if (axis == 0 && p->in_groups)
                forward.transform.order = RESULT_IN_GROUPS, back.transform.order = ARGUMENT_IN_GROUPS;
            TRY(plan_make(plan_of(p, t, axis, false), transform, &forward, NULL, &one));
            TRY(plan_make(plan_of(p, t, axis, true), transform, &back, NULL, &one));
        }
    return ST_OK;
}

void planes_free(struct planes *p)
{
    for (int i = 0; p->plan && i < p->threads * OF_A_THREAD; i++) plan_free(p->plan[i]);
    mem_free(p->plan);
    *p = (struct planes){0};
}

/* Planes are read along their rows first, but for groups, which are made last. */
static int axis_of(const struct planes *p, int pass, bool back)
{
    return p->in_groups && !back ? 1 - pass : pass;
}

enum status planes_run(const struct planes *p, bool back, real *u)
{
    const int64_t count = p->box->axis[2].unknowns, stride = p->box->stride[2];
    enum status s = ST_OK;
#pragma omp parallel num_threads(p->threads)
    {
        const int64_t threads = omp_get_num_threads(), t = omp_get_thread_num();
        enum status mine = ST_OK;
        const int64_t end = count * (t + 1) / threads;
        for (int64_t k = count * t / threads; k < end && mine == ST_OK; k++)
            for (int pass = 0; pass < 2 && mine == ST_OK; pass++) {
                real *const plane = u + k * stride;
                const struct system system = {
                    .kind = KIND_TRANSFORM,
                    .transform = {.next = pass == 1 && k + 1 < end ? plane + stride : NULL},
                    .x = plane,
                };
                mine = plan_solve(*plan_of(p, (int)t, axis_of(p, pass, back), back), &system);
            }
        if (mine != ST_OK)
#pragma omp critical(planes)
            s = mine;
    }
    return s;
}

double planes_traffic(const struct planes *p)
{
    return 4 * (double)p->box->unknowns * (double)sizeof(real);
}

double planes_bytes(const struct planes *p)
{
    double bytes = 0;
    for (int i = 0; i < p->threads * OF_A_THREAD; i++) bytes += (double)plan_bytes(p->plan[i]);
    return bytes;
}
