/* The lookahead of `windows`, before anything is written: each run computes the state of elimination from rows before
 * it, and from its own first rows the x that the run before it needs. */
#include "solvers/tridiag/partition/windows.h"

enum { BACK_MIN = 64 /* least rows before a run from which elimination starts; a multiple of STEP */ };

/* Eliminates from `back` rows before the first one on, as if no row were before. Returns the factor that x of the row
 * before those has: the largest product of a_i w_i over all runs. */
static vec roll(const struct lane_runs *f, int64_t back, struct lane_chain *k)
{
    vec reach = vec_all(1);
    *k = (struct lane_chain){.p = vec_all(1)};
    for (int64_t i = -back; i < 0; i += ROWS) {
        struct lane_block m;
        lane_runs_load(f, i, &m);
        for (int r = 0; r < ROWS; r++) {
            const vec w = lane_chain_pivot(k, m.a[r], m.b[r], m.c[r]), l = m.a[r] * w;
            k->y = m.d[r] * w - l * k->y;
            reach *= l;
        }
        lane_chain_scale(k);
    }
    return reach;
}

static bool begin_left(const struct lane_runs *f, struct lane_chain *k)
{
    for (int64_t back = BACK_MIN; back <= LOOK_MAX; back *= 2)
        if (all_small(roll(f, back, k))) return true;
    return false;
}

/* The STEP first rows are substituted in order, as they will be when the run is solved. */
static bool begin_right(const struct lane_runs *f, struct lane_chain *k, vec *x)
{
    real near[STEP * 2 * LANES], ring[STEP * 2 * LANES];
    vec h = vec_all(1), out[STEP];
    *x = vec_all(0);
    lane_runs_step(f, 0, k, near);
    for (int64_t i = STEP; i < LOOK_MAX; i += STEP) {
        lane_runs_step(f, i, k, ring);
        look_on(ring, &h, x);
        if (!all_small(h)) continue;
        lane_block_up(near, x, out);
        return true;
    }
    return false;
}

bool windows_look_ahead(const struct windows *w, int64_t group)
{
    const struct lane_runs f = lane_runs_of(w->line, w->cut, group);
    struct lane_chain k;
    vec x;
    if (!begin_left(&f, &k)) return false;
    w->groups[group] = (struct window_group){.q = k.q, .p = k.p, .y = k.y};
    if (!begin_right(&f, &k, &x) || any_lane(k.out_of_range & LANE_OUT_OF_RANGE)) return false;
    vec_store(w->first + group * LANES, x);
    return true;
}
