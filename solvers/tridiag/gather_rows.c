/* Copies rows of neighbouring systems into contiguous arrays, and solutions back. */
#include <math.h>

#include "solvers/tridiag/gather.h"

static void gather_matrix(struct line l, struct tridiag_rows rows, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) rows.b[i] = l.b[i * l.stride];
    for (int64_t i = from > 1 ? from : 1; i < to; i++) rows.a[i] = l.a[i * l.stride];
    for (int64_t i = from; i < (to < l.n ? to : l.n - 1); i++) rows.c[i] = l.c[i * l.stride];
    if (from == 0) rows.a[0] = 0;
    if (to == l.n) rows.c[l.n - 1] = 0;
    if (l.shift == 0 && signbit(l.shift)) return; /* there is none */
    for (int64_t i = from; i < to; i++) rows.b[i] += l.shift;
}

static void gather_right(struct line l, struct tridiag_rows rows, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) rows.d[i] = l.x[i * l.x_stride];
}

static void scatter(struct line l, struct tridiag_rows rows, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) l.x[i * l.x_stride] = rows.d[i];
}

/* A few rows of all systems before the next rows, while their cache lines are in cache. */
static void each_tile(const struct bundle *b, struct team team,
                      void (*copy)(struct line l, struct tridiag_rows rows, int64_t from, int64_t to))
{
    int64_t from[BUNDLE_MAX], to[BUNDLE_MAX], end = 0;
    for (int64_t k = 0; k < b->count; k++) {
        team_span(team, b->line[k].n, &from[k], &to[k]);
        if (to[k] > end) end = to[k];
    }
    const int64_t tile = b->count == 1 ? end : BUNDLE_MAX;
    for (int64_t at = 0; at < end; at += tile)
        for (int64_t k = 0; k < b->count; k++) {
            const int64_t first = from[k] > at ? from[k] : at, last = to[k] < at + tile ? to[k] : at + tile;
            if (first < last) copy(b->line[k], b->rows[k], first, last);
        }
}

void bundle_gather_matrix(const struct bundle *b, struct team team)
{
    each_tile(b, team, gather_matrix);
}

void bundle_gather_right(const struct bundle *b, struct team team)
{
    each_tile(b, team, gather_right);
}

void bundle_scatter(const struct bundle *b, struct team team)
{
    each_tile(b, team, scatter);
}
