/* Lengths and their factors, tables, and the order of stages. */
#include "solvers/transform/lanes/fft.h"

#include <stdbool.h>
#include <string.h>

#include "solvers/transform/lanes/butterfly.h"
#include "solvers/transform/transform.h"

/* The greatest first, since the last stage has two butterflies in registers; 16 is 4 times 4. False if other primes are
 * left. */
static bool factor(struct fft *f, int64_t n)
{
    static const int radices[] = {13, 11, 8, 7, 5, 4, 3, 2};
    f->count = 0;
    for (size_t i = 0; i < sizeof radices / sizeof *radices; i++)
        for (; n % radices[i] == 0 && !(radices[i] == 8 && n % 16 == 0 && n % 32); n /= radices[i])
            f->radix[f->count++] = radices[i];
    return n == 1;
}

/* The least length of at least `least` values with factors 2, 3 and 5 only, the last at most once. */
static int64_t convolution_length(int64_t least)
{
    static const int odd[] = {1, 3, 5, 9, 15};
    int64_t best = INT64_MAX;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        int64_t n = odd[i];
        while (n < least) n *= 2;
        if (n < best) best = n;
    }
    return best;
}

static void place_stages(struct fft *f, int64_t n, int64_t **position, struct workspace *w)
{
    int64_t length = n;
    for (int s = 0; s < f->count - 1; s++) {
        const int64_t apart = length / f->radix[s];
        f->twiddle[s] = workspace_take(w, 2 * (f->radix[s] - 1) * apart * (int64_t)sizeof(real));
        length = apart;
    }
    *position = workspace_take(w, n * (int64_t)sizeof **position);
}

void fft_place(struct fft *f, int64_t n, struct workspace *w)
{
    *f = (struct fft){.n = n};
    if (factor(f, n)) {
        place_stages(f, n, &f->position, w);
        return;
    }
    f->padded = convolution_length(2 * n - 1);
    factor(f, f->padded);
    place_stages(f, f->padded, &f->place, w);
    f->chirp = workspace_take(w, 2 * n * (int64_t)sizeof(real));
    f->kernel = workspace_take(w, 2 * f->padded * (int64_t)sizeof(real));
}

int64_t fft_values(const struct fft *f)
{
    return (f->padded ? f->padded : f->n) * COMPLEX;
}

static void fill_twiddles(const struct fft *f, int64_t n)
{
    int64_t length = n;
    for (int s = 0; s < f->count - 1; s++) {
        const int radix = f->radix[s];
        const int64_t apart = length / radix;
        for (int64_t q = 0; q < apart; q++)
            for (int j = 1; j < radix; j++) {
                const struct twiddle t = transform_twiddle(q * j, length);
                real *const w = f->twiddle[s] + 2 * ((radix - 1) * q + j - 1);
                w[0] = (real)t.cos, w[1] = (real)t.sin;
            }
        length = apart;
    }
}

/* The digits of k, the first one the least, are those of its position, the first one the greatest. */
static void fill_positions(const struct fft *f, int64_t n, int64_t *position)
{
    for (int64_t k = 0; k < n; k++) {
        int64_t rest = k, at = 0, apart = n;
        for (int s = 0; s < f->count; s++) {
            apart /= f->radix[s];
            at += rest % f->radix[s] * apart;
            rest /= f->radix[s];
        }
        position[k] = at;
    }
}

void fft_stages(const struct fft *f, real *block, int first, int end, const struct fft_rows *from)
{
    const int64_t n = f->padded ? f->padded : f->n;
    int64_t length = n;
    for (int s = 0; s < end; s++) {
        if (s >= first) {
            const struct fft_pass pass = {.block = block,
                                          .from = s == 0 ? from : NULL,
                                          .behind = s < f->count - 1 ? f->twiddle[s] : NULL,
                                          .n = n,
                                          .length = length};
            fft_stage(&pass, f->radix[s]);
        }
        length /= f->radix[s];
    }
}

void fft_stages_back(const struct fft *f, real *block, int first, const struct fft_rows *to)
{
    int64_t length = 1;
    for (int s = f->count - 1; s >= 0; s--) {
        length *= f->radix[s];
        if (s > first) continue;
        const struct fft_pass pass = {.block = block,
                                      .to = s == 0 ? to : NULL,
                                      .before = s < f->count - 1 ? f->twiddle[s] : NULL,
                                      .n = f->n,
                                      .length = length};
        fft_stage(&pass, f->radix[s]);
    }
}

/* The kernel e^{i pi j^2 / n}, -n < j < n, transformed in one lane and divided by the length. */
static void fill_convolution(const struct fft *f, real *block)
{
    const int64_t n = f->n, padded = f->padded;
    memset(block, 0, (size_t)(padded * COMPLEX) * sizeof *block);
    for (int64_t j = 0; j < n; j++) {
        const struct twiddle t = transform_twiddle(j * j % (2 * n), 2 * n);
        f->chirp[2 * j] = (real)t.cos, f->chirp[2 * j + 1] = (real)t.sin;
        const int64_t mirror = j ? padded - j : 0;
        block[j * COMPLEX] = block[mirror * COMPLEX] = (real)t.cos;
        block[j * COMPLEX + LANES] = block[mirror * COMPLEX + LANES] = (real)t.sin;
    }
    fft_stages(f, block, 0, f->count, NULL);
    for (int64_t k = 0; k < padded; k++)
        for (int part = 0; part < 2; part++)
            f->kernel[2 * k + part] = block[f->place[k] * COMPLEX + part * LANES] / (real)padded;
}

void fft_fill(struct fft *f, real *spare)
{
    const int64_t n = f->padded ? f->padded : f->n;
    fill_twiddles(f, n);
    fill_positions(f, n, f->padded ? f->place : f->position);
    if (f->padded) fill_convolution(f, spare);
}

/* (re + i im) (c - i s) */
INLINE void times_conjugate(vec *re, vec *im, real c, real s)
{
    const vec rotated = *re * c + *im * s;
    *im = *im * c - *re * s;
    *re = rotated;
}

static void copy(const struct fft_rows *from, int64_t n, real *to)
{
    for (int64_t j = 0; j < n; j++) {
        const real scale = from->scale * (from->sign ? from->sign[j] : 1);
        for (int h = 0; h < 2; h++)
            vec_store(to + j * COMPLEX + h * LANES,
                      vec_load(from->base + from->row[j] * from->stride + h * LANES) * scale);
    }
}

/* The inverse transform is that of values whose parts have been exchanged, with the parts exchanged again. */
static real *convolve(const struct fft *f, real *restrict block, real *restrict spare)
{
    for (int64_t j = 0; j < f->n; j++) {
        vec re = vec_load(block + j * COMPLEX), im = vec_load(block + j * COMPLEX + LANES);
        times_conjugate(&re, &im, f->chirp[2 * j], f->chirp[2 * j + 1]);
        vec_store(spare + j * COMPLEX, re), vec_store(spare + j * COMPLEX + LANES, im);
    }
    memset(spare + f->n * COMPLEX, 0, (size_t)((f->padded - f->n) * COMPLEX) * sizeof *spare);
    fft_stages(f, spare, 0, f->count, NULL);
    for (int64_t k = 0; k < f->padded; k++) {
        const real *const at = spare + f->place[k] * COMPLEX;
        vec re = vec_load(at), im = vec_load(at + LANES);
        times_conjugate(&re, &im, f->kernel[2 * k], -f->kernel[2 * k + 1]);
        vec_store(block + k * COMPLEX, im), vec_store(block + k * COMPLEX + LANES, re);
    }
    fft_stages(f, block, 0, f->count, NULL);
    for (int64_t j = 0; j < f->n; j++) {
        const real *const at = block + f->place[j] * COMPLEX;
        vec re = vec_load(at + LANES), im = vec_load(at);
        times_conjugate(&re, &im, f->chirp[2 * j], f->chirp[2 * j + 1]);
        vec_store(spare + j * COMPLEX, re), vec_store(spare + j * COMPLEX + LANES, im);
    }
    return spare;
}

real *fft_run(const struct fft *f, real *restrict block, real *restrict spare, const struct fft_rows *from)
{
    if (from && (f->padded || f->count == 0)) {
        copy(from, f->n, block);
        from = NULL;
    }
    if (f->padded) return convolve(f, block, spare);
    fft_stages(f, block, 0, f->count, from);
    return block;
}
