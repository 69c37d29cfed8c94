/* Transforms along x and y, a plane after the other, so that a plane stays in a core's cache between the two. */
#pragma once
#include "apps/poisson/box.h"

struct planes {
    const struct box *box;
    int threads;
    bool in_groups;     /* between the directions, lines along x lie in groups (transform.h) */
    struct plan **plan; /* [threads][x, y][forward, back] */
};

/* Are there planes enough for threads to share? */
bool planes_suit(const struct box *b);

/* The lines along x or y of one plane. */
struct shape planes_lines(const struct box *b, int axis, enum transform_type type);

/* `box` is borrowed. in_groups: where the method and the box allow it. On failure planes_free still cleans up. */
enum status planes_make(struct planes *p, const struct box *b, const struct solver *transform, bool in_groups,
                        struct exec exec);
void planes_free(struct planes *p);

/* In groups: where the value of wave i along x and j along y is in a plane, between the directions. */
static inline int64_t planes_place(const struct planes *p, int64_t i, int64_t j)
{
    const int64_t n = p->box->axis[0].unknowns, lines = p->box->axis[1].unknowns, group = transform_group();
    const int64_t first = j / group * group, width = lines - first < group ? lines - first : group;
    return first * n + i * width + j - first;
}

/* u: from the first unknown on. */
enum status planes_run(const struct planes *p, bool back, real *u);

double planes_traffic(const struct planes *p); /* of both directions */
double planes_bytes(const struct planes *p);   /* held */
