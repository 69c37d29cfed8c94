/* Failed systems are solved again. Many of them are gathered into blocks of contiguous systems, and eliminated with
 * pivoting together; those that fail again, and few systems, are solved one after the other by the reference. */
#include "solvers/tridiag/auto/again.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "solvers/methods.h"

enum {
    BLOCK = 2 * 64 / (int)sizeof(real), /* systems that are eliminated together */
    LONGEST = 4096,                     /* rows of such systems */
    ARRAYS = 4
};

static bool takes_blocks(const struct shape *shape)
{
    return shape->n <= LONGEST && shape->batch >= BLOCK && !shape->tridiag.cyclic;
}

struct again again_take(struct workspace *w, const struct shape *shape, int workers)
{
    struct again a = {.workers = workers};
    a.worker = workspace_take(w, workers * (int64_t)sizeof *a.worker);
    a.failed = workspace_take(w, shape->batch * (int64_t)sizeof *a.failed);
    for (int k = 0; k < workers; k++) {
        struct again_worker own = {.plan = NULL};
        own.right = workspace_take(w, shape->n * (int64_t)sizeof(real));
        own.careful = workspace_take(w, careful_rows(shape->n) * (int64_t)sizeof *own.careful);
        if (takes_blocks(shape)) own.gathered = workspace_take(w, ARRAYS * BLOCK * shape->n * (int64_t)sizeof(real));
        if (w->memory) a.worker[k] = own;
    }
    return a;
}

enum status again_begin(struct again *a, const struct shape *shape)
{
    struct shape block = shape_contiguous(shape->n, BLOCK);
    const struct exec one = exec_host(1);
    block.tridiag.check = block.tridiag.restore = true;
    for (int k = 0; k < a->workers && takes_blocks(shape); k++)
        TRY(plan_make(&a->worker[k].plan, &tridiag_thomas_pivot_simd, &block, NULL, &one));
    return ST_OK;
}

void again_end(struct again *a)
{
    for (int k = 0; k < a->workers; k++) a->worker[k].plan = plan_free(a->worker[k].plan);
}

int64_t again_bytes(const struct again *a)
{
    int64_t sum = 0;
    for (int k = 0; k < a->workers; k++) sum += a->worker[k].plan ? plan_bytes(a->worker[k].plan) : 0;
    return sum;
}

static int64_t failures(const struct again *a, const struct shape *shape, const struct system *system)
{
    int64_t count = 0;
    for (int64_t s = 0; s < shape->batch; s++)
        if (!info_is_good(system->info[s])) a->failed[count++] = s;
    return count;
}

/* n contiguous rows. Those after the system are the equations most * x_i = 0, `most` its largest element, so that |A|,
 * by which residuals are judged, is that of the system; lanes without a system have rows of the identity. */
static void gather(const struct line *l, int64_t n, real *a, real *b, real *c, real *x)
{
    double most = 0;
    for (int64_t i = 0; i < l->n; i++) {
        a[i] = i > 0 ? l->a[i * l->stride] : 0;
        b[i] = l->b[i * l->stride] + l->shift;
        c[i] = i < l->n - 1 ? l->c[i * l->stride] : 0;
        x[i] = l->x[i * l->x_stride];
        most = fmax(fmax(most, fabs((double)b[i])), fmax(fabs((double)a[i]), fabs((double)c[i])));
    }
    for (int64_t i = l->n; i < n; i++) a[i] = c[i] = x[i] = 0, b[i] = most > 0 ? (real)most : 1;
}

static enum status solve_block(const struct again_worker *w, const struct shape *shape, const struct system *system,
                               int64_t *failed, int64_t count)
{
    const int64_t n = shape->n, values = BLOCK * n;
    real *const a = w->gathered, *const b = a + values, *const c = b + values, *const x = c + values;
    int64_t info[BLOCK];
    const struct system block = {.kind = KIND_TRIDIAG, .tridiag = {a, b, c}, .x = x, .info = info};
    for (int64_t k = 0; k < BLOCK; k++) {
        const struct line none = {.n = 0}, l = k < count ? line_of(shape, system, failed[k]) : none;
        gather(&l, n, a + k * n, b + k * n, c + k * n, x + k * n);
    }
    TRY(plan_solve(w->plan, &block));
    for (int64_t k = 0; k < count; k++) {
        if (!info_is_good(info[k])) continue;
        const struct line l = line_of(shape, system, failed[k]);
        for (int64_t i = 0; i < l.n; i++) l.x[i * l.x_stride] = x[k * n + i];
        system->info[failed[k]] = info[k];
        failed[k] = -1;
    }
    return ST_OK;
}

static enum status solve_blocks(const struct again *a, const struct shape *shape, const struct system *system,
                                int64_t count)
{
    enum status status = ST_OK;
#pragma omp parallel for schedule(static) num_threads(a->workers)
    for (int64_t at = 0; at < count; at += BLOCK) {
        const struct again_worker *const w = &a->worker[omp_get_thread_num()];
        const int64_t some = count - at < BLOCK ? count - at : BLOCK;
        const enum status own = solve_block(w, shape, system, a->failed + at, some);
        if (own != ST_OK) {
#pragma omp atomic write
            status = own;
        }
    }
    return status;
}

/* Returns info of a system after the reference has solved it. */
static int64_t solve_one(const struct again_worker *w, const struct line *l, bool cyclic)
{
    const struct check_system k = {.line = *l, .right = w->right, .right_stride = 1, .cyclic = cyclic};
    struct check_sizes sizes = {0};
    for (int64_t i = 0; i < l->n; i++) w->right[i] = l->x[i * l->x_stride];
    const int64_t info = cyclic ? careful_solve_cyclic(&k, w->careful) : careful_solve(&k, w->careful);
    if (info) return info;
    for (int64_t i = 0; i < l->n; i++) check_add(&sizes, check_row_of(&k, i));
    return check_backward(&k, &sizes) <= BACKWARD_MAX ? SOLVED_BY_FALLBACK : INACCURATE;
}

static bool solve_each(const struct again *a, const struct shape *shape, const struct system *system, int64_t count)
{
    bool any = false;
    for (int64_t k = 0; k < count; k++) any |= a->failed[k] >= 0;
    if (!any) return false;
#pragma omp parallel for schedule(static) num_threads(count > 1 ? a->workers : 1)
    for (int64_t k = 0; k < count; k++) {
        if (a->failed[k] < 0) continue;
        const struct line l = line_of(shape, system, a->failed[k]);
        system->info[a->failed[k]] = solve_one(&a->worker[omp_get_thread_num()], &l, shape->tridiag.cyclic);
    }
    return true;
}

struct again_found again_solve(const struct again *a, const struct shape *shape, const struct system *system)
{
    const int64_t count = failures(a, shape, system);
    struct again_found found = {.status = ST_OK};
    if (count == 0) return found;
    if (count >= BLOCK && a->worker->plan) {
        found.with_pivots = true;
        found.status = solve_blocks(a, shape, system, count);
        if (found.status != ST_OK) return found;
    }
    found.in_order = solve_each(a, shape, system, count);
    return found;
}
