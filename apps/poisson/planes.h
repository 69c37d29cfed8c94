/* Transforms along x and y, a plane after the other, so that a plane stays in a core's cache between the two. */
#pragma once
#include "apps/poisson/box.h"

struct planes {
    const struct box *box;
    int threads;
    struct plan **plan; /* [threads][x, y][forward, back] */
};

/* Are there planes enough for threads to share? */
bool planes_suit(const struct box *b);

/* The lines along x or y of one plane. */
struct shape planes_lines(const struct box *b, int axis, enum transform_type type);

/* `box` is borrowed. On failure planes_free still cleans up. */
enum status planes_make(struct planes *p, const struct box *b, const struct solver *transform, struct exec exec);
void planes_free(struct planes *p);

/* u: from the first unknown on. Forward along x, then y; back in the other order. */
enum status planes_run(const struct planes *p, bool back, real *u);

double planes_traffic(const struct planes *p); /* of both directions */
double planes_bytes(const struct planes *p);   /* held */
