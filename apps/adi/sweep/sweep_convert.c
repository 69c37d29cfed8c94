/* From a field to eta, and back without changing eta. */
#include <omp.h>
#include <string.h>

#include "apps/adi/sweep/sweep_data.h"

/* A row of the field, padded. Rows beyond the field are 0. */
static void load_row(const struct adi_sweep *f, const real *u, int64_t k, int64_t j, real *out)
{
    const size_t n = j < f->n[1] ? (size_t)f->n[0] : 0;
    if (n) memcpy(out, u + (k * f->n[1] + j) * f->n[0], n * sizeof *out);
    memset(out + n, 0, ((size_t)f->row - n) * sizeof *out);
}

/* eta of row j of plane k of a block. */
static void eliminate(const struct adi_sweep *f, const real *u, int b, int64_t k, int64_t j, real *eta)
{
    const struct sweep_block *const x = &f->block[b];
    const bool was_down = !f->down;
    const struct sweep_elimination *const z = &f->z[was_down];
    const int64_t after = was_down ? k - 1 : k + 1, near = was_down ? x->to : x->from - 1, nx = f->n[0];
    const bool last = after < 0 || after == f->n[2], wall = near < 0 || near == f->n[2];
    const real *const here = u + (k * f->n[1] + j) * nx, *const next = last ? here : u + (after * f->n[1] + j) * nx;
    const real *const s = wall ? f->reference + j * f->row : u + (near * f->n[1] + j) * nx;
    if (j >= f->n[1] || z->one[k] == 0) load_row(f, u, k, j, eta);
    if (j >= f->n[1]) return;
    memset(eta + nx, 0, (size_t)(f->row - nx) * sizeof *eta);
    if (z->one[k] != 0)
        for (int64_t i = 0; i < nx; i++) eta[i] = (here[i] - s[i]) - z->g[k] * (next[i] - s[i]);
    else
        for (int64_t i = 0; i < nx; i++) eta[i] += z->g_share[k] * (here[i] - next[i]);
    if (z->one[k] == 0 && z->e[k] != 0)
        for (int64_t i = 0; i < nx; i++) eta[i] += z->e_share[k] * (here[i] - s[i]);
}

static void begin_separator(const struct adi_sweep *f, const real *u, const struct sweep_separator *s, int64_t k)
{
    for (int64_t j = 0; j < f->rows; j++) {
        load_row(f, u, k - 1, j, s->below + j * f->row);
        load_row(f, u, k, j, s->u + j * f->row);
        load_row(f, u, k + 1, j, s->above + j * f->row);
    }
    memcpy(s->was, s->u, (size_t)f->plane * sizeof(real));
    memset(s->moved, 0, (size_t)f->plane * sizeof(real));
}

static void keep_faces(const struct adi_sweep *f, const real *u)
{
    const int64_t nx = f->n[0], ny = f->n[1], nz = f->n[2];
    for (int side = 0; side < 2; side++) {
        const int64_t i = side ? nx - 1 : 0, j = side ? ny - 1 : 0, k = side ? nz - 1 : 0;
        for (int64_t row = 0; f->held[0][side] && row < ny * nz; row++) f->held[0][side][row] = u[row * nx + i];
        for (int64_t at = 0; f->held[1][side] && at < nz; at++)
            memcpy(f->held[1][side] + at * nx, u + (at * ny + j) * nx, (size_t)nx * sizeof *u);
        if (f->held[2][side]) memcpy(f->held[2][side], u + k * ny * nx, (size_t)(nx * ny) * sizeof *u);
    }
}

void adi_sweep_begin(struct adi_sweep *f, const real *u, bool down)
{
    f->down = down;
    keep_faces(f, u);
    for (int64_t j = 0; j < f->n[1]; j++)
        for (int64_t i = 0; i < f->n[0]; i++) f->reference[j * f->row + i] = u[0];
#pragma omp parallel num_threads(f->exec.threads)
    for (int b = 0; b < f->blocks; b++) {
        const struct sweep_block *const x = &f->block[b];
#pragma omp for schedule(static) nowait
        for (int64_t k = x->from; k < x->to; k++)
            for (int64_t j = 0; j < f->rows; j++) eliminate(f, u, b, k, j, sweep_eta(f, b, k, !down) + j * f->row);
    }
    for (int b = 0; b + 1 < f->blocks; b++) begin_separator(f, u, &f->separator[b], f->block[b].to);
}

void sweep_substitute(const struct sweep_row *r, int64_t n, real *u)
{
    const vec g = vec_all(r->g), e = vec_all(r->e);
    for (int64_t i = 0; i < n; i += LANES) {
        const vec eta = vec_load(r->eta + i), after = vec_load(r->after + i);
        if (r->form == SWEEP_PLAIN) vec_store(u + i, sweep_plain(eta, g, after));
        else if (r->form == SWEEP_COUPLED) vec_store(u + i, sweep_coupled(eta, g, after, e, vec_load(r->far + i)));
        else vec_store(u + i, sweep_scaled(eta, g, after, e, vec_load(r->was + i), vec_load(r->moved + i)));
    }
}

void adi_sweep_resume(struct adi_sweep *f, const real *u, bool down)
{
    f->down = down;
    keep_faces(f, u);
}

/* Rows [from, to) of a block, plane after plane as a step makes them. v: scratch of as many rows. */
static void substitute(const struct adi_sweep *f, int b, int64_t from, int64_t to, real *u, real *v)
{
    const struct sweep_block *const x = &f->block[b];
    const int64_t first = f->down ? x->to - 1 : x->from, step = f->down ? -1 : 1, place = from * f->row;
    const struct sweep_run run = sweep_run_of_block(f, b);
    for (int64_t k = first; k >= x->from && k < x->to; k += step) {
        const real *const after = k == first ? run.near + place : v;
        const struct sweep_row r = sweep_row(&run, sweep_eta(f, b, k, !f->down) + place, after, k, place);
        sweep_substitute(&r, (to - from) * f->row, v);
        const bool fixed = sweep_is_fixed(f, 2, k);
        if (!fixed) sweep_hold(f, k, from, to, v, f->row);
        for (int64_t j = from; j < smaller(to, f->n[1]); j++)
            memcpy(u + (k * f->n[1] + j) * f->n[0], v + (j - from) * f->row, (size_t)f->n[0] * sizeof *u);
        if (fixed) sweep_hold(f, k, from, to, u + (k * f->n[1] + from) * f->n[0], f->n[0]);
    }
}

void adi_sweep_read(const struct adi_sweep *f, real *u)
{
    const int64_t rows = smaller(LANES, f->rows), parts = f->rows / rows, units = parts * f->blocks;
    const int64_t plane = f->n[0] * f->n[1];
    const int threads = (int)smaller(f->exec.threads, f->threads);
#pragma omp parallel num_threads(threads)
    {
        real *const v = f->scratch + omp_get_thread_num() * f->scratch_size;
#pragma omp for schedule(static)
        for (int64_t p = 0; p < units; p++) {
            const int64_t from = p % parts * rows;
            substitute(f, (int)(p / parts), from, from + rows, u, v);
        }
    }
    for (int b = 0; b + 1 < f->blocks; b++)
        for (int64_t j = 0; j < f->n[1]; j++)
            memcpy(u + f->block[b].to * plane + j * f->n[0], f->separator[b].u + j * f->row,
                   (size_t)f->n[0] * sizeof *u);
}
