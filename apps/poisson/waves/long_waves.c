/* Copies lines of waves, solves them, and puts them back. */
#include "apps/poisson/waves/long_waves.h"

#include <omp.h>

#include "apps/poisson/waves/long_wave.h"
#include "apps/poisson/waves/waves_device.h"
#include "base/device/device.h"
#include "base/memory.h"

/* The time of a row: divisions, and a cache line that is read and written. */
#define ROW_SECONDS 4e-8

enum status long_waves_make(struct long_waves *w, const struct box *b, int64_t count, struct exec exec)
{
    const struct axis *const a = &b->axis[b->main];
    *w = (struct long_waves){.axis = a, .exec = exec, .unit = 1, .count = count, .step = b->stride[b->main]};
    if (count == 0) return ST_OK;
    TRY(mem_array(&w->start, HOST, count, sizeof *w->start));
    TRY(mem_array(&w->shift, HOST, count, sizeof *w->shift));
    TRY(mem_array(&w->line, HOST, count * a->unknowns, sizeof *w->line));
    TRY(mem_array(&w->work, HOST, 3 * a->unknowns * exec.threads, sizeof *w->work));
    return exec.space == DEVICE ? mem_array(&w->there, DEVICE, count * a->unknowns, sizeof *w->there) : ST_OK;
}

void long_waves_free(struct long_waves *w)
{
    mem_free(w->start);
    mem_free(w->shift);
    mem_free(w->line);
    mem_free(w->there);
    mem_free(w->work);
    *w = (struct long_waves){0};
}

void long_waves_take(const struct long_waves *w, const real *u)
{
    const int64_t m = w->axis->unknowns;
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

enum status long_waves_put(struct long_waves *w, real *u)
{
    const int64_t m = w->axis->unknowns, bytes = w->count * m * (int64_t)sizeof *w->line;
    const int threads = exec_for(w->exec, (double)(w->count * m) * ROW_SECONDS).threads;
    if (w->there) TRY(device_copy(w->line, HOST, w->there, DEVICE, bytes, &w->exec));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t c = 0; c < w->count; c++) {
        real *const line = w->line + c * m;
        solve(w, c, line, w->work + 3 * m * omp_get_thread_num());
        for (int64_t i = 0; !w->there && i < m; i++) u[w->start[c] + i * w->step] = line[i];
    }
    if (!w->there) return ST_OK;
    TRY(device_copy(w->there, DEVICE, w->line, HOST, bytes, &w->exec));
    for (int64_t c = 0; c < w->count; c++)
        waves_put_line_device(w->there + c * m, u + w->start[c], m, w->step, &w->exec);
    return ST_OK;
}
