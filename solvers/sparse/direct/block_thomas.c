/* Gaussian elimination block by block, with dense blocks of k rows:
 *
 *     B_j = D_j - L_j G_{j-1}                  G_j = B_j^-1 U_j
 *     y_j = B_j^-1 (b_j - L_j y_{j-1})         x_j = y_j - G_j x_{j+1}
 *
 * G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 4.5.1. Rows are exchanged within a block
 * only: stable for matrices that are dominant by blocks, and for M-matrices, such as a chain's, to which no exchange is
 * needed; a singular B_j of a regular matrix is reported as a row without pivot. LAPACK factors the blocks, L_j stays
 * sparse. (8/3) k^2 flops a row, and 2 k values, which are all kept; 4 k flops a row to solve. Sequential. */
#include "solvers/sparse/direct/block_thomas.h"

#include <string.h>

#include "base/library/blas.h"
#include "solvers/sparse/direct/direct.h"

struct options {
    int64_t pin;
};

struct factors {
    struct direct d;
    int64_t n, k;
    real *lu, *g;    /* [n][k] each: B_j factored, G_j by columns */
    int32_t *pivots; /* [n] */
};

/* plan->priv */
struct kept {
    int64_t pin, info;
};

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct options *const o = options;
    return pin_accepts("block_thomas", shape, o->pin);
}

static struct factors factors_of(const struct shape *shape, const void *options, const struct matrix *matrix,
                                 int threads, struct workspace *workspace)
{
    const struct options *const o = options;
    struct factors f = {.n = shape->n, .k = shape->blocktri.block};
    f.d = direct_of(shape, matrix, o->pin, threads, workspace);
    f.lu = workspace_take(workspace, f.n * f.k * (int64_t)sizeof *f.lu);
    f.g = workspace_take(workspace, (f.n - f.k) * f.k * (int64_t)sizeof *f.g);
    f.pivots = workspace_take(workspace, f.n * (int64_t)sizeof *f.pivots);
    return f;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct workspace workspace = {0};
    factors_of(shape, options, NULL, exec->threads, &workspace);
    return workspace.used;
}

/* Entries of row i of A' in the block of k columns from `first` on go to row i of `block`, by columns. */
static void scatter(const struct factors *f, int64_t i, int64_t first, real *block)
{
    const struct pinned *const a = &f->d.a;
    const int64_t row = i % f->k;
    for (int64_t e = a->rows.start[i]; e < a->rows.start[i + 1]; e++) {
        const int64_t column = a->rows.column[e];
        if (i == a->pin || column == a->pin || column < first || column >= first + f->k) continue;
        block[(column - first) * f->k + row] = a->rows.value[e];
    }
}

/* Row i of `block`, of so many columns, -= row i of L_j times g, the block before; both by columns. */
static void subtract(const struct factors *f, int64_t i, int64_t columns, const real *g, real *block)
{
    const struct pinned *const a = &f->d.a;
    const int64_t k = f->k, first = i / k * k;
    for (int64_t e = a->rows.start[i]; e < a->rows.start[i + 1] && a->rows.column[e] < first; e++) {
        const int64_t column = a->rows.column[e] - (first - k);
        if (i == a->pin || a->rows.column[e] == a->pin) continue;
        for (int64_t c = 0; c < columns; c++) block[c * k + i - first] -= a->rows.value[e] * g[c * k + column];
    }
}

/* The block of rows from `first` on; 0, or 1 + the row without pivot. */
static int64_t eliminate(const struct factors *f, int64_t first)
{
    const int64_t k = f->k;
    const int32_t order = (int32_t)k;
    real *const b = f->lu + first * k, *const g = f->g + first * k;
    int32_t info;
    memset(b, 0, (size_t)(k * k) * sizeof *b);
    for (int64_t i = first; i < first + k; i++) {
        scatter(f, i, first, b);
        if (i == f->d.a.pin) b[(i - first) * (k + 1)] = 1;
        if (first > 0) subtract(f, i, k, g - k * k, b);
    }
    blas_begin();
    getrf(&order, &order, b, &order, f->pivots + first, &info);
    blas_end();
    if (info || first + k == f->n) return info ? first + info : 0;
    memset(g, 0, (size_t)(k * k) * sizeof *g);
    for (int64_t i = first; i < first + k; i++) scatter(f, i, first + k, g);
    blas_begin();
    getrs("N", &order, &order, b, &order, f->pivots + first, g, &order, &info, 1);
    blas_end();
    return 0;
}

static enum status factor(struct plan *p, const struct system *system)
{
    struct kept *const kept = p->priv;
    struct workspace workspace = {p->workspace, 0};
    struct factors f = factors_of(&p->shape, p->options, system->blocktri.matrix, p->exec.threads, &workspace);
    if (!matrix_is_blocktri(system->blocktri.matrix))
        return fail(ST_REFUSED,
                    "block_thomas: a block is coupled to blocks that are not its neighbours; use sparse_lu");
    pinned_fill(&f.d.a);
    kept->pin = f.d.a.pin;
    kept->info = 0;
    for (int64_t first = 0; first < f.n && !kept->info; first += f.k) kept->info = eliminate(&f, first);
    return ST_OK;
}

static void substitute(const struct factors *f, real *x)
{
    const int64_t k = f->k;
    const int32_t order = (int32_t)k, one = 1;
    int32_t info;
    for (int64_t first = 0; first < f->n; first += k) {
        for (int64_t i = first; first > 0 && i < first + k; i++) subtract(f, i, 1, x + first - k, x + first);
        blas_begin();
        getrs("N", &order, &one, f->lu + first * k, &order, f->pivots + first, x + first, &order, &info, 1);
        blas_end();
    }
    for (int64_t first = f->n - 2 * k; first >= 0; first -= k)
        for (int64_t c = 0; c < k; c++)
            for (int64_t i = 0; i < k; i++) x[first + i] -= f->g[(first + c) * k + i] * x[first + k + c];
}

/* L^T w of the block of rows from `first` on is taken from x of the block before. */
static void subtract_transposed(const struct factors *f, int64_t first, const real *w, real *x)
{
    const struct pinned *const a = &f->d.a;
    for (int64_t i = first; i < first + f->k; i++)
        for (int64_t e = a->rows.start[i]; e < a->rows.start[i + 1] && a->rows.column[e] < first; e++)
            if (i != a->pin && a->rows.column[e] != a->pin) x[a->rows.column[e]] -= a->rows.value[e] * w[i];
}

/* Solves with the transposed matrix: G^T down the blocks, B^-T and L^T up. */
static void substitute_transposed(const struct factors *f, real *x)
{
    const int64_t k = f->k;
    const int32_t order = (int32_t)k, one = 1;
    int32_t info;
    for (int64_t first = k; first < f->n; first += k)
        for (int64_t c = 0; c < k; c++)
            for (int64_t i = 0; i < k; i++) x[first + c] -= f->g[(first - k + c) * k + i] * x[first - k + i];
    for (int64_t first = f->n - k; first >= 0; first -= k) {
        blas_begin();
        getrs("T", &order, &one, f->lu + first * k, &order, f->pivots + first, x + first, &order, &info, 1);
        blas_end();
        if (first > 0) subtract_transposed(f, first, x, x);
    }
}

/* In working precision, through d.r. */
static enum status apply_by(const struct factors *f, void (*by)(const struct factors *f, real *x), double *x)
{
    for (int64_t i = 0; i < f->n; i++) f->d.r[i] = (real)x[i];
    by(f, f->d.r);
    for (int64_t i = 0; i < f->n; i++) x[i] = (double)f->d.r[i];
    return ST_OK;
}

static enum status apply(const void *of, double *x)
{
    return apply_by(of, substitute, x);
}

static enum status apply_transposed(const void *of, double *x)
{
    return apply_by(of, substitute_transposed, x);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct kept *const kept = p->priv;
    struct workspace workspace = {p->workspace, 0};
    struct factors f = factors_of(&p->shape, p->options, system->blocktri.matrix, p->exec.threads, &workspace);
    if (!p->factored) TRY(factor(p, system));
    f.d.a.pin = kept->pin;
    direct_begin(&f.d, system->x);
    const struct inverse inverse = {apply, apply_transposed, &f};
    if (!kept->info) substitute(&f, system->x);
    for (int64_t i = 0; i < f.n; i++) f.d.x[i] = (double)system->x[i];
    return direct_end(&f.d, kept->info, system, &p->shape, (double)REAL_EPS, &inverse);
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const double n = (double)shape->n, k = (double)shape->blocktri.block, entries = (double)shape->blocktri.entries;
    return (struct cost){
        .flops = (8.0 / 3 * k + 6) * k * n,
        .bytes = entries * (double)(sizeof(real) + sizeof(int32_t)) + (4 * k + 2) * n * (double)sizeof(real),
    };
}

static const struct option options[] = {PIN_ROW(struct options, pin), {.key = NULL}};

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};

const struct solver blocktri_block_thomas = {
    .method = "block_thomas",
    .about = "block elimination with dense blocks, by LAPACK's getrf and getrs",
    .source = "Golub, Van Loan 2013, section 4.5.1",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct options),
    .priv_bytes = sizeof(struct kept),
    .hooks = &hooks,
};
