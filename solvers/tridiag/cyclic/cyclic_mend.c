/* Finds cyclic systems whose A' may be singular, keeps their right sides, and solves again what bordering has not. */
#include "solvers/tridiag/cyclic/cyclic_mend.h"

#include <omp.h>

#include "base/memory.h"
#include "solvers/tridiag/auto/careful.h"

enum { TILE = 512 /* neighbours in memory, of one size */ };

static bool is_large(const struct cyclic_ends *b, int64_t s)
{
    const struct line q = cyclic_line(b, s);
    real most = 0;
    for (int64_t i = 0; i < q.n - 1; i++) {
        const real size = q.x[i * q.x_stride] < 0 ? -q.x[i * q.x_stride] : q.x[i * q.x_stride];
        most = size > most ? size : most;
    }
    return most > (real)BORDER_MAX;
}

/* Notes is_large for `count` interleaved systems from s on. */
static void note_large(const struct cyclic_ends *b, int64_t s, int64_t count, char *doubtful)
{
    const struct line q = cyclic_line(b, s);
    real most[TILE] = {0};
    for (int64_t i = 0; i < q.n - 1; i++) {
        const real *const row = q.x + i * q.x_stride;
        for (int64_t k = 0; k < count; k++) {
            const real size = row[k] < 0 ? -row[k] : row[k];
            most[k] = size > most[k] ? size : most[k];
        }
    }
    for (int64_t k = 0; k < count; k++) doubtful[s + k] = most[k] > (real)BORDER_MAX;
}

/* Marks systems whose q is large. Non-finite values of q are known from its info. */
static void look_at_all(struct cyclic_mend *m, const struct cyclic_ends *b, const struct exec *exec)
{
    const struct shape *const shape = &b->shape;
    const int64_t borders = b->alike ? 1 : shape->batch;
    const bool side_by_side = !b->alike && shape->dist == 1 && shape->stride > 1 && !shape->sizes;
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t first = 0; first < borders; first += TILE) {
        const int64_t end = borders - first < TILE ? borders : first + TILE;
        for (int64_t s = first, run; s < end; s += run) {
            const int64_t there = shape->inner - s % shape->inner;
            run = !side_by_side ? 1 : there < end - s ? there : end - s;
            if (side_by_side) note_large(b, s, run, m->doubtful);
            else m->doubtful[s] = is_large(b, s);
        }
        for (int64_t s = first; s < end; s++)
            m->doubtful[s] = shape_rows(shape, s) > 1 && (m->doubtful[s] || !info_is_good(b->of_q[s]));
    }
}

void cyclic_mend_look(struct cyclic_mend *m, const struct cyclic_ends *b, const struct exec *exec)
{
    m->count = 0;
    if (!m->doubtful) return;
    look_at_all(m, b, exec);
    if (b->alike) m->count = m->doubtful[0] ? b->shape.batch : 0;
    for (int64_t s = 0; !b->alike && s < b->shape.batch; s++) m->count += m->doubtful[s];
}

static enum status make_arrays(struct cyclic_mend *m, const struct cyclic_ends *b)
{
    TRY(mem_array(&m->system, HOST, m->count, sizeof *m->system));
    if (!b->system.info) TRY(mem_array(&m->info, HOST, b->shape.batch, sizeof *m->info));
    return mem_array(&m->right, HOST, m->count * b->shape.n, sizeof *m->right);
}

void cyclic_mend_keep(struct cyclic_mend *m, struct cyclic_ends *b)
{
    int64_t count = 0;
    if (!m->count) return;
    if (make_arrays(m, b) != ST_OK) {
        cyclic_mend_free(m);
        return;
    }
    if (m->info) b->system.info = m->info;
    for (int64_t s = 0; s < b->shape.batch; s++) {
        if (!m->doubtful[b->alike ? 0 : s]) continue;
        const struct line l = line_of(&b->shape, &b->system, s);
        for (int64_t i = 0; i < l.n; i++) m->right[count * b->shape.n + i] = l.x[i * l.x_stride];
        m->system[count++] = s;
    }
}

static int64_t solve_again(struct line l, const real *right, struct careful_row *row)
{
    const struct check_system k = {l, right, 1, true};
    struct check_sizes sizes = {0};
    const int64_t info = careful_solve_cyclic(&k, row);
    if (info) return info;
    for (int64_t i = 0; i < l.n; i++) check_add(&sizes, check_row_of(&k, i));
    return check_backward(&k, &sizes) <= BACKWARD_MAX ? SOLVED_BY_FALLBACK : INACCURATE;
}

void cyclic_mend_finish(struct cyclic_mend *m, const struct cyclic_ends *b, const struct exec *exec)
{
    const int64_t n = b->shape.n, scratch = careful_rows(n),
                  workers = m->count < exec->threads ? m->count : exec->threads;
    struct careful_row *rows;
    if (!m->right || mem_array(&rows, HOST, workers * scratch, sizeof *rows) != ST_OK) return;
#pragma omp parallel for schedule(dynamic) num_threads((int)workers)
    for (int64_t k = 0; k < m->count; k++) {
        const int64_t s = m->system[k];
        if (info_is_good(b->system.info[s])) continue;
        b->system.info[s] =
            solve_again(line_of(&b->shape, &b->system, s), m->right + k * n, rows + omp_get_thread_num() * scratch);
    }
    mem_free(rows);
}

void cyclic_mend_free(struct cyclic_mend *m)
{
    m->system = mem_free(m->system);
    m->info = mem_free(m->info);
    m->right = mem_free(m->right);
}
