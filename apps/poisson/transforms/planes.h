/* Transforms along x and y, one plane after the other, so that a plane stays in a core's cache between the two. */
#pragma once
#include "apps/poisson/problem/box.h"
#include "solvers/method_spec.h"

struct planes {
    const struct box *box;
    int threads;
    bool in_groups;     /* between the directions, lines along x lie in groups (transform.h) */
    struct plan **plan; /* [threads][x, y][forward, back] */
};

/* The lines along x or y of one plane, for a transform of this type. */
struct shape planes_lines(const struct box *b, int axis, enum transform_type type);

/* Plans by `transform`, a method of the host, and borrows `b`. in_groups: lines along x come in groups if the method
 * and the box allow it. On failure planes_free still cleans up. */
enum status planes_make(struct planes *p, const struct box *b, const struct method_spec *transform, bool in_groups,
                        struct exec exec);
void planes_free(struct planes *p);

/* In groups: where the value of wave i along x and j along y is in a plane, between the directions. `b` may have fewer
 * lines than the box of the planes: complete groups of them, and the last ones. */
static inline int64_t planes_place(const struct box *b, int64_t i, int64_t j)
{
    const int64_t n = b->axis[0].unknowns, lines = b->axis[1].unknowns, group = transform_group();
    const int64_t first = j / group * group, width = lines - first < group ? lines - first : group;
    return first * n + i * width + j - first;
}

/* Transforms u[unknowns], from the first unknown on and with the strides of the box, in place; not scaled. A plan that
 * fails ends the planes of its thread; the status and the message are those of the lowest plane that failed. */
enum status planes_run(const struct planes *p, bool back, real *u);

double planes_traffic(const struct box *b);  /* bytes that both directions move beyond the caches */
double planes_bytes(const struct planes *p); /* bytes that the plans hold */
