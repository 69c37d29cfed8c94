/* Draws small systems for methods with pivoting, and measures their answers. */
#include "tests/conformance/pivot_cases.h"

#include "tests/support/device_copy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const pivot_kinds[PIVOT_KINDS] = {"uniform", "0, 1 and -1", "extreme", "graded", "tiny", "huge"};

#ifdef BANDSTAND_FLOAT
enum { LARGE = 18, GRADES = 6, TINY = -36, HUGE_POWER = 37 };
#else
enum { LARGE = 150, GRADES = 20, TINY = -290, HUGE_POWER = 307 };
#endif

static double uniform(uint64_t *seed)
{
    return 2 * random_unit(seed) - 1;
}

static double coefficient(enum pivot_kind kind, uint64_t *seed)
{
    static const double values[] = {0, 1, -1};
    const int choice = (int)(8 * random_unit(seed));
    switch (kind) {
    case PIVOT_SIGNS: return values[choice % 3];
    case PIVOT_EXTREME:
        if (choice < 3) return values[choice];
        return choice == 7 ? uniform(seed) : pow(10, choice % 2 ? LARGE : -LARGE) * (choice < 5 ? 1 : -1);
    case PIVOT_GRADED: return uniform(seed) * pow(10, GRADES * uniform(seed));
    case PIVOT_HUGE: return uniform(seed) * pow(10, HUGE_POWER);
    default: return uniform(seed);
    }
}

void pivot_draw(enum pivot_kind kind, int64_t n, uint64_t *seed, real *a, real *b, real *c, real *d)
{
    const double right = pow(10, kind == PIVOT_TINY ? TINY : kind == PIVOT_HUGE ? HUGE_POWER : 0);
    for (int64_t i = 0; i < n; i++) {
        a[i] = (real)coefficient(kind, seed), b[i] = (real)coefficient(kind, seed);
        c[i] = (real)coefficient(kind, seed), d[i] = (real)(right * uniform(seed));
    }
    a[0] = c[n - 1] = (real)NAN;
}

/* Element i, or 0 where there is none that counts. */
static long double part(const real *p, int64_t i, bool is)
{
    return is ? (long double)p[i] : 0;
}

double pivot_residual(int64_t n, const real *a, const real *b, const real *c, const real *d, const real *x)
{
    long double worst = 0, rows = 0, largest = 0, right = 0;
    for (int64_t i = 0; i < n; i++) {
        const bool first = i == 0, last = i == n - 1;
        const long double lower = part(a, i, !first), diag = part(b, i, true), upper = part(c, i, !last);
        const long double rest =
            part(d, i, true) - lower * part(x, i - 1, !first) - diag * part(x, i, true) - upper * part(x, i + 1, !last);
        if (!isfinite(x[i])) return HUGE_VAL;
        worst = fmaxl(worst, fabsl(rest));
        rows = fmaxl(rows, fabsl(lower) + fabsl(diag) + fabsl(upper));
        largest = fmaxl(largest, fabsl(part(x, i, true))), right = fmaxl(right, fabsl(part(d, i, true)));
    }
    return worst > 0 ? (double)(worst / (rows * largest + right)) : 0;
}

bool pivot_is_singular(int64_t n, const real *a, const real *b, const real *c)
{
    double before = 0, det = 1;
    for (int64_t i = 0; i < n; i++) {
        const double next = (double)b[i] * det - (i ? (double)a[i] * (double)c[i - 1] * before : 0);
        before = det, det = next;
    }
    return det == 0;
}

void pivot_batch_draw(struct pivot_batch *p, enum pivot_kind kind, int64_t n, uint64_t *seed)
{
    p->n = n;
    for (int64_t s = 0; s < PIVOT_SYSTEMS; s++) pivot_draw(kind, n, seed, p->a[s], p->b[s], p->c[s], p->d[s]);
}

double pivot_batch_residual(const struct pivot_batch *p, int64_t s)
{
    return pivot_residual(p->n, p->a[s], p->b[s], p->c[s], p->d[s], p->x[s]);
}

struct shape pivot_in_blocks(int64_t n, int64_t batch)
{
    return shape_block_interleaved(n, batch, 16);
}

static int64_t place_of(const struct pivot_trial *t, const struct shape *shape, int64_t s, int64_t i)
{
    return shape_start(shape, (s + t->turn) % PIVOT_SYSTEMS) + i * shape->stride;
}

/* On the device the workspace is as it was made. */
static bool solved(const struct pivot_trial *t, const struct shape *shape, const struct guarded g[MIRRORED],
                   int64_t info[PIVOT_SYSTEMS])
{
    const bool away = t->solver->space == DEVICE;
    struct exec exec = exec_host(t->threads);
    struct device_mirror m = {0};
    struct plan *plan;
    struct system system = {.kind = KIND_TRIDIAG, .tridiag = {g[0].v, g[1].v, g[2].v}, .x = g[3].v, .info = info};
    exec.space = t->solver->space;
    if (plan_make(&plan, t->solver, shape, NULL, &exec) != ST_OK) return false;
    if (plan->workspace && !away && !t->solver->hooks->begin) /* which may keep something there */
        memset(plan->workspace, t->garbage, (size_t)plan->workspace_bytes);
    if (away && device_mirror_of(&m, g, info, PIVOT_SYSTEMS, &exec) != ST_OK) abort();
    if (away) system = device_mirror_system(&m);
    if (plan_solve(plan, &system) != ST_OK) abort();
    if (away && device_mirror_back(&m, g, info, PIVOT_SYSTEMS, &exec) != ST_OK) abort();
    device_mirror_free(&m);
    plan_free(plan);
    return true;
}

bool pivot_batch_solve(struct pivot_batch *p, const struct pivot_trial *t)
{
    const struct shape shape = t->shape(p->n, PIVOT_SYSTEMS);
    struct guarded g[MIRRORED];
    int64_t info[PIVOT_SYSTEMS] = {0};
    for (int k = 0; k < MIRRORED; k++) {
        g[k] = guarded_make(shape_extent(&shape));
        memset(g[k].v, 0, (size_t)g[k].count * sizeof(real));
    }
    for (int64_t s = 0; s < PIVOT_SYSTEMS; s++)
        for (int64_t i = 0; i < p->n; i++) {
            const int64_t at = place_of(t, &shape, s, i);
            g[0].v[at] = p->a[s][i], g[1].v[at] = p->b[s][i], g[2].v[at] = p->c[s][i], g[3].v[at] = p->d[s][i];
        }
    const bool made = solved(t, &shape, g, info);
    for (int64_t s = 0; made && s < PIVOT_SYSTEMS; s++) {
        p->info[s] = info[(s + t->turn) % PIVOT_SYSTEMS];
        for (int64_t i = 0; i < p->n; i++) p->x[s][i] = g[3].v[place_of(t, &shape, s, i)];
    }
    for (int k = 0; k < MIRRORED; k++) guarded_free(g[k]);
    return made;
}
