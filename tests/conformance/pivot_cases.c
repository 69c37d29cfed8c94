/* Draws small systems for methods with pivoting, and measures what they answer. */
#include "tests/conformance/pivot_cases.h"

#include "tests/support/tridiag_cases.h"

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
    return shape_start(shape, (s + t->turn) % PIVOT_SYSTEMS) + i * shape->step;
}

bool pivot_batch_solve(struct pivot_batch *p, const struct pivot_trial *t)
{
    const struct shape shape = t->shape(p->n, PIVOT_SYSTEMS);
    const int64_t count = shape_extent(&shape);
    const struct exec exec = exec_host(t->threads);
    struct plan *plan;
    real *const v = calloc((size_t)(4 * count), sizeof *v), *const x = v + 3 * count;
    int64_t info[PIVOT_SYSTEMS];
    if (!v) abort();
    for (int64_t s = 0; s < PIVOT_SYSTEMS; s++)
        for (int64_t i = 0; i < p->n; i++) {
            const int64_t at = place_of(t, &shape, s, i);
            v[at] = p->a[s][i], v[count + at] = p->b[s][i], v[2 * count + at] = p->c[s][i], x[at] = p->d[s][i];
        }
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {v, v + count, v + 2 * count}, .x = x, .info = info};
    const bool made = plan_make(&plan, t->solver, &shape, NULL, &exec) == ST_OK;
    const bool fresh = made && plan->work && !t->solver->hooks->begin; /* which may keep something there */
    if (fresh) memset(plan->work, t->garbage, (size_t)plan->work_bytes);
    if (made && plan_solve(plan, &system) != ST_OK) abort();
    for (int64_t s = 0; s < PIVOT_SYSTEMS; s++) {
        p->info[s] = info[(s + t->turn) % PIVOT_SYSTEMS];
        for (int64_t i = 0; i < p->n; i++) p->x[s][i] = x[place_of(t, &shape, s, i)];
    }
    if (made) plan_free(plan);
    free(v);
    return made;
}
