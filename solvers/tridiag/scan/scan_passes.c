/* Passes over the rows of each group. */
#include <string.h>

#include "solvers/tridiag/scan/scan_stages.h"

static vec lanes_of(const real *first, int64_t pitch)
{
    vec v;
    for (int q = 0; q < LANES; q++) v[q] = first[q * pitch];
    return v;
}

static struct lane_minors minors_at(const struct scan_stages *s, int64_t chunk)
{
    const struct minors_state *const m = (const struct minors_state *)s->scan[STAGE_MINORS].entry + chunk;
    return (struct lane_minors){lanes_of(&m->last, 2), lanes_of(&m->before, 2)};
}

void scan_pass_products(const struct scan_stages *s, int64_t group)
{
    struct lane_rows r;
    struct lane_minors m[2];
    struct minors_map *const out = (struct minors_map *)s->scan[STAGE_MINORS].map + group * LANES;
    lane_rows_load(&s->chunks, s->rows, group, &r);
    lane_minors_product(&r, s->normalisation, s->pivoting, m);
    for (int q = 0; q < LANES; q++) {
        const struct minors_map all = {{m[0].last[q], m[0].before[q]}, {m[1].last[q], m[1].before[q]}};
        out[q] = minors_map_scaled(all);
    }
}

/* The rows of a group with their pivots; returns the minors it ends with. */
static struct lane_minors pivots_of(const struct scan_stages *s, int64_t group, struct lane_rows *r,
                                    struct lane_pivots *p)
{
    const int64_t chunk = group * LANES;
    lane_rows_load(&s->chunks, s->rows, group, r);
    return lane_minors_pivots(r, s->normalisation, s->pivoting, minors_at(s, chunk), minors_at(s, chunk + 1), p);
}

void scan_pass_minors(const struct scan_stages *s, int64_t group)
{
    const vec_bits none = {0};
    struct lane_rows r;
    struct lane_pivots p;
    const struct lane_minors m = pivots_of(s, group, &r, &p);
    const struct lane_down_map leads = lane_down_map(&r, &p, s->pivoting, ~none);
    const struct lane_down_map follows = s->pivoting ? lane_down_map(&r, &p, true, none) : leads;
    struct minors_state *const exit = chunk_exit(&s->scan[STAGE_MINORS], group * LANES);
    struct right_map *const out = (struct right_map *)s->scan[STAGE_RIGHT_SIDES].map + group * LANES;
    for (int q = 0; q < LANES; q++) {
        exit[q] = (struct minors_state){m.last[q], m.before[q]};
        out[q] = (struct right_map){{follows.factor[q], leads.factor[q]},
                                    {follows.term[q], leads.term[q]},
                                    {follows.leads[q] != 0, leads.leads[q] != 0}};
    }
}

/* Right sides from the states that enter; returns s of the last row. */
static vec down(const struct scan_stages *s, int64_t group, const struct lane_rows *r, const struct lane_pivots *p,
                struct lane_down *out)
{
    const struct right_state *const entry =
        (const struct right_state *)s->scan[STAGE_RIGHT_SIDES].entry + group * LANES;
    vec carried;
    vec_bits leads = {0};
    for (int q = 0; q < LANES; q++) {
        carried[q] = entry[q].s;
        if (entry[q].leads) leads[q] = ~leads[q];
    }
    return lane_down(r, p, s->pivoting, leads, carried, out);
}

void scan_pass_right_sides(const struct scan_stages *s, int64_t group)
{
    struct lane_rows r;
    struct lane_pivots p;
    struct lane_down d;
    pivots_of(s, group, &r, &p);
    const vec carried = down(s, group, &r, &p, &d);
    const struct lane_up_map m = lane_up_map(&r, &p, s->pivoting, &d);
    const struct right_map *const map = (const struct right_map *)s->scan[STAGE_RIGHT_SIDES].map + group * LANES;
    const struct right_state *const entry = chunk_entry(&s->scan[STAGE_RIGHT_SIDES], group * LANES);
    struct right_state *const exit = chunk_exit(&s->scan[STAGE_RIGHT_SIDES], group * LANES);
    struct unknown_map *const out = (struct unknown_map *)s->scan[STAGE_UNKNOWNS].map + group * LANES;
    for (int q = 0; q < LANES; q++) {
        exit[q] = (struct right_state){carried[q], map[q].leads[entry[q].leads]};
        out[q] = (struct unknown_map){m.factor[q], m.term[q]};
    }
}

void scan_pass_unknowns(const struct scan_stages *s, int64_t group)
{
    struct lane_rows r;
    struct lane_pivots p;
    struct lane_down d;
    vec x[LANE_CHUNK];
    pivots_of(s, group, &r, &p);
    down(s, group, &r, &p, &d);
    const vec behind = lanes_of(chunk_entry(&s->scan[STAGE_UNKNOWNS], group * LANES), 1);
    const vec front = lane_up(&r, &p, s->pivoting, &d, behind, x);
    lane_rows_store(&s->chunks, group, x, s->x);
    memcpy(chunk_exit(&s->scan[STAGE_UNKNOWNS], group * LANES), &front, sizeof front);
}
