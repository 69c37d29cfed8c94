/* Chains of levels (quasi-birth-death): their order of small bandwidth, and their matrix. */
#include <math.h>
#include <stddef.h>

#include "base/memory.h"
#include "solvers/sparse/matrix/matrix.h"

int64_t qbd_band(const struct qbd *l)
{
    const int64_t fall = l->phases - l->stride;
    if (fall == 0) return l->levels;
    const int64_t near = (l->phases + fall - 1) / fall, max = near < l->levels ? near : l->levels;
    return max < l->levels * l->phases ? max : l->levels * l->phases - 1;
}

void qbd_order(const struct qbd *l, int32_t *order)
{
    const int64_t fall = l->phases - l->stride, last = (l->levels - 1) * fall + l->phases - 1;
    int64_t k = 0;
    for (int64_t i = 0; i <= last; i++) {
        const int64_t over = i - l->phases + 1;
        for (int64_t j = over > 0 && fall ? (over + fall - 1) / fall : 0; j < l->levels && j * fall <= i; j++)
            order[k++] = (int32_t)(j * l->phases + i - j * fall);
    }
}

/* The rates of three neighbouring levels, and the rows of A made of them. */
struct build {
    const struct qbd *l;
    double *rates; /* [3][MOVES][phases] */
    double shift;
    int64_t *start;
    int32_t *column;
    real *value;
    int64_t count;
    double lost; /* a value that the working precision cannot hold, or 0 */
};

static double *rates_of(const struct build *b, int64_t level, enum move move)
{
    return b->rates + (level % 3 * MOVES + move) * b->l->phases;
}

static void fetch(const struct build *b, int64_t level)
{
    double *rate[MOVES];
    if (level >= b->l->levels) return;
    for (int m = 0; m < MOVES; m++) rate[m] = rates_of(b, level, (enum move)m);
    b->l->rates(b->l->context, level, rate);
}

static void put(struct build *b, int64_t column, double value)
{
    if (value == 0) return;
    if (!isnormal((real)value)) b->lost = value;
    b->column[b->count] = (int32_t)column;
    b->value[b->count++] = (real)value;
}

/* Adds row (level, p) of A: the flow into the state, by rising source state, and the flow out of it. */
static void put_row(struct build *b, int64_t level, int64_t p)
{
    const struct qbd *const l = b->l;
    const int64_t fall = l->phases - l->stride, s = level * l->phases + p;
    double out = b->shift;
    for (int m = 0; m < MOVES; m++) out += rates_of(b, level, (enum move)m)[p];
    if (level > 0 && p + fall < l->phases) put(b, s - l->stride, -rates_of(b, level - 1, MOVE_RISE)[p + fall]);
    if (p > 0) put(b, s - 1, -rates_of(b, level, MOVE_NEXT)[p - 1]);
    put(b, s, out);
    if (p + 1 < l->phases) put(b, s + 1, -rates_of(b, level, MOVE_BACK)[p + 1]);
    if (level + 1 < l->levels && p >= fall) put(b, s + l->stride, -rates_of(b, level + 1, MOVE_FALL)[p - fall]);
    b->start[s + 1] = b->count;
}

static enum status build(struct build *b, struct matrix **out, enum format format)
{
    const struct qbd *const l = b->l;
    const int64_t n = l->levels * l->phases;
    TRY(mem_array(&b->rates, HOST, 3 * MOVES * l->phases, sizeof *b->rates));
    TRY(mem_array(&b->start, HOST, n + 1, sizeof *b->start));
    TRY(mem_array(&b->column, HOST, 5 * n, sizeof *b->column));
    TRY(mem_array(&b->value, HOST, 5 * n, sizeof *b->value));
    fetch(b, 0);
    for (int64_t j = 0; j < l->levels; j++) {
        fetch(b, j + 1);
        for (int64_t p = 0; p < l->phases; p++) put_row(b, j, p);
    }
    return b->lost != 0 ? matrix_lost(b->lost) : matrix_make(out, format, n, l->phases, b->start, b->column, b->value);
}

enum status qbd_matrix(struct matrix **out, enum format format, const struct qbd *l, double shift)
{
    struct build b = {.l = l, .shift = shift};
    *out = NULL;
    if (l->levels * l->phases > INT32_MAX)
        return fail(ST_REFUSED, "a stored matrix has 1 to %d rows, not %lld", INT32_MAX,
                    (long long)(l->levels * l->phases));
    const enum status s = build(&b, out, format);
    mem_free(b.rates);
    mem_free(b.start);
    mem_free(b.column);
    mem_free(b.value);
    return s;
}
