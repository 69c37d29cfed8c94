/* A real transform as a complex one of two lines together, one in the real and one in the imaginary parts, between two
 * steps that are tables: which values go where, by which signs or twiddle factors.
 *
 *     type                 before   complex length   after
 *     HALF_COMPLEX         gather   n                split
 *     REAL                 merge    n                scatter
 *     DCT2, DST2           gather   n                split      J. Makhoul, IEEE Transactions on Acoustics, Speech, and
 *     DCT3, DST3           merge    n                scatter    Signal Processing 28, 1980
 *     DCT4, DST4, n odd    gather   n                split      by residues modulo 8 and n (odd_fourth.h)
 *     DCT4, DST4, n even   twiddle  n / 2            twiddle    each line by itself, as n / 2 complex values
 *     DCT1                 gather   2 (n - 1)        scatter    the line and its mirror image, so that no digits
 *     DST1                 gather   2 (n + 1)        scatter    are lost, in twice the least time
 *
 * Types of sines are those of cosines with rows in reverse and signs that alternate. */
#pragma once
#include "solvers/transform/lanes/fft.h"
#include "solvers/transform/transform.h"

/* Spectra at frequencies f and -f of the complex transform, and two rows u and v of a line: [u v] = m [Re Im] of the
 * line's own spectrum at f, or [Re Im] = m [u v]. */
enum place { IN_BLOCK, IN_ROWS };
struct spectrum_pair {
    int64_t position[2][2]; /* IN_BLOCK: of f and of -f; IN_ROWS: u and v */
    real m[2][2];
};

enum before { GATHER, MERGE, TWIDDLE_IN };
enum after { SPLIT, SCATTER, TWIDDLE_OUT };

struct steps {
    enum before before;
    enum after after;
    struct fft fft;
    int64_t n; /* of the real transform */

    /* [fft.n] the row of each value that is gathered, or scattered after MERGE. DCT1 and DST1 have [n] more: where in
     * the block each row of the result is. */
    int64_t *row;
    real *sign; /* [fft.n] of the values that are gathered or scattered, or NULL: all 1 */

    struct spectrum_pair *pair; /* MERGE, SPLIT: those of `fused` pairs of butterflies first, in_fused in number */
    int64_t pairs, in_fused, fused;

    /* For copies of rows: the place in the block into which each is put, if gathered, so that the first stage need not;
     * and the place of the result in the block, with a pair's u and v where f and -f were. NULL: outside the block, in
     * order. */
    int64_t *read, *write, *natural; /* natural: 0, 1, 2, ... */

    real *twiddle_in, *twiddle_out; /* cos, sin of each of the n / 2 values */
    bool sines;                     /* of DST4 or DST1 */
};

/* Takes the arrays from the workspace; only counts them if that has no memory. */
void steps_place(struct steps *s, enum transform_type type, int64_t n, struct workspace *w);
/* Fills them; spare: a block of fft_values. */
void steps_fill(struct steps *s, enum transform_type type, real *spare);
/* DCT4 and DST4 of odd n: the rows that are gathered, and a pair. */
void steps_fill_odd(struct steps *s, enum transform_type type);
struct spectrum_pair steps_pair_odd(const struct steps *s, enum transform_type type, int64_t frequency);

/* The place of spectrum k after the complex transform, or before the reverse one. */
static inline int64_t steps_position(const struct steps *s, int64_t k)
{
    return s->fft.position ? s->fft.position[k] : k;
}

/* Rows of WIDTH lines, `stride` apart; `ahead`: from each to one that is needed soon, or 0. IN_BLOCK: they are in the
 * block, by steps.read and .write. */
struct rows {
    real *base;
    int64_t stride, ahead;
    enum place place;
};

/* y: the transform of the lines x, times the factor. block, spare: blocks of fft_values. */
void steps_run(const struct steps *s, struct rows x, struct rows y, real factor, real *block, real *spare);

/* The part of it that has the last radix and the pairs of its butterflies: steps_fused.c. */
void steps_fused(const struct steps *s, struct rows x, real *block);
