/* Elimination in order by pivots of one or two rows on the diagonal, T = L B M^T, without interchanges: the equations
 * are in diagonal_pivot.h.
 *
 * J. B. Erway, R. F. Marcia, J. A. Tyson, Generalized diagonal pivoting methods for tridiagonal systems without
 * interchanges, IAENG Int. J. Appl. Math. 40, 2010; J. R. Bunch, L. Kaufman, Some stable methods for calculating
 * inertia and solving symmetric linear systems, Math. Comp. 31, 1977; L.-W. Chang, Scalable parallel tridiagonal
 * algorithms with diagonal pivoting and their optimization for many-core architectures, thesis, Illinois, 2014,
 * section 2.2. Bounded growth for any regular matrix. Columns whose scales differ by more than the range of numbers may
 * still find no pivot where interchanges would. 8 to 16 flops a row; 6 when factored (diagonal_kept.h). */
#include "solvers/tridiag/pivoting/diagonal_pivot.h"

#include <omp.h>

#include "solvers/batch/cost.h"
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/pivoting/diagonal_kept.h"

/* Row i, or zeros after the last one. */
static struct diagonal_pivot_row row_at(struct tridiag_rows r, int64_t n, int64_t i)
{
    const struct diagonal_pivot_row none = {0};
    return i < n ? diagonal_pivot_scaled(r.a[i], r.b[i], r.c[i], r.d[i], true, true) : none;
}

/* near and far take the places of c and b, y that of d. */
static void keep(struct tridiag_rows r, int64_t k, struct diagonal_pivot pivot)
{
    r.c[k] = pivot.near, r.b[k] = pivot.far, r.d[k] = pivot.y;
}

/* Eliminates row k by itself, with a division for each of its values: p and e become those of the next row. */
static void eliminate_one(struct tridiag_rows r, int64_t k, real c, struct diagonal_pivot_row next, real *p, real *e)
{
    const real m = next.a / *p;
    keep(r, k, (struct diagonal_pivot){.near = c / *p, .y = *e / *p});
    *e = next.d - m * *e, *p = next.b - m * c;
}

/* info: i + 1 of the first row without a pivot, or 0. */
static int64_t eliminate(int64_t n, struct tridiag_rows r)
{
    struct diagonal_pivot_row here = row_at(r, n, 0), next = row_at(r, n, 1);
    real p = here.b, e = here.d;
    for (int64_t k = 0; k < n; k++) {
        const struct diagonal_pivot_row behind = row_at(r, n, k + 2);
        if (diagonal_pivot_is_pair(p, here, next, behind.a)) {
            struct diagonal_pivot pivot[2];
            diagonal_pivot_two(p, e, 0, here.c, next, pivot);
            keep(r, k, pivot[0]), keep(r, k + 1, pivot[1]);
            p = behind.b - behind.a * pivot[1].near, e = behind.d - behind.a * pivot[1].y;
            here = behind, next = row_at(r, n, k + 3);
            k++;
        } else {
            if (!(pivot_magnitude(p) > 0 && pivot_magnitude(p) <= REAL_MAX)) return k + 1;
            eliminate_one(r, k, here.c, next, &p, &e);
            here = next, next = behind;
        }
    }
    return 0;
}

static int64_t solve_rows(int64_t n, struct tridiag_rows r, real *workspace, struct team team, const void *options)
{
    const int64_t info = eliminate(n, r);
    for (int64_t i = 0; info && i < n; i++) r.d[i] = (real)NAN;
    if (info || n == 1) return info;
    r.d[n - 2] -= r.c[n - 2] * r.d[n - 1];
    for (int64_t k = n - 3; k >= 0; k--) r.d[k] -= r.c[k] * r.d[k + 1] + r.b[k] * r.d[k + 2];
    return 0;
}

static const struct row_method method = {.flops = 13, .solve = solve_rows};

/* Do all systems share one matrix? */
static bool one_matrix(const struct shape *shape)
{
    return line_matrix_shared(shape) && !shape->sizes;
}

static int64_t matrices(const struct shape *shape)
{
    return one_matrix(shape) ? 1 : shape->batch;
}

/* plan->workspace of a matrix that is factored: info of each, rows of each, and kinds of pivots; and rows of each
 * thread. */
struct layout {
    int64_t *info;
    struct diagonal_kept kept; /* of matrix 0; the others are n apart */
    real *rows;
    int64_t thread, bytes; /* values of a thread; in all */
};

static struct layout layout_of(const struct shape *shape, void *workspace, int threads)
{
    const int64_t count = matrices(shape), rows = count * shape->n;
    struct workspace w = {.memory = workspace};
    struct layout l = {.thread = bundle_width(shape) * 4 * padded_length(shape->n)};
    l.info = workspace_take(&w, count * (int64_t)sizeof *l.info);
    l.kept.row = workspace_take(&w, rows * (int64_t)sizeof *l.kept.row);
    l.kept.pair = workspace_take(&w, rows);
    l.rows = workspace_take(&w, threads * l.thread * (int64_t)sizeof(real));
    l.bytes = w.used;
    return l;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    if (!shape->reuse) return gather_workspace_bytes(self, shape, options, exec);
    return layout_of(shape, NULL, exec->threads).bytes;
}

static struct diagonal_kept kept_of(const struct layout *l, int64_t n, int64_t k)
{
    return (struct diagonal_kept){l->kept.row + k * n, l->kept.pair + k * n};
}

/* The systems s ... end - 1, which share cache lines. */
static struct bundle bundle_of(const struct plan *p, const struct system *system, const struct layout *l, int64_t s,
                               int64_t end)
{
    real *rows = l->rows + omp_get_thread_num() * l->thread;
    struct bundle b = {.count = end - s};
    for (int64_t k = 0; k < b.count; k++, rows += 4 * padded_length(p->shape.n)) {
        b.line[k] = line_of(&p->shape, system, s + k);
        b.rows[k] = rows_at(rows, b.line[k].n);
    }
    return b;
}

static enum status factor(struct plan *p, const struct system *system)
{
    const int64_t count = matrices(&p->shape), width = bundle_width(&p->shape);
    const struct layout l = layout_of(&p->shape, p->workspace, p->exec.threads);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t s = 0; s < count; s += width) {
        const struct bundle b = bundle_of(p, system, &l, s, s + width < count ? s + width : count);
        bundle_gather_matrix(&b, alone);
        for (int64_t k = 0; k < b.count; k++)
            l.info[s + k] = diagonal_kept_factor(b.line[k].n, b.rows[k], kept_of(&l, p->shape.n, s + k));
    }
    return ST_OK;
}

/* By what was kept; where that is out of range, by elimination. */
static int64_t solve_one(const struct plan *p, const struct layout *l, int64_t matrix, const struct bundle *b,
                         int64_t k)
{
    const int64_t n = b->line[k].n, info = l->info[matrix];
    const struct bundle one = {1, {b->line[k]}, {b->rows[k]}};
    if (info == DIAGONAL_OUT_OF_RANGE) {
        bundle_gather_matrix(&one, alone);
        return solve_rows(n, b->rows[k], NULL, alone, NULL);
    }
    if (!info) diagonal_kept_solve(n, kept_of(l, p->shape.n, matrix), b->rows[k].d);
    for (int64_t i = 0; info && i < n; i++) b->rows[k].d[i] = (real)NAN;
    return info;
}

/* Contiguous right sides are solved in place. */
static void solve_bundle(const struct plan *p, const struct system *system, const struct layout *l, int64_t s,
                         int64_t end)
{
    const bool in_place = p->shape.stride == 1;
    struct bundle b = bundle_of(p, system, l, s, end);
    if (!in_place) bundle_gather_right(&b, alone);
    for (int64_t k = 0; k < b.count; k++) {
        if (in_place) b.rows[k].d = b.line[k].x;
        const int64_t info = solve_one(p, l, one_matrix(&p->shape) ? 0 : s + k, &b, k);
        if (system->info) system->info[s + k] = info;
    }
    if (!in_place) bundle_scatter(&b, alone);
    for (int64_t k = 0; system->info && k < b.count; k++)
        system->info[s + k] = gather_info(b.line[k], b.rows[k].d, system->info[s + k]);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const int64_t batch = p->shape.batch, width = bundle_width(&p->shape);
    if (!p->factored) return gather_solve(p, system);
    const struct layout l = layout_of(&p->shape, p->workspace, p->exec.threads);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t s = 0; s < batch; s += width) solve_bundle(p, system, &l, s, s + width < batch ? s + width : batch);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, shape->reuse ? 6 : method.flops);
}

static const struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};

const struct solver tridiag_diagonal_pivoting = {
    .method = "diagonal_pivoting",
    .about = "elimination in order by pivots of one or two rows on the diagonal, one system at a time",
    .source = "Erway, Marcia, Tyson 2010; Chang 2014, section 2.2",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .variant = &method,
    .hooks = &hooks,
};
