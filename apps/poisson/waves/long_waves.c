/* Copies lines of waves, solves them, and puts them back. */
#include "apps/poisson/waves/long_waves.h"

#include <omp.h>

#include "apps/poisson/ranks/part.h"
#include "apps/poisson/waves/long_wave.h"
#include "apps/poisson/waves/waves_device.h"
#include "base/comm/cut.h"
#include "base/device/device.h"
#include "base/memory.h"

/* The time of a row: divisions, and a cache line that is read and written. */
#define ROW_SECONDS 4e-8

/* Rows of all lines on each rank, [count][rows], to the ranks that solve them, [mine][unknowns], and back. */
static enum status make_exchanges(struct long_waves *w, const struct box *whole)
{
    struct comm *const c = whole->comm;
    const int ranks = comm_size(c);
    struct comm_block *give;
    TRY(mem_array(&give, HOST, 2 * ranks, sizeof *give));
    struct comm_block *const take = give + ranks;
    for (int r = 0; r < ranks; r++) {
        const struct extent rows = part_unknowns(whole, r);
        const int64_t first = cut_first(w->count, ranks, r), lines = cut_count(w->count, ranks, r);
        give[r] = (struct comm_block){first * w->rows, {w->rows, lines, 1}, {1, w->rows, 0}};
        take[r] = (struct comm_block){rows.from, {extent_length(rows), w->mine, 1}, {1, w->axis->unknowns, 0}};
    }
    enum status s = comm_exchange_make(&w->collect, c, give, take, sizeof(real));
    if (s == ST_OK) s = comm_exchange_make(&w->give_back, c, take, give, sizeof(real));
    mem_free(give);
    return s;
}

static enum status share_lines(struct long_waves *w, const struct box *whole)
{
    const int ranks = comm_size(whole->comm), rank = comm_rank(whole->comm);
    w->first = cut_first(w->count, ranks, rank), w->mine = cut_count(w->count, ranks, rank);
    TRY(mem_array(&w->whole, HOST, w->mine * w->axis->unknowns, sizeof *w->whole));
    return make_exchanges(w, whole);
}

enum status long_waves_make(struct long_waves *w, const struct layout *l, const struct box *part, int64_t count,
                            struct exec exec)
{
    const struct axis *const a = &l->box->axis[part->main];
    const int64_t rows = part->axis[part->main].unknowns;
    *w = (struct long_waves){.axis = a, .exec = exec, .unit = 1, .count = count, .rows = rows, .mine = count};
    w->step = part->stride[part->main];
    if (count == 0) return ST_OK;
    TRY(mem_array(&w->start, HOST, count, sizeof *w->start));
    TRY(mem_array(&w->shift, HOST, count, sizeof *w->shift));
    TRY(mem_array(&w->line, HOST, count * rows, sizeof *w->line));
    TRY(mem_array(&w->work, HOST, 3 * a->unknowns * exec.threads, sizeof *w->work));
    if (l->lines.whole) return share_lines(w, l->box);
    w->whole = w->line;
    return exec.space == DEVICE ? mem_array(&w->there, DEVICE, count * rows, sizeof *w->there) : ST_OK;
}

void long_waves_free(struct long_waves *w)
{
    mem_free(w->start);
    mem_free(w->shift);
    if (w->whole != w->line) mem_free(w->whole);
    mem_free(w->line);
    mem_free(w->there);
    mem_free(w->work);
    comm_exchange_free(w->collect);
    comm_exchange_free(w->give_back);
    *w = (struct long_waves){0};
}

void long_waves_take(const struct long_waves *w, const real *u)
{
    const int64_t m = w->rows;
    for (int64_t c = 0; c < w->count; c++) {
        const real *const from = u + w->start[c];
        real *const line = w->line + c * m;
        if (w->there) waves_take_line_device(w->there + c * m, from, m, w->step, &w->exec);
        for (int64_t i = 0; !w->there && i < m; i++) line[i] = from[i * w->step];
    }
}

/* line[unknowns]: right side, then solution. */
static void solve(const struct long_waves *w, int64_t c, real *line, double *work)
{
    const int64_t m = w->axis->unknowns;
    for (int64_t i = 0; i < m; i++) work[i] = (double)line[i] / w->unit;
    if (c == 0 && w->singular) constant_wave_solve(w->axis, w->mean, work, work + m);
    else long_wave_solve(w->axis, w->shift[c], work, work + m);
    for (int64_t i = 0; i < m; i++) line[i] = (real)work[i];
}

/* The lines of this rank; where lines are cut it gets the rows of others before, and returns them afterwards. */
static void solve_lines(struct long_waves *w)
{
    const int64_t m = w->axis->unknowns;
    const int threads = exec_for(w->exec, (double)(w->mine * m) * ROW_SECONDS).threads;
    if (w->collect) comm_exchange_run(w->collect, w->line, w->whole);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t c = 0; c < w->mine; c++)
        solve(w, w->first + c, w->whole + c * m, w->work + 3 * m * omp_get_thread_num());
    if (w->give_back) comm_exchange_run(w->give_back, w->whole, w->line);
}

enum status long_waves_put(struct long_waves *w, real *u)
{
    const int64_t m = w->rows, bytes = w->count * m * (int64_t)sizeof *w->line;
    if (w->count == 0) return ST_OK;
    if (w->there) TRY(device_copy(w->line, HOST, w->there, DEVICE, bytes, &w->exec));
    solve_lines(w);
    if (w->there) TRY(device_copy(w->there, DEVICE, w->line, HOST, bytes, &w->exec));
    for (int64_t c = 0; c < w->count; c++) {
        real *const to = u + w->start[c];
        if (w->there) waves_put_line_device(w->there + c * m, to, m, w->step, &w->exec);
        for (int64_t i = 0; !w->there && i < m; i++) to[i * w->step] = w->line[c * m + i];
    }
    return ST_OK;
}
