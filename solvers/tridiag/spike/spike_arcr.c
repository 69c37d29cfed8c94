/* The reduced system by adaptive R-cyclic reduction, as L.-W. Chang proposes (thesis, Illinois, 2014, section 5.3): by
 * blocks that are not those of the partitions. With the unknowns next to the cuts in order, tail and head of each, it
 * is tridiagonal: of the two equations of a partition, one is freed of the head after it and one of the tail before it,
 *
 *     l tail + z head + p tail' = e            z head + p tail' + q head' = e
 *
 * each by the other one, with multipliers of at most 1. That fails where the rows between the first and the last one of
 * a partition are singular: both are then the same. Where they nearly are, all blocks are joined in order. */
#include <math.h>

#include "solvers/tridiag/arcr/arcr_reduction.h"
#include "solvers/tridiag/spike/spike_reduced.h"

/* Least determinant of what the two equations are made by. */
#define APART RC(0.015625)

struct unknowns {
    struct tridiag_rows r;
    real *x;
    bool *dependent;
    char *kept, *workspace;
};

static int64_t count_of(int64_t partitions)
{
    return partitions > 1 ? 2 * (partitions - 1) : 1;
}

static struct unknowns unknowns_of(int64_t partitions, struct workspace *w)
{
    const int64_t m = count_of(partitions), bytes = padded_length(m) * (int64_t)sizeof(real);
    struct unknowns u;
    u.r.a = workspace_take(w, bytes), u.r.b = workspace_take(w, bytes), u.r.c = workspace_take(w, bytes);
    u.r.d = workspace_take(w, bytes), u.x = workspace_take(w, bytes);
    u.dependent = workspace_take(w, (int64_t)sizeof *u.dependent);
    u.kept = workspace_take(w, arcr_kept_bytes(m)), u.workspace = workspace_take(w, arcr_workspace_bytes(m));
    return u;
}

int64_t spike_arcr_bytes(int64_t partitions)
{
    struct workspace w = {NULL, 0};
    unknowns_of(partitions, &w);
    return w.used;
}

static struct spike_equation minus(struct spike_equation a, struct spike_equation b, real m)
{
    return (struct spike_equation){a.l - m * b.l, a.z - m * b.z, a.p - m * b.p, a.q - m * b.q, a.e - m * b.e};
}

static real ratio(real small, real large)
{
    return large == 0 ? 0 : small / large;
}

static void put(struct tridiag_rows r, int64_t i, real a, real b, real c, real d)
{
    r.a[i] = a, r.b[i] = b, r.c[i] = c, r.d[i] = d;
}

/* An equation as a multiple of each of the two. */
struct mixed {
    struct spike_equation k;
    real upper, lower;
};

/* One without the element by which `of_upper` and `of_lower` stand. */
static struct mixed without(const struct spike_block *b, real of_upper, real of_lower)
{
    if (spike_exceeds(of_upper, of_lower)) {
        const real m = ratio(of_lower, of_upper);
        return (struct mixed){minus(b->lower, b->upper, m), -m, 1};
    }
    const real m = ratio(of_upper, of_lower);
    return (struct mixed){minus(b->upper, b->lower, m), 1, -m};
}

/* Rows of the head before and of the tail after partition p, which has others on either side. */
static bool put_inner(const struct unknowns *u, int64_t p, const struct spike_block *b)
{
    const struct mixed head = without(b, b->upper.q, b->lower.q), tail = without(b, b->upper.l, b->lower.l);
    put(u->r, 2 * p - 1, head.k.l, head.k.z, head.k.p, head.k.e);
    put(u->r, 2 * p, tail.k.z, tail.k.p, tail.k.q, tail.k.e);
    return spike_exceeds(head.upper * tail.lower - head.lower * tail.upper, APART);
}

/* The one of the two that solves for the first unknown, or for the last. */
static const struct spike_equation *of_first(const struct spike_block *b)
{
    return spike_exceeds(b->lower.z, b->upper.z) ? &b->lower : &b->upper;
}

static const struct spike_equation *of_last(const struct spike_block *b)
{
    return spike_exceeds(b->upper.p, b->lower.p) ? &b->upper : &b->lower;
}

static void put_ends(const struct unknowns *u, const struct spike_block *first, const struct spike_block *last,
                     int64_t m)
{
    const struct spike_equation tail = without(first, first->upper.z, first->lower.z).k;
    const struct spike_equation head = without(last, last->upper.p, last->lower.p).k;
    put(u->r, 0, 0, tail.p, tail.q, tail.e);
    put(u->r, m - 1, head.l, head.z, 0, head.e);
}

static void fill(const struct spike *k, const struct unknowns *u, struct team team)
{
    int64_t from, to;
    bool apart = true;
    if (team.rank == 0) {
        *u->dependent = false;
        put_ends(u, &k->block[0], &k->block[k->count - 1], count_of(k->count));
    }
    team_wait(team);
    team_part(team, k->count - 2, &from, &to);
    for (int64_t p = from + 1; p < to + 1; p++) apart = put_inner(u, p, &k->block[p]) && apart;
    if (!apart) {
#pragma omp atomic write
        *u->dependent = true;
    }
    team_wait(team);
}

/* Pairs from x, this rank's. */
static void spread(const struct spike *k, const real *x, struct team team)
{
    int64_t from, to;
    team_part(team, k->count - 1, &from, &to);
    for (int64_t p = from + 1; p < to + 1; p++) k->pair[p] = (struct spike_pair){x[2 * p - 2], x[2 * p - 1]};
    team_wait(team);
    if (team.rank == 0) {
        const struct spike_equation *const f = of_first(&k->block[0]), *const l = of_last(&k->block[k->count - 1]);
        const struct spike_pair behind = k->pair[1], before = k->pair[k->count - 1];
        k->pair[0] = (struct spike_pair){0, (f->e - f->p * behind.tail - f->q * behind.head) / f->z};
        k->pair[k->count] = (struct spike_pair){(l->e - l->l * before.tail - l->z * before.head) / l->p, 0};
    }
    team_wait(team);
}

void spike_arcr(const struct spike *k, struct team team)
{
    const struct arcr_options options = {.blocks = 1, .repair = true};
    struct workspace w = {k->reduced, 0};
    const struct unknowns u = unknowns_of(k->count, &w);
    struct arcr_reduction reduction;
    if (k->count == 1) {
        spike_block_lu(k, team);
        return;
    }
    fill(k, &u, team);
    if (*u.dependent) {
        spike_block_lu(k, team);
        return;
    }
    arcr_begin(&reduction, count_of(k->count), u.kept, u.workspace);
    reduction.level[0].rows = const_rows_of(u.r);
    const int64_t singular = arcr_down(&reduction, &options, team);
    arcr_solve(&reduction, singular, &options, u.x, team);
    team_wait(team);
    spread(k, u.x, team);
}
