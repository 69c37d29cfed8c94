/* A real transform as a complex one, for a method that has complex transforms in natural order: which values of a line
 * belong to which of a complex line, and by which numbers, before the complex transform and after it.
 *
 *     type                 before    complex length   direction   after
 *     HALF_COMPLEX         beside    n                forward     spectra
 *     REAL                 spectra   n                inverse     beside
 *     DCT2, DST2           beside    n                forward     spectra   J. Makhoul, IEEE Transactions on Acoustics,
 *     DCT3, DST3           spectra   n                inverse     beside    Speech, and Signal Processing 28, 1980
 *     DCT4, DST4, n odd    beside    n                forward     spectra   by residues modulo 8 and n (odd_fourth.h)
 *     DCT4, DST4, n even   apart     n / 2            forward     apart
 *     DCT1                 beside    2 (n - 1)        forward     beside    the line and its mirror image, so that no
 *     DST1                 beside    2 (n + 1)        forward     beside    digits are lost, in twice the least time
 *
 * The tables are those of solvers/transform/lanes, but ordered for tiles that pass through the memory of a block. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "solvers/batch/workspace.h"
#include "solvers/transform/transform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The forms in which real lines make up complex ones: two lines are the real and the imaginary parts of one; so are
 * their spectra, where [Re Im] of each line belongs to p and q = -p; or each line is one of half its length. */
enum line_form { LINES_BESIDE, LINES_SPECTRA, LINES_APART };

/* Rows u and v of a line, places p and q of a complex line. Before: [P Q] = m [u v] goes to p and q, for LINES_SPECTRA
 * as the real and imaginary parts at p, for LINES_APART as those of the value p; after, [u v] = m [P Q]. For
 * LINES_BESIDE m is diagonal. -1: none; before a transform u and v exist, after it p and q. */
struct coupling {
    int32_t u, v, p, q;
    real m[2][2];
};

/* A tile: so many couplings, and their rows in order, with the slot of the tile that each goes to: that of u of
 * coupling k is k, that of v TILE + k. -1: none. */
enum { TILE = 32, TILE_SLOTS = 2 * TILE };
struct visit {
    int32_t row, slot;
};

struct couplings {
    enum line_form form;
    int64_t count, tiles;
    struct coupling *coupling; /* [tiles][TILE] */
    struct visit *visit;       /* [tiles][TILE_SLOTS] */
};

struct complex_steps {
    int64_t n, length; /* of the real transform, of the complex one */
    bool inverse;      /* the complex one */
    bool rotated;      /* its result is -i times the requested one */
    struct couplings before, after;
};

/* Takes the arrays from the workspace; only counts them if that has no memory. */
void complex_steps_place(struct complex_steps *s, enum transform_type type, int64_t n, struct workspace *w);
/* Fills them, in memory of the host. */
void complex_steps_fill(struct complex_steps *s, enum transform_type type);

/* Coupling of frequency f, 0 ... n/2, of DCT4 and DST4 of odd n after the transform; row and sign at place t before.
 */
struct coupling odd_fourth_coupling(int64_t n, bool sines, int64_t f);
int64_t odd_fourth_row(int64_t n, bool sines, int64_t t, real *sign);

#ifdef __cplusplus
}
#endif
