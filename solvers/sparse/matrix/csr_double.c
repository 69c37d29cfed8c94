/* Makes, cuts out and converts generators and matrices in double: from levels, by classes, into a working format. */
#include "solvers/sparse/matrix/csr_double.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

enum status csr_double_make(struct csr_double *r, int64_t n, int64_t entries)
{
    *r = (struct csr_double){.n = n};
    TRY(mem_array(&r->start, HOST, n + 1, sizeof *r->start));
    TRY(mem_array(&r->column, HOST, entries, sizeof *r->column));
    return mem_array(&r->value, HOST, entries, sizeof *r->value);
}

void csr_double_free(struct csr_double *r)
{
    mem_free(r->start);
    mem_free(r->column);
    mem_free(r->value);
    *r = (struct csr_double){0};
}

static void put(struct csr_double *r, int64_t row, int64_t column, double value)
{
    if (value == 0 && row != column) return;
    r->column[r->start[row + 1]] = (int32_t)column;
    r->value[r->start[row + 1]++] = value;
}

static void put_level(struct csr_double *r, const struct qbd *l, int64_t level, double *const rate[MOVES])
{
    for (int64_t p = 0; p < l->phases; p++) {
        const int64_t s = level * l->phases + p;
        double out = 0;
        for (int m = 0; m < MOVES; m++) out += rate[m][p];
        r->start[s + 1] = r->start[s];
        put(r, s, s - l->stride, rate[MOVE_FALL][p]);
        put(r, s, s - 1, rate[MOVE_BACK][p]);
        put(r, s, s, -out);
        put(r, s, s + 1, rate[MOVE_NEXT][p]);
        put(r, s, s + l->stride, rate[MOVE_RISE][p]);
    }
}

enum status csr_double_of_qbd(struct csr_double *r, const struct qbd *l)
{
    const int64_t n = l->levels * l->phases;
    double *scratch, *rate[MOVES];
    *r = (struct csr_double){0};
    if (n > INT32_MAX) return fail(ST_REFUSED, "a stored matrix has 1 to %d rows, not %lld", INT32_MAX, (long long)n);
    TRY(csr_double_make(r, n, 5 * n));
    TRY(mem_array(&scratch, HOST, MOVES * l->phases, sizeof *scratch));
    for (int m = 0; m < MOVES; m++) rate[m] = scratch + m * l->phases;
    for (int64_t level = 0; level < l->levels; level++) {
        l->rates(l->context, level, rate);
        put_level(r, l, level, rate);
    }
    mem_free(scratch);
    return ST_OK;
}

enum status csr_double_restrict(struct csr_double *r, const struct csr_double *q, const int32_t *index, int64_t count)
{
    TRY(csr_double_make(r, count, q->start[q->n]));
    for (int64_t s = 0; s < q->n; s++) {
        if (index[s] < 0) continue;
        r->start[index[s] + 1] = r->start[index[s]];
        for (int64_t e = q->start[s]; e < q->start[s + 1]; e++) put(r, index[s], index[q->column[e]], q->value[e]);
    }
    return ST_OK;
}

/* shift I - Q^T by rows. Rows of Q are visited in order, so that columns of the transpose rise. */
static void transpose(const struct csr_double *q, double shift, int64_t *start, int32_t *column, real *value)
{
    const int64_t entries = q->start[q->n];
    for (int64_t e = 0; e < entries; e++) start[q->column[e] + 1]++;
    for (int64_t s = 0; s < q->n; s++) start[s + 1] += start[s];
    for (int64_t s = 0; s < q->n; s++)
        for (int64_t e = q->start[s]; e < q->start[s + 1]; e++) {
            const int64_t at = start[q->column[e]]++;
            column[at] = (int32_t)s;
            value[at] = (real)((q->column[e] == s ? shift : 0) - q->value[e]);
        }
    for (int64_t s = q->n; s > 0; s--) start[s] = start[s - 1];
    start[0] = 0;
}

static enum status check_range(const real *value, const struct csr_double *r, double shift)
{
    for (int64_t e = 0; e < r->start[r->n]; e++) {
        const double q = r->value[e];
        if (q != 0 && !isnormal((real)q)) return matrix_lost(q);
        if (!isfinite(value[e])) return matrix_lost(shift + fabs(q));
    }
    return ST_OK;
}

enum status csr_double_matrix(struct matrix **out, enum format format, int64_t block, const struct csr_double *r,
                              bool of_chain, double shift)
{
    const int64_t entries = r->start[r->n];
    int64_t *start;
    int32_t *column = NULL;
    real *value = NULL;
    *out = NULL;
    TRY(mem_array(&start, HOST, r->n + 1, sizeof *start));
    enum status s = mem_array(&column, HOST, entries, sizeof *column);
    if (s == ST_OK) s = mem_array(&value, HOST, entries, sizeof *value);
    if (s == ST_OK && of_chain) {
        transpose(r, shift, start, column, value);
        s = check_range(value, r, shift);
        if (s == ST_OK) s = matrix_make(out, format, r->n, block, start, column, value);
    } else if (s == ST_OK) {
        for (int64_t e = 0; e < entries; e++) value[e] = (real)r->value[e];
        s = check_range(value, r, 0);
        if (s == ST_OK) s = matrix_make(out, format, r->n, block, r->start, r->column, value);
    }
    mem_free(start);
    mem_free(column);
    mem_free(value);
    return s;
}

int64_t csr_double_band(const struct csr_double *r)
{
    int64_t band = 0;
    for (int64_t s = 0; s < r->n; s++)
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++) {
            const int64_t distance = llabs((long long)(r->column[e] - s));
            if (distance > band) band = distance;
        }
    return band;
}

bool csr_double_in_blocks(const struct csr_double *r, int64_t block)
{
    for (int64_t s = 0; s < r->n; s++)
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++) {
            const int64_t distance = r->column[e] / block - s / block;
            if (distance > 1 || distance < -1) return false;
        }
    return true;
}

int64_t csr_double_min_block(const struct csr_double *r)
{
    const int64_t band = csr_double_band(r);
    int64_t block = band > 1 ? band : 1;
    while (r->n % block) block++;
    return block;
}
