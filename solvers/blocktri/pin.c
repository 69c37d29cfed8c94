#include "solvers/blocktri/pin.h"

#include <math.h>
#include <string.h>

#include "solvers/blocktri/likely.h"
#include "solvers/blocktri/vectors.h"

static const double USABLE = 1e-6; /* of the largest value of a guess, at the pin */

const char *const pin_words[] = {"auto", NULL};

enum status pin_accepts(const char *method, const struct shape *shape, int64_t option)
{
    if (shape->entries == 0)
        return fail(ST_REFUSED, "%s: a stored matrix is needed; gth_band takes a chain by its rates", method);
    if (option < shape->n) return ST_OK;
    return fail(ST_REFUSED, "%s: pin: there is no row %lld among %lld", method, (long long)option, (long long)shape->n);
}

struct pinned pinned_of(const struct shape *shape, const struct matrix *matrix, int64_t option, int threads,
                        struct carve *room)
{
    struct pinned a = {.matrix = matrix, .threads = threads, .pin = -1};
    a.rows = csr_of(shape, matrix, room);
    a.diag = carve_take(room, shape->n * (int64_t)sizeof *a.diag);
    if (shape->question != STATIONARY) return a;
    if (option != PIN_AUTO) a.pin = option;
    else a.search = carve_take(room, likely_bytes(shape->n, shape->entries));
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
    if (a->search) a->pin = likely_state(&a->rows, a->search);
}

void pinned_multiply(const struct pinned *a, const real *x, real *y)
{
    const int64_t n = a->matrix->n, block = a->matrix->block, blocks = n / block;
    const int64_t piece = (vector_piece(n) + block - 1) / block;
#pragma omp parallel for schedule(static) num_threads(a->threads) if (blocks > piece)
    for (int64_t b = 0; b < blocks; b += piece)
        matrix_multiply(a->matrix, b, blocks - b < piece ? blocks - b : piece, x, y);
    if (a->pin >= 0) y[a->pin] = 0;
}

double pinned_residual(const struct pinned *a, const real *r, const real *x, double norm)
{
    const int64_t n = a->rows.n;
    double lost = vector_norm1(n, r, a->threads);
    if (a->pin >= 0) {
        lost += fabs(vector_sum(n, r, a->threads));
        norm = vector_dot_abs(n, a->diag, x, a->threads);
    }
    return lost == 0 ? 0 : lost / norm;
}

void pinned_start(const struct pinned *a, real *x)
{
    const int64_t n = a->rows.n;
    const double pin = (double)x[a->pin];
    if (pin > USABLE * vector_max(n, x, a->threads)) vector_scale(n, 1 / pin, x, x, a->threads);
    else memset(x, 0, (size_t)n * sizeof *x);
    x[a->pin] = 1;
}

void pinned_clip(const struct pinned *a, real *x)
{
    for (int64_t i = 0; i < a->rows.n; i++)
        if (x[i] <= 0) x[i] = 0;
}

void pinned_normalize(const struct pinned *a, real *x)
{
    const int64_t n = a->rows.n;
    vector_scale(n, 1 / vector_sum(n, x, a->threads), x, x, a->threads);
}
