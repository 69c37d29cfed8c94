/* Collects entries from a file, sorts and checks them, and makes rows of them. */
#include "solvers/sparse/matrix/triplets.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum status triplets_size(struct triplets *t, int64_t n, int64_t line)
{
    t->n = n, t->line = line;
    if (n >= 1 && n <= INT32_MAX) return ST_OK;
    return fail(ST_CONFIG, "%s:%lld: the number of rows must be from 1 to 2147483647", t->path, (long long)line);
}

enum status triplets_add(struct triplets *t, int64_t row, int64_t column, double value, int64_t line)
{
    if (t->count == t->capacity) {
        const int64_t capacity = t->capacity ? 2 * t->capacity : 1024;
        struct triplet *const grown = realloc(t->entry, (size_t)capacity * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "%s: no memory for %lld entries", t->path, (long long)capacity);
        t->entry = grown, t->capacity = capacity;
    }
    t->entry[t->count++] = (struct triplet){(int32_t)row, (int32_t)column, line, value};
    return ST_OK;
}

void triplets_free(struct triplets *t)
{
    free(t->entry);
    t->entry = NULL;
    t->count = t->capacity = 0;
}

static int by_place(const void *a, const void *b)
{
    const struct triplet *const x = a, *const y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static enum status check_once(const struct triplets *t)
{
    for (int64_t e = 1; e < t->count; e++) {
        const struct triplet *const x = &t->entry[e];
        if (x->row == x[-1].row && x->column == x[-1].column)
            return fail(ST_CONFIG, "%s:%lld: row %lld, column %lld was given before, in line %lld", t->path,
                        (long long)x->line, (long long)(x->row + t->first), (long long)(x->column + t->first),
                        (long long)x[-1].line);
    }
    return ST_OK;
}

/* Adds a diagonal of 0 to each row for which the file has none. */
static enum status add_diagonals(struct triplets *t)
{
    const int64_t count = t->count;
    for (int64_t row = 0, e = 0; row < t->n; row++) {
        bool there = false;
        for (; e < count && t->entry[e].row == row; e++) there = there || t->entry[e].column == row;
        if (!there) TRY(triplets_add(t, row, row, 0, 0));
    }
    qsort(t->entry, (size_t)t->count, sizeof *t->entry, by_place);
    return ST_OK;
}

/* Refuses a discrete chain, whose rows are probabilities and sum to 1. */
static enum status check_rates(const struct triplets *t)
{
    bool discrete = !t->sure && t->count > 0;
    int64_t rows = 0;
    for (int64_t e = 0, end; discrete && e < t->count; e = end, rows++) {
        double sum = 0;
        for (end = e; end < t->count && t->entry[end].row == t->entry[e].row; end++) {
            sum += t->entry[end].value;
            discrete = discrete && t->entry[end].value >= 0;
        }
        discrete = discrete && is_one(sum);
    }
    if (!discrete || rows < t->n) return ST_OK;
    return fail(
        ST_CONFIG,
        "%s:%lld: each of the %lld rows sums to 1: these are probabilities of a discrete chain, not rates; if they "
        "are rates, %s",
        t->path, (long long)t->line, (long long)t->n,
        t->loops ? "begin the file with a line ctmc in place of its sizes" : "give the diagonal, -1, too");
}

/* Checks one row of Q, and sets its diagonal. */
static enum status settle_row(const struct triplets *t, struct triplet *entry, int64_t count)
{
    struct triplet *diagonal = NULL;
    double sum = 0;
    int64_t last = 0;
    for (int64_t e = 0; e < count; e++) {
        if (entry[e].line > last) last = entry[e].line;
        if (entry[e].column == entry[e].row) {
            diagonal = &entry[e];
            continue;
        }
        if (entry[e].value < 0)
            return fail(ST_CONFIG, "%s:%lld: the rate from state %lld to state %lld is negative: %g", t->path,
                        (long long)entry[e].line, (long long)(entry[e].row + t->first),
                        (long long)(entry[e].column + t->first), entry[e].value);
        sum += entry[e].value;
    }
    if (!isfinite(sum))
        return fail(ST_CONFIG, "%s:%lld: the rates out of state %lld overflow when summed", t->path, (long long)last,
                    (long long)(entry[0].row + t->first));
    if (diagonal->line == 0 || t->loops) diagonal->value = -sum;
    const double off = fabs(diagonal->value + sum);
    if (off > 1e-9 * sum)
        return fail(ST_CONFIG, "%s:%lld: the diagonal of state %lld is %g, but the rates out of it sum to %g", t->path,
                    (long long)diagonal->line, (long long)(diagonal->row + t->first), diagonal->value, sum);
    if (off > (double)count * DBL_EPSILON * sum) diagonal->value = -sum; /* the file's diagonal was rounded */
    return ST_OK;
}

static enum status settle(struct triplets *t)
{
    TRY(check_rates(t));
    TRY(add_diagonals(t));
    for (int64_t e = 0, end; e < t->count; e = end) {
        for (end = e; end < t->count && t->entry[end].row == t->entry[e].row;) end++;
        TRY(settle_row(t, t->entry + e, end - e));
    }
    return ST_OK;
}

static enum status check_filled(const struct triplets *t)
{
    int64_t next = 0;
    for (int64_t e = 0; e < t->count && t->entry[e].row <= next; e++) next = t->entry[e].row + 1;
    return next == t->n ? ST_OK
                        : fail(ST_CONFIG, "%s:%lld: row %lld is empty: there is no solution", t->path,
                               (long long)t->line, (long long)(next + t->first));
}

/* Entries without a line are sums of others: errors name the line of the size. */
static enum status check_range(const struct triplets *t)
{
    for (int64_t e = 0; e < t->count; e++) {
        const struct triplet *const x = &t->entry[e];
        if (x->value != 0 && !isnormal((real)x->value))
            return fail_within(matrix_lost(x->value), "%s:%lld: ", t->path, (long long)(x->line ? x->line : t->line));
    }
    return ST_OK;
}

enum status triplets_csr(struct csr_double *out, struct triplets *t, bool of_chain)
{
    *out = (struct csr_double){0};
    if (t->count) qsort(t->entry, (size_t)t->count, sizeof *t->entry, by_place);
    TRY(check_once(t));
    TRY(of_chain ? settle(t) : check_filled(t));
    TRY(check_range(t));
    const enum status s = csr_double_make(out, t->n, t->count);
    if (s != ST_OK) {
        csr_double_free(out);
        return s;
    }
    for (int64_t e = 0; e < t->count; e++) {
        out->start[t->entry[e].row + 1] = e + 1;
        out->column[e] = t->entry[e].column;
        out->value[e] = t->entry[e].value;
    }
    for (int64_t row = 0; row < t->n; row++)
        if (out->start[row + 1] < out->start[row]) out->start[row + 1] = out->start[row];
    return ST_OK;
}
