/* Takes the points of a sweep, several in parallel where each is little work. */
#pragma once
#include "apps/app.h"

enum { TEAM_MAX = 64 };

/* Points that have been taken, from `first` on. The first five members are set by a caller that takes a part of the
 * points. */
struct sweep_team {
    int64_t end;               /* the first point that is not taken; 0: all are taken */
    int sharing;               /* processes that share this machine and its memory; 0: only this one */
    void (*begun)(void *with); /* or NULL: is called when a point has begun */
    bool (*asked)(void *with); /* or NULL: is called between steps; ST_STOPPED: stop */
    void *with;
    int64_t first, count;
    bool tried;    /* a point was taken by itself, which gives the work and memory of a point */
    bool wide;     /* points are so little work that one thread takes one */
    int64_t bytes; /* of memory that it took */
    struct sim point[TEAM_MAX];
    enum status status[TEAM_MAX];
    char *sentence[TEAM_MAX]; /* of the fault, or NULL */
};

/* A run of the application at point number `point` of sim->sweep, begun, stepped, reported and ended: the caller owns
 * and frees its answers, series, metrics and clock. Later points may be taken together with it, each by one thread;
 * their bits are the same. */
enum status sweep_team_take(struct sweep_team *t, const struct sim *sim, int64_t point, struct sim *out);
void sweep_team_free(struct sweep_team *t);
