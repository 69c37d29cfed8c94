/* A block of lines as complex lines, and back, by the tables of couplings.h. */
#pragma once
#include "solvers/transform/couplings.h"
#include "solvers/transform/line_block.h"

/* The complex lines of a block. */
static inline int64_t mkl_lines_count(const struct complex_steps *s)
{
    return s->before.form == LINES_APART ? WIDTH : WIDTH / 2;
}

/* block[n][WIDTH], z[mkl_lines_count][s->length], real and imaginary parts alternating. */
void mkl_lines_in(const struct complex_steps *s, const real *block, real *z);
/* The reverse, after the complex transform, times the factor. */
void mkl_lines_out(const struct complex_steps *s, real *z, real factor, real *block);
