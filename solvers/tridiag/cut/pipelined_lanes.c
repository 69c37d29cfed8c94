/* Elimination in order of neighbours with one matrix but for shifts, a system in each lane of a vector. Where rows
 * repeat, c' settles after few of them, to the last bit, as in thomas/thomas_simd_repeat.h: from then on it is neither
 * computed nor written, and one division a row is left. */
#include "solvers/tridiag/cut/pipelined.h"

enum { ROWS_TOGETHER = 4, BESIDE_EACH_OTHER = 2, AHEAD = 8 /* rows from a prefetch to the use */ };

INLINE int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

INLINE bool equal(vec a, vec b)
{
    const vec_bits differ = (vec_bits)a ^ (vec_bits)b;
    for (int k = 0; k < LANES; k++)
        if (differ[k]) return false;
    return true;
}

/* c', d' and the pivot of the row above, in registers from row to row. */
struct above {
    vec c, d, pivot, squares;
};

/* Rows i ... end - 1 of some vectors from column k on. */
INLINE void divide(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p, int64_t i,
                   int64_t end, int64_t k, const int vectors, struct above *s)
{
    const struct tridiag *const m = &system->tridiag;
    for (; i < end; i++) {
        const bool top = i == 0 && l->begins, bottom = i == l->shape.n - 1 && l->ends;
        const int64_t at = p->t.matrix[0] + i * shape_matrix_stride(&l->shape);
        const vec low = vec_all(m->lower[at]), diag = vec_all(m->diag[at]), up = vec_all(m->upper[at]);
        const real *const x = system->x + p->t.x[0] + i * l->shape.stride + k;
        for (int v = 0; v < vectors; v++) {
            const vec plain = diag + vec_load(p->t.shift + k + v * LANES), d = vec_load(x + v * LANES);
            const vec pivot = top ? plain : plain - s[v].c * low, right = top ? d : d - s[v].d * low;
            s[v].c = bottom ? (vec){0} : up / pivot;
            s[v].d = right / pivot;
            s[v].squares += s[v].c * s[v].c;
            vec_store(p->c + i * CUT_TILE + k + v * LANES, s[v].c);
            vec_store(p->d + i * CUT_TILE + k + v * LANES, s[v].d);
        }
    }
}

/* As divide, where c' is that of the row above, and so the pivot. */
INLINE void repeat(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p, int64_t i,
                   int64_t end, int64_t k, const int vectors, struct above *s)
{
    const struct tridiag *const m = &system->tridiag;
    const int64_t at = p->t.matrix[0] + i * shape_matrix_stride(&l->shape);
    const vec low = vec_all(m->lower[at]), diag = vec_all(m->diag[at]);
    for (int v = 0; v < vectors; v++) {
        const vec plain = diag + vec_load(p->t.shift + k + v * LANES);
        s[v].pivot = plain - s[v].c * low;
    }
    for (; i < end; i++) {
        const real *const x = system->x + p->t.x[0] + i * l->shape.stride + k;
        for (int v = 0; v < vectors; v++) {
            const vec d = vec_load(x + v * LANES), right = d - s[v].d * low;
            s[v].d = right / s[v].pivot;
            vec_store(p->d + i * CUT_TILE + k + v * LANES, s[v].d);
        }
    }
}

INLINE void eliminate(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p, int64_t i,
                      int64_t end, int64_t k, const int vectors)
{
    const struct pipelined *const own = l->own;
    int64_t *const settled = p->settled + k / LANES;
    real *const squares = own->squares + p->t.from + k;
    bool same = i > own->same.first && end - 1 <= own->same.last;
    struct above s[BESIDE_EACH_OTHER];
    for (int v = 0; v < vectors; v++) {
        const int64_t column = k + v * LANES;
        s[v].c = vec_load(i ? p->c + min_of(i - 1, settled[v]) * CUT_TILE + column : p->in + p->apart + column);
        s[v].d = vec_load(i ? p->d + (i - 1) * CUT_TILE + column : p->in + column);
        s[v].squares = vec_load(squares + v * LANES);
        same = same && i > 1 && (settled[v] < i || equal(s[v].c, vec_load(p->c + (i - 2) * CUT_TILE + column)));
    }
    for (int64_t row = i + AHEAD; row < min_of(end + AHEAD, l->shape.n); row++)
        for (int q = 0; q < vectors * LANES; q += LINE) prefetch(system->x + p->t.x[0] + row * l->shape.stride + k + q);
    for (int v = 0; v < vectors && same; v++) settled[v] = min_of(settled[v], i - 1);
    if (same) repeat(l, system, p, i, end, k, vectors, s);
    else divide(l, system, p, i, end, k, vectors, s);
    for (int v = 0; v < vectors; v++) vec_store(squares + v * LANES, s[v].squares);
}

int64_t pipelined_lanes_forward(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p)
{
    const int64_t n = l->shape.n, width = p->t.count / LANES * LANES;
    for (int64_t k = 0; k < width; k += LANES) p->settled[k / LANES] = n;
    for (int64_t i = 0; i < n; i += ROWS_TOGETHER) {
        const int64_t end = min_of(i + ROWS_TOGETHER, n);
        int64_t k = 0;
        for (; k + BESIDE_EACH_OTHER * LANES <= width; k += BESIDE_EACH_OTHER * LANES)
            eliminate(l, system, p, i, end, k, BESIDE_EACH_OTHER);
        for (; k < width; k += LANES) eliminate(l, system, p, i, end, k, 1);
    }
    return width;
}

/* Rows i ... end - 1 of a vector from column k on, the last first. */
INLINE void back(const struct cut_lines *l, real *x, const struct pipelined_tile *p, int64_t i, int64_t end, int64_t k)
{
    const int64_t n = l->shape.n, settled = p->settled[k / LANES];
    real *const to = x + p->t.x[0] + k;
    vec behind = vec_load(end < n ? to + end * l->shape.stride : p->in + k);
    for (int64_t row = end - 1; row >= i; row--) {
        const vec c = vec_load(p->c + min_of(row, settled) * CUT_TILE + k), d = vec_load(p->d + row * CUT_TILE + k);
        behind = row == n - 1 && l->ends ? d : d - c * behind;
        vec_store(to + row * l->shape.stride, behind);
    }
}

int64_t pipelined_lanes_substitute(const struct cut_lines *l, real *x, const struct pipelined_tile *p)
{
    const int64_t width = p->t.count / LANES * LANES;
    for (int64_t end = l->shape.n, i; end > 0; end = i) {
        i = (end - 1) / ROWS_TOGETHER * ROWS_TOGETHER;
        for (int64_t k = 0; k < width; k += LANES) back(l, x, p, i, end, k);
    }
    return width;
}
