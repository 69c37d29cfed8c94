/* ILUT, incomplete elimination by rows with a threshold: row i of A' loses its entries left of the diagonal, each by
 * subtracting a multiple of a row of U, unless it is below `drop`. Of the resulting entries the
 * `fill` largest are kept, those of U only if they are not below `drop` times the norm of row i.
 *
 * Y. Saad, ILUT: a dual threshold incomplete LU factorization, Numer. Linear Algebra Appl. 1 (1994), section 4. A
 * diagonal of 0 becomes (1e-4 + drop) times the norm, as in its code. For M-matrices it cannot break down; the factors
 * of other matrices may be worse than none. Each row needs those before it: one thread factors and solves. With f
 * entries of U left in a row, 2 f^2 flops a row at least, and 4 f to solve. */
#include "solvers/sparse/krylov/ilut.h"

#include <math.h>
#include <string.h>

struct ilut ilut_of(int64_t n, int64_t fill, struct workspace *workspace)
{
    struct ilut m = {.n = n, .fill = fill};
    m.start = workspace_take(workspace, (n + 1) * (int64_t)sizeof *m.start);
    m.middle = workspace_take(workspace, n * (int64_t)sizeof *m.middle);
    m.column = workspace_take(workspace, 2 * fill * n * (int64_t)sizeof *m.column);
    m.value = workspace_take(workspace, 2 * fill * n * (int64_t)sizeof *m.value);
    m.inverse = workspace_take(workspace, n * (int64_t)sizeof *m.inverse);
    m.row = workspace_take(workspace, n * (int64_t)sizeof *m.row);
    m.next = workspace_take(workspace, (n + 1) * (int64_t)sizeof *m.next);
    m.largest = workspace_take(workspace, fill * (int64_t)sizeof *m.largest);
    return m;
}

/* Inserts column c into the list if it is missing; p is a column before it, or n. Returns c. */
static int32_t list_find(struct ilut *m, int32_t p, int32_t c)
{
    if (m->next[c] >= 0) return c;
    while (m->next[p] < c) p = m->next[p];
    m->next[c] = m->next[p];
    m->next[p] = c;
    m->row[c] = 0;
    return c;
}

/* Row i of A' becomes the list; returns its norm. */
static double scatter(struct ilut *m, const struct pinned *a, int64_t i)
{
    double square = 0;
    int32_t p = (int32_t)m->n;
    m->next[m->n] = (int32_t)m->n;
    for (int64_t e = a->rows.start[i]; e < a->rows.start[i + 1]; e++) {
        if (i == a->pin || a->rows.column[e] == a->pin) continue;
        p = list_find(m, p, a->rows.column[e]);
        m->row[p] = a->rows.value[e];
        square += (double)m->row[p] * (double)m->row[p];
    }
    list_find(m, (int32_t)m->n, (int32_t)i);
    if (i == a->pin) m->row[i] = 1;
    return square > 0 ? sqrt(square) : 1;
}

static real size(real v)
{
    return v < 0 ? -v : v;
}

static void eliminate(struct ilut *m, int64_t i, real drop)
{
    for (int32_t k = m->next[m->n]; k < i; k = m->next[k]) {
        const real factor = m->row[k] * m->inverse[k];
        int32_t p = k;
        m->row[k] = factor;
        if (size(factor) < drop) continue;
        for (int64_t e = m->middle[k]; e < m->start[k + 1]; e++) {
            p = list_find(m, p, m->column[e]);
            m->row[p] -= factor * m->value[e];
        }
    }
}

/* The size of the smallest among the `fill` largest entries in the columns from ... to - 1 of the list. */
static real smallest_kept(struct ilut *m, int32_t from, int64_t to, int64_t fill, real min)
{
    int64_t count = 0;
    for (int32_t c = from; c < to; c = m->next[c]) {
        const real v = size(m->row[c]);
        if (v < min || (count == fill && v <= m->largest[fill - 1])) continue;
        int64_t k = count < fill ? count++ : fill - 1;
        for (; k > 0 && m->largest[k - 1] < v; k--) m->largest[k] = m->largest[k - 1];
        m->largest[k] = v;
    }
    return count == fill ? m->largest[fill - 1] : min;
}

/* Appends the kept entries of these columns to `count` entries. Returns the new count. */
static int64_t keep(struct ilut *m, int32_t from, int64_t to, int64_t fill, real min, int64_t count)
{
    const real kept = smallest_kept(m, from, to, fill, min);
    const int64_t max = count + fill;
    for (int32_t c = from; c < to; c = m->next[c]) {
        if (size(m->row[c]) < kept || m->row[c] == 0 || count == max) continue;
        m->column[count] = c;
        m->value[count++] = m->row[c];
    }
    return count;
}

static void empty(struct ilut *m)
{
    const int32_t end = (int32_t)m->n;
    for (int32_t c = m->next[end]; c < end;) {
        const int32_t after = m->next[c];
        m->next[c] = -1;
        c = after;
    }
}

void ilut_factor(struct ilut *m, const struct pinned *a, double drop)
{
    int64_t count = 0;
    for (int64_t i = 0; i < m->n; i++) m->next[i] = -1;
    for (int64_t i = 0; i < m->n; i++) {
        const double norm = scatter(m, a, i);
        m->start[i] = count;
        eliminate(m, i, (real)drop);
        count = m->middle[i] = keep(m, m->next[m->n], i, m->fill, (real)drop, count);
        count = m->start[i + 1] = keep(m, m->next[i], m->n, m->fill, (real)(drop * norm), count);
        if (m->row[i] == 0) m->row[i] = (real)((1e-4 + drop) * norm);
        m->inverse[i] = 1 / m->row[i];
        empty(m);
    }
}

void ilut_solve(const struct ilut *m, const real *r, real *z)
{
    for (int64_t i = 0; i < m->n; i++) {
        real sum = r[i];
        for (int64_t e = m->start[i]; e < m->middle[i]; e++) sum -= m->value[e] * z[m->column[e]];
        z[i] = sum;
    }
    for (int64_t i = m->n - 1; i >= 0; i--) {
        real sum = z[i];
        for (int64_t e = m->middle[i]; e < m->start[i + 1]; e++) sum -= m->value[e] * z[m->column[e]];
        z[i] = sum * m->inverse[i];
    }
}
