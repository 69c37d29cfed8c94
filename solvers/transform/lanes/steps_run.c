/* Runs the steps of a transform on a block of lines. */
#include "solvers/transform/lanes/spectra.h"

/* The butterflies of the last radix whose frequencies are their own negatives. */
static void last_butterflies(const struct steps *s, real *restrict block)
{
    const int radix = s->fft.radix[s->fft.count - 1];
    const int64_t parts = s->fft.n / radix;
    for (int64_t k = 0; k < parts; k += (parts + 1) / 2) {
        if (2 * k % parts) break;
        const struct fft_pass pass = {.block = block + steps_position(s, k) * COMPLEX, .n = radix, .length = radix};
        fft_stage(&pass, radix);
    }
}

static void split(const struct steps *s, struct rows x, const real *block)
{
    for (int64_t k = s->in_fused; k < s->pairs; k++) {
        const struct spectrum_pair *const p = &s->pair[k];
        const real *const at = block + p->position[IN_BLOCK][0] * COMPLEX, *const mirror =
                                                                               block +
                                                                               p->position[IN_BLOCK][1] * COMPLEX;
        spectra_split(p, x, vec_load(at), vec_load(at + LANES), vec_load(mirror), vec_load(mirror + LANES));
    }
}

static void merge(const struct steps *s, struct rows x, real *block)
{
    for (int64_t k = s->in_fused; k < s->pairs; k++) {
        const struct spectrum_pair *const p = &s->pair[k];
        real *const at = block + p->position[IN_BLOCK][0] * COMPLEX, *const mirror =
                                                                         block + p->position[IN_BLOCK][1] * COMPLEX;
        vec a, b, c, d;
        spectra_merge(p, x, &a, &b, &c, &d);
        vec_store(at, a), vec_store(at + LANES, b);
        vec_store(mirror, c), vec_store(mirror + LANES, d);
    }
}

/* Values in the order of the transform. */
static void scatter(const struct steps *s, struct rows x, const real *restrict block)
{
    const int64_t *const row = s->row + s->fft.n;
    for (int64_t j = 0; j < s->n; j++) {
        const real *const at = block + row[j] * COMPLEX;
        const vec re = vec_load(at), im = vec_load(at + LANES);
        vec_store(row_at(x, j, 0), s->sines ? -im : re);
        vec_store(row_at(x, j, 1), s->sines ? re : im);
    }
}

/* Natural order. */
static void scatter_natural(const struct fft_rows *to, int64_t n, const real *restrict block)
{
    for (int64_t j = 0; j < n; j++) {
        const real scale = to->scale * (to->sign ? to->sign[j] : 1);
        real *const at = to->base + to->row[j] * to->stride;
        vec_store(at, vec_load(block + j * COMPLEX) * scale);
        vec_store(at + LANES, vec_load(block + j * COMPLEX + LANES) * scale);
    }
}

/* Type 4 of even n: values 2j and n-1-2j of a line are one complex number. */
static void twiddle_in(const struct steps *s, struct rows x, int half, real *restrict block)
{
    for (int64_t j = 0; j < s->n / 2; j++) {
        const real *const a = row_at(x, 2 * j, half), *const b = row_at(x, s->n - 1 - 2 * j, half);
        const vec re = vec_load(s->sines ? b : a), im = vec_load(s->sines ? a : b);
        const real c = s->twiddle_in[2 * j], sine = s->twiddle_in[2 * j + 1];
        vec_store(block + j * COMPLEX, re * c + im * sine);
        vec_store(block + j * COMPLEX + LANES, im * c - re * sine);
    }
}

static void twiddle_out(const struct steps *s, struct rows x, int half, real factor, const real *restrict block)
{
    for (int64_t k = 0; k < s->n / 2; k++) {
        const real *const at = block + steps_position(s, k) * COMPLEX;
        const vec re = vec_load(at), im = vec_load(at + LANES);
        const real c = s->twiddle_out[2 * k] * factor, sine = s->twiddle_out[2 * k + 1] * factor;
        vec_store(row_at(x, 2 * k, half), re * c + im * sine);
        vec_store(row_at(x, s->n - 1 - 2 * k, half), s->sines ? im * c - re * sine : re * sine - im * c);
    }
}

static void run_twiddled(const struct steps *s, struct rows x, struct rows y, real factor, real *restrict block,
                         real *restrict spare)
{
    for (int half = 0; half < 2; half++) {
        twiddle_in(s, x, half, block);
        twiddle_out(s, y, half, factor, fft_run(&s->fft, block, spare, NULL));
    }
}

/* Rows in the block that are not scaled need no copy: returns NULL. */
static const struct fft_rows *fft_rows_of(const struct steps *s, struct rows x, real factor, struct fft_rows *rows)
{
    *rows = (struct fft_rows){x.base, x.stride, x.place == IN_ROWS ? s->row : s->natural, s->sign, factor, x.ahead};
    return x.place == IN_BLOCK && !s->sign && factor == 1 ? NULL : rows;
}

static void run_merged(const struct steps *s, struct rows x, struct rows y, real factor, real *block, real *spare)
{
    struct fft_rows rows;
    const struct fft_rows *const to = fft_rows_of(s, y, factor, &rows);
    const int last = s->fft.count - 1;
    if (s->fused) steps_fused(s, x, block);
    merge(s, x, block);
    if (s->fft.padded || last < 0) {
        scatter_natural(to, s->n, fft_run(&s->fft, block, spare, NULL));
        return;
    }
    if (s->fused) last_butterflies(s, block);
    fft_stages_back(&s->fft, block, s->fused ? last - 1 : last, to);
}

static void run_gathered(const struct steps *s, struct rows x, struct rows y, real factor, real *block, real *spare)
{
    struct fft_rows rows;
    const struct fft_rows *const from = fft_rows_of(s, x, factor, &rows);
    if (s->after == SCATTER) {
        scatter(s, y, fft_run(&s->fft, block, spare, from));
        return;
    }
    if (!s->fused) {
        split(s, y, fft_run(&s->fft, block, spare, from));
        return;
    }
    fft_stages(&s->fft, block, 0, s->fft.count - 1, from);
    steps_fused(s, y, block);
    last_butterflies(s, block);
    split(s, y, block);
}

void steps_run(const struct steps *s, struct rows x, struct rows y, real factor, real *block, real *spare)
{
    if (s->before == TWIDDLE_IN) run_twiddled(s, x, y, factor, block, spare);
    else if (s->before == MERGE) run_merged(s, x, y, factor, block, spare);
    else run_gathered(s, x, y, factor, block, spare);
}
