/* Complex Fourier transforms of LANES lines at once, of any length, in a block: value j has its real parts at j * WIDTH
 * and its imaginary parts LANES after them. Decimation in frequency by radices up to 13, so that the result is in
 * another order; lengths with other prime factors as a convolution (L. I. Bluestein, IEEE Transactions on Audio and
 * Electroacoustics 18, 1970). The error of a length grows as its logarithm. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "solvers/batch/simd.h"
#include "solvers/batch/workspace.h"

enum { FACTORS_MAX = 40, COMPLEX = 2 * LANES };

struct fft {
    int64_t n;
    int64_t padded; /* of the convolution; 0: none */
    int count;
    int radix[FACTORS_MAX];
    real *twiddle[FACTORS_MAX]; /* of each stage but the last: cos, sin of 2 pi q j / N for each q < N / radix, j > 0 */
    int64_t *position;          /* [n] where value k of the result is; NULL: at k */
    int64_t *place;             /* [padded] the same of its transforms of that length */
    real *chirp, *kernel;       /* of the convolution: cos, sin of pi j^2 / n; its transform */
};

/* Rows of memory for the values of lines: value j is scale * sign[j] times the one at row[j] * stride; sign NULL:
 * all 1.
 */
struct fft_rows {
    real *base;
    int64_t stride;
    const int64_t *row;
    const real *sign;
    real scale;
    int64_t ahead; /* from each row gathered to one that is needed soon; 0: none */
};

/* Takes its arrays from the workspace; only counts them if that has no memory. */
void fft_place(struct fft *f, int64_t n, struct workspace *w);
/* Fills them. `spare`: two blocks of fft_values. */
void fft_fill(struct fft *f, real *spare);
/* Values of each of the two blocks that a transform needs. */
int64_t fft_values(const struct fft *f);

/* Transforms the block, or what is gathered from rows, if `from` is not NULL. The result is in the returned one of the
 * two blocks. */
real *fft_run(const struct fft *f, real *restrict block, real *restrict spare, const struct fft_rows *from);

/* The stages first ... end - 1 of a transform that is not a convolution. */
void fft_stages(const struct fft *f, real *block, int first, int end, const struct fft_rows *from);

/* The transform has a symmetric matrix, so that its stages, transposed and in reverse order, transform as well: from
 * values at their positions to natural order. These are the stages first, first - 1, ..., 0; the last one scatters, if
 * `to` is not NULL. */
void fft_stages_back(const struct fft *f, real *block, int first, const struct fft_rows *to);

/* One stage on parts of a block: stages.c. */
struct fft_pass {
    real *block;
    const struct fft_rows *from, *to; /* instead of the block, or NULL */
    const real *before, *behind;      /* twiddles, or NULL */
    int64_t n, length;                /* of the block, and of the parts that this stage divides */
};
void fft_stage(const struct fft_pass *s, int radix);
