/* The times at which a run holds a field: its snapshots, and its end. */
#pragma once
#include "command/plot/draw/canvas.h"

enum { MOMENTS_MAX = 12 }; /* panels of a picture: more are too small to be read */

struct moment {
    char path[600];  /* of the group of the field */
    char suffix[24]; /* of its name there: "_000000010", or "" of the end */
    double time;
};

struct moments {
    int count;      /* the number that a picture shows */
    int64_t there;  /* the number of all */
    bool timed;     /* a state without time has none */
    char units[64]; /* of times */
    struct moment moment[MOMENTS_MAX];
};

/* The moments of field `name` of a run: all, or, of more than MOMENTS_MAX, as many that are evenly spread, the first
 * and the last among them; or the one nearest to *at, where that is given. ST_CONFIG: *at is more than half an interval
 * before the first or beyond the last. */
enum status moments_find(struct moments *out, const struct result *r, const struct stored_run *run, const char *name,
                         const double *at);

/* The index among `there` moments of number i of `count`, both counted from 0. */
int64_t moments_spread(int64_t there, int count, int i);

/* "t = 0.5 s", or "" of a state without time. */
void moment_text(char *out, size_t size, const struct moments *m, int i);
