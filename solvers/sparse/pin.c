/* Holds one state of a stationary chain at 1: choice of the pin, products with A', residual, normalization. */
#include "solvers/sparse/pin.h"

#include <math.h>

#include "base/device/device.h"
#include "solvers/sparse/multilevel_mode.h"
#include "solvers/sparse/pin_device.h"

static const double USABLE = 1e-6; /* of the largest value of a guess, at the pin */

const char *const pin_words[] = {"auto", NULL};

enum status pin_accepts(const char *method, const struct shape *shape, int64_t option)
{
    if (shape->blocktri.entries == 0)
        return fail(ST_REFUSED, "%s: needs a stored matrix; gth_band takes a chain given by its rates", method);
    if (option < shape->n) return ST_OK;
    return fail(ST_REFUSED, "%s: pin: the matrix has no row %lld, only %lld rows", method, (long long)option,
                (long long)shape->n);
}

struct pinned pinned_of(const struct shape *shape, const struct matrix *matrix, int64_t option, int threads,
                        struct workspace *workspace)
{
    struct pinned a = {.matrix = matrix, .pin = -1, .v = {shape->n, exec_host(threads), NULL}};
    a.rows = csr_of(shape, matrix, workspace);
    a.diag = workspace_take(workspace, shape->n * (int64_t)sizeof *a.diag);
    if (shape->blocktri.question != STATIONARY) return a;
    if (option != PIN_AUTO) a.pin = option;
    else a.search = workspace_take(workspace, multilevel_mode_bytes(shape->n, shape->blocktri.entries));
    return a;
}

void pinned_fill(struct pinned *a)
{
    csr_fill(&a->rows, a->matrix);
    for (int64_t i = 0; i < a->rows.n; i++) {
        a->diag[i] = 0;
        for (int64_t e = a->rows.start[i]; e < a->rows.start[i + 1]; e++)
            if (a->rows.column[e] == i) a->diag[i] = a->rows.value[e];
    }
    if (a->search) a->pin = multilevel_mode_state(&a->rows, a->search);
}

struct pinned pinned_placed(const struct pinned *a, const struct shape *shape, const struct exec *exec,
                            struct workspace *workspace)
{
    struct pinned placed = {.matrix = a->matrix, .pin = a->pin};
    placed.rows = csr_of(shape, NULL, workspace);
    placed.diag = workspace_take(workspace, shape->n * (int64_t)sizeof *placed.diag);
    placed.v = (struct vectors){shape->n, *exec, workspace_take(workspace, PIECES_MAX * (int64_t)sizeof(double))};
    return placed;
}

enum status pinned_send(const struct pinned *placed, const struct pinned *a)
{
    const struct csr *const to = &placed->rows, *const from = &a->rows;
    const struct exec *const exec = &placed->v.exec;
    const int64_t n = from->n, entries = from->start[n];
    TRY(device_copy((void *)to->start, DEVICE, from->start, HOST, (n + 1) * (int64_t)sizeof *to->start, exec));
    TRY(device_copy((void *)to->column, DEVICE, from->column, HOST, entries * (int64_t)sizeof *to->column, exec));
    TRY(device_copy((void *)to->value, DEVICE, from->value, HOST, entries * (int64_t)sizeof *to->value, exec));
    return device_copy(placed->diag, DEVICE, a->diag, HOST, n * (int64_t)sizeof(real), exec);
}

static void multiply_blocks(const struct pinned *a, const real *x, real *y)
{
    const int64_t n = a->matrix->n, block = a->matrix->block, blocks = n / block;
    const int64_t chunk = (vector_chunk(n) + block - 1) / block;
#pragma omp parallel for schedule(static) num_threads(a->v.exec.threads) if (blocks > chunk)
    for (int64_t b = 0; b < blocks; b += chunk)
        matrix_multiply(a->matrix, b, blocks - b < chunk ? blocks - b : chunk, x, y);
    if (a->pin >= 0) y[a->pin] = 0;
}

void pinned_multiply(const struct pinned *a, const real *x, real *y)
{
#ifdef BANDSTAND_CUDA
    if (a->v.exec.space == DEVICE) {
        pinned_multiply_device(a, x, y);
        return;
    }
#endif
    multiply_blocks(a, x, y);
}

double pinned_residual(const struct pinned *a, const real *r, const real *x, double norm)
{
    double lost = vector_norm1(&a->v, r);
    if (a->pin >= 0) {
        lost += fabs(vector_sum(&a->v, r));
        norm = vector_dot_abs(&a->v, a->diag, x);
    }
    return lost == 0 ? 0 : lost / norm;
}

void pinned_start(const struct pinned *a, real *x)
{
    const double pin = vector_get(&a->v, x, a->pin);
    if (pin > USABLE * vector_max(&a->v, x)) vector_scale(&a->v, 1 / pin, x, x);
    else vector_clear(&a->v, x);
    vector_set(&a->v, x, a->pin, 1);
}

void pinned_clip(const struct pinned *a, real *x)
{
    vector_clip(&a->v, x);
}

void pinned_normalize(const struct pinned *a, real *x)
{
    vector_scale(&a->v, 1 / vector_sum(&a->v, x), x, x);
}
