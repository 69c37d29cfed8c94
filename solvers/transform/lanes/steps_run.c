/* Runs the steps of a transform on a block of lines. */
#include "solvers/transform/lanes/steps.h"

INLINE real *row_at(struct rows x, int64_t row, int half)
{
    return x.at + row * x.step + half * LANES;
}

/* The spectra of the two lines from those of the complex transform at f, a + ib, and at -f, c + id: twice the first is
 * a + c + i (b - d), twice the second b + d + i (c - a). */
static void split(const struct steps *s, struct rows x, real factor, const real *restrict block)
{
    for (int64_t k = 0; k < s->pairs; k++) {
        const struct spectrum_pair *const p = &s->pair[k];
        const real *const at = block + p->at * COMPLEX, *const mirror = block + p->mirror * COMPLEX;
        const vec a = vec_load(at), b = vec_load(at + LANES), c = vec_load(mirror), d = vec_load(mirror + LANES);
        const vec re[2] = {a + c, b + d}, im[2] = {b - d, c - a};
        const real uu = p->m[0][0] * factor, uv = p->m[0][1] * factor;
        const real vu = p->m[1][0] * factor, vv = p->m[1][1] * factor;
        for (int line = 0; line < 2; line++) {
            vec_store(row_at(x, p->u, line), uu * re[line] + uv * im[line]);
            vec_store(row_at(x, p->v, line), vu * re[line] + vv * im[line]);
        }
    }
}

/* The reverse, with real and imaginary parts exchanged, so that the transform is the inverse one. */
static void merge(const struct steps *s, struct rows x, real factor, real *restrict block)
{
    for (int64_t k = 0; k < s->pairs; k++) {
        const struct spectrum_pair *const p = &s->pair[k];
        const real uu = p->m[0][0] * factor, uv = p->m[0][1] * factor;
        const real vu = p->m[1][0] * factor, vv = p->m[1][1] * factor;
        vec re[2], im[2];
        for (int line = 0; line < 2; line++) {
            const vec u = vec_load(row_at(x, p->u, line)), v = vec_load(row_at(x, p->v, line));
            re[line] = uu * u + uv * v, im[line] = vu * u + vv * v;
        }
        real *const at = block + p->at * COMPLEX, *const mirror = block + p->mirror * COMPLEX;
        vec_store(at, im[0] + re[1]), vec_store(at + LANES, re[0] - im[1]);
        vec_store(mirror, re[1] - im[0]), vec_store(mirror + LANES, re[0] + im[1]);
    }
}

static void scatter(const struct steps *s, struct rows x, real factor, const real *restrict block)
{
    const int64_t behind = s->before == GATHER ? s->fft.n : 0;
    const int64_t *const row = s->row + behind;
    for (int64_t j = 0; j < s->n; j++) {
        const real sign = s->sign ? factor * s->sign[behind + j] : factor;
        const real *const at = block + row[j] * COMPLEX;
        const vec re = vec_load(at), im = vec_load(at + LANES);
        vec_store(row_at(x, j, 0), (s->swapped ? im : re) * (sign * s->first));
        vec_store(row_at(x, j, 1), (s->swapped ? re : im) * sign);
    }
}

/* Type 4 of even n: values 2j and n-1-2j of a line are one complex number. */
static void turn_in(const struct steps *s, struct rows x, int half, real *restrict block)
{
    for (int64_t j = 0; j < s->n / 2; j++) {
        const real *const a = row_at(x, 2 * j, half), *const b = row_at(x, s->n - 1 - 2 * j, half);
        const vec re = vec_load(s->sines ? b : a), im = vec_load(s->sines ? a : b);
        const real c = s->turn_in[2 * j], sine = s->turn_in[2 * j + 1];
        vec_store(block + j * COMPLEX, re * c + im * sine);
        vec_store(block + j * COMPLEX + LANES, im * c - re * sine);
    }
}

static void turn_out(const struct steps *s, struct rows x, int half, real factor, const real *restrict block)
{
    for (int64_t k = 0; k < s->n / 2; k++) {
        const real *const at = block + steps_position(s, k) * COMPLEX;
        const vec re = vec_load(at), im = vec_load(at + LANES);
        const real c = s->turn_out[2 * k] * factor, sine = s->turn_out[2 * k + 1] * factor;
        vec_store(row_at(x, 2 * k, half), re * c + im * sine);
        vec_store(row_at(x, s->n - 1 - 2 * k, half), s->sines ? im * c - re * sine : re * sine - im * c);
    }
}

static void run_turned(const struct steps *s, struct rows x, real factor, real *restrict block, real *restrict spare)
{
    for (int half = 0; half < 2; half++) {
        turn_in(s, x, half, block);
        turn_out(s, x, half, factor, fft_run(&s->fft, block, spare, NULL));
    }
}

void steps_run(const struct steps *s, struct rows x, real factor, real *restrict block, real *restrict spare)
{
    if (s->before == TURN_IN) {
        run_turned(s, x, factor, block, spare);
        return;
    }
    if (s->before == MERGE) merge(s, x, factor, block);
    const struct gather from = {x.at, x.step, s->row, s->sign};
    const real *const result = fft_run(&s->fft, block, spare, s->before == GATHER ? &from : NULL);
    if (s->after == SPLIT) split(s, x, factor, result);
    else scatter(s, x, s->before == MERGE ? 1 : factor, result);
}
