/* Recursive doubling. With rows divided by their diagonal, the pivots, the elimination of the right side and the
 * substitution are three recurrences,
 *
 *     v_i = 1 - a_i c_{i-1} / v_{i-1}        y_i = (d_i - a_i y_{i-1}) / v_i        x_i = y_i - (c_i / v_i) x_{i+1}
 *
 * and each step of each is a map t -> (m t + n) / (r t + s). Maps follow one another as their matrices multiply: the
 * product over each chunk of rows is made in order, then doubling finds in log2 steps the products over all chunks
 * before it, and with them the start value of every chunk. Chunks depend only on n.
 *
 * H. S. Stone, An efficient parallel algorithm for the solution of a tridiagonal linear system of equations, J. ACM 20,
 * 1973, sections 3 and 4; O. Egecioglu, C. K. Koc, A. J. Laub, A recursive doubling algorithm for solution of
 * tridiagonal systems on hypercube multiprocessors, J. Comput. Appl. Math. 27, 1989, for the chunks. Not the recurrence
 * for x that divides by c_i: it loses all digits within 64 rows. Powers of two keep the matrices of the pivots in
 * range. Needs a dominant diagonal, and loses digits where it hardly dominates: in double, the residual of
 * -u'' + 100 u = f on [0, 1] is 2e-14 of its terms at 2^10 rows, 2e-11 at 2^14, 8e-9 at 2^18. Fails if a b is 0.
 * 26 flops a row. */
#include <math.h>

#include "solvers/kind.h"
#include "solvers/tridiag/gather.h"

enum { CHUNK = 128, STEADY = 32 /* rows whose product needs no scaling */ };
enum { DOWN = -1, UP = 1 /* the side from which a chunk gets its start value */ };

/* t -> (m t + n) / (r t + s) */
struct map {
    real m, n, r, s;
};

/* The same map in other units; those of the form m t + n are left as they are. */
static inline struct map scaled(struct map a)
{
    const double size = fmax(fmax(fabs((double)a.m), fabs((double)a.n)), fmax(fabs((double)a.r), fabs((double)a.s)));
    int exponent;
    if (a.r == 0 || !isfinite(size)) return a;
    frexp(size, &exponent);
    const real unit = (real)ldexp(1, -exponent);
    return (struct map){a.m * unit, a.n * unit, a.r * unit, a.s * unit};
}

/* First `a`, then `b`. */
static inline struct map followed(struct map a, struct map b)
{
    return (struct map){b.m * a.m + b.n * a.r, b.m * a.n + b.n * a.s, b.r * a.m + b.s * a.r, b.r * a.n + b.s * a.s};
}

/* The chunks of a system, and which of them are this rank's. */
struct chunks {
    int64_t n, count, from, to;
    struct map *map, *next;
};

static int64_t chunks_of(int64_t n)
{
    return (n - 1) / CHUNK + 1;
}

static int64_t workspace_values(int64_t n, const void *options)
{
    return 2 * chunks_of(n) * (int64_t)(sizeof(struct map) / sizeof(real));
}

static struct chunks chunks_at(real *workspace, int64_t n, struct team team)
{
    const int64_t count = chunks_of(n);
    struct map *const map = (void *)workspace;
    return (struct chunks){
        .n = n,
        .count = count,
        .from = count * team.rank / team.ranks,
        .to = count * (team.rank + 1) / team.ranks,
        .map = map,
        .next = map + count,
    };
}

static int64_t end_of(const struct chunks *k, int64_t chunk)
{
    return chunk < k->count - 1 ? (chunk + 1) * CHUNK : k->n;
}

/* Continues with the maps just made; other ranks may still read the ones before. */
static void turn(struct chunks *k)
{
    struct map *const old = k->map;
    k->map = k->next;
    k->next = old;
}

/* The map of each chunk becomes that of all chunks from the first, or, if `direction` is UP, from the last to it. */
static void double_up(struct chunks *k, int direction, struct team team)
{
    team_wait(team);
    for (int64_t distance = 1; distance < k->count; distance *= 2) {
        for (int64_t j = k->from; j < k->to; j++) {
            const int64_t before = j + direction * distance;
            const bool there = before >= 0 && before < k->count;
            k->next[j] = there ? scaled(followed(k->map[before], k->map[j])) : k->map[j];
        }
        team_wait(team);
        turn(k);
    }
}

/* The start value of `chunk`, if the first one is `t`. */
static real begin_of(const struct chunks *k, int64_t chunk, int direction, real t)
{
    const int64_t before = chunk + direction;
    if (before < 0 || before >= k->count) return t;
    const struct map a = k->map[before];
    return (a.m * t + a.n) / (a.r * t + a.s);
}

static inline real coupling(struct tridiag_rows r, int64_t i)
{
    return i > 0 ? r.a[i] * r.c[i - 1] : 0;
}

static void normalize(struct tridiag_rows r, int64_t from, int64_t to)
{
#pragma omp simd
    for (int64_t i = from; i < to; i++) {
        const real inverse = RC(1.0) / r.b[i];
        r.a[i] *= inverse, r.c[i] *= inverse, r.d[i] *= inverse;
    }
}

static struct map pivots_map(struct tridiag_rows r, int64_t from, int64_t to)
{
    struct map all = {1, 0, 0, 1};
    for (int64_t i = from; i < to; i++) {
        const real e = coupling(r, i);
        all = (struct map){all.m - e * all.r, all.n - e * all.s, all.m, all.n};
        if ((i + 1) % STEADY == 0) all = scaled(all);
    }
    return scaled(all);
}

/* Rows that begin with the pivot v before them become y_i = a_i y_{i-1} + d_i, x_i = b_i x_{i+1} + y_i. The map of y.
 */
static struct map divide(struct tridiag_rows r, int64_t from, int64_t to, real v)
{
    struct map all = {1, 0, 0, 1};
    for (int64_t i = from; i < to; i++) {
        v = 1 - coupling(r, i) / v;
        const real inverse = RC(1.0) / v, g = -r.a[i] * inverse, d = r.d[i] * inverse;
        all = (struct map){g * all.m, g * all.n + d, 0, 1};
        r.a[i] = g, r.b[i] = -r.c[i] * inverse, r.d[i] = d;
    }
    return all;
}

/* The map of x. */
static struct map eliminate(struct tridiag_rows r, int64_t from, int64_t to, real y)
{
    struct map all = {1, 0, 0, 1};
    for (int64_t i = from; i < to; i++) r.d[i] = y = r.a[i] * y + r.d[i];
    for (int64_t i = to - 1; i >= from; i--) all = (struct map){r.b[i] * all.m, r.b[i] * all.n + r.d[i], 0, 1};
    return all;
}

static void substitute(struct tridiag_rows r, int64_t from, int64_t to, real x)
{
    for (int64_t i = to - 1; i >= from; i--) r.d[i] = x = r.b[i] * x + r.d[i];
}

/* Every rank with its chunks, up to the barrier after the last phase. */
static int64_t solve_rows(int64_t n, struct tridiag_rows r, real *workspace, struct team team, const void *options)
{
    struct chunks k = chunks_at(workspace, n, team);
    for (int64_t j = k.from; j < k.to; j++) normalize(r, j * CHUNK, end_of(&k, j));
    team_wait(team);
    for (int64_t j = k.from; j < k.to; j++) k.map[j] = pivots_map(r, j * CHUNK, end_of(&k, j));
    double_up(&k, DOWN, team);
    for (int64_t j = k.from; j < k.to; j++) k.next[j] = divide(r, j * CHUNK, end_of(&k, j), begin_of(&k, j, DOWN, 1));
    turn(&k);
    double_up(&k, DOWN, team);
    for (int64_t j = k.from; j < k.to; j++)
        k.next[j] = eliminate(r, j * CHUNK, end_of(&k, j), begin_of(&k, j, DOWN, 0));
    turn(&k);
    double_up(&k, UP, team);
    for (int64_t j = k.from; j < k.to; j++) substitute(r, j * CHUNK, end_of(&k, j), begin_of(&k, j, UP, 0));
    team_wait(team);
    return 0;
}

static const struct row_method method = {
    .splits = true, .flops = 26, .workspace_values = workspace_values, .solve = solve_rows, .checked = true};

const struct solver tridiag_recursive_doubling = {
    .method = "recursive_doubling",
    .about = "recursive doubling: pivots, elimination and substitution as products of small matrices; loses digits "
             "where the diagonal hardly dominates",
    .source = "Stone 1973; Egecioglu, Koc, Laub 1989",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
           REPORTS_INFO | SEES_GROWTH,
    .variant = &method,
    .hooks = &gather_hooks,
};
