/* Tables of the steps around a complex transform. */
#include "solvers/transform/lanes/steps.h"

static bool is_sine(enum transform_type type)
{
    return type == DST2 || type == DST3 || type == DST4;
}

/* Complex length, and the steps before and after. */
static int64_t choose(struct steps *s, enum transform_type type, int64_t n)
{
    const bool fourth = type == DCT4 || type == DST4;
    s->n = n;
    s->before = type == REAL || type == DCT3 || type == DST3 ? MERGE : fourth && n % 2 == 0 ? TWIDDLE_IN : GATHER;
    s->after = s->before == TWIDDLE_IN                              ? TWIDDLE_OUT
               : s->before == MERGE || type == DCT1 || type == DST1 ? SCATTER
                                                                    : SPLIT;
    s->sines = type == DST4 || type == DST1;
    return s->before == TWIDDLE_IN ? n / 2 : type == DCT1 ? 2 * (n - 1) : type == DST1 ? 2 * (n + 1) : n;
}

static bool has_signs(const struct steps *s, enum transform_type type)
{
    return type == DST1 || type == DST2 || type == DST3 || ((type == DCT4 || type == DST4) && s->n % 2);
}

void steps_place(struct steps *s, enum transform_type type, int64_t n, struct workspace *w)
{
    *s = (struct steps){0};
    fft_place(&s->fft, choose(s, type, n), w);
    if (s->before == TWIDDLE_IN) {
        s->twiddle_in = workspace_take(w, n * (int64_t)sizeof(real));
        s->twiddle_out = workspace_take(w, n * (int64_t)sizeof(real));
        return;
    }
    const bool mirrored = type == DCT1 || type == DST1;
    s->row = workspace_take(w, (s->fft.n + (mirrored ? n : 0)) * (int64_t)sizeof *s->row);
    if (has_signs(s, type)) s->sign = workspace_take(w, s->fft.n * (int64_t)sizeof *s->sign);
    else s->sign = NULL;
    if (mirrored) return;
    s->pairs = n / 2 + 1;
    s->pair = workspace_take(w, s->pairs * (int64_t)sizeof *s->pair);
    if (s->fft.padded || s->fft.count == 0) return;
    if (s->before == GATHER) s->read = workspace_take(w, n * (int64_t)sizeof *s->read);
    else s->read = NULL;
    s->write = workspace_take(w, n * (int64_t)sizeof *s->write);
    s->natural = workspace_take(w, n * (int64_t)sizeof *s->natural);
    if (s->fft.count == 1) return;
    const int radix = s->fft.radix[s->fft.count - 1];
    s->fused = (n / radix - 1) / 2;
    s->in_fused = s->fused * radix;
}

static void set_row(struct steps *s, int64_t at, int64_t row, real sign)
{
    s->row[at] = row;
    if (s->sign) s->sign[at] = sign;
}

/* Even rows up, then odd rows down. */
static int64_t makhoul(int64_t n, int64_t j)
{
    return 2 * j < n ? 2 * j : 2 * n - 1 - 2 * j;
}

/* Rows that are gathered, or scattered after MERGE. */
static void fill_rows(struct steps *s, enum transform_type type)
{
    const int64_t n = s->n, length = s->fft.n;
    for (int64_t j = 0; j < length; j++) {
        const int64_t row = makhoul(n, j);
        if (type == HALF_COMPLEX || type == REAL) set_row(s, j, j, 1);
        else if (type == DCT1) set_row(s, j, 2 * j <= length ? j : length - j, 1);
        else if (type != DST1) set_row(s, j, row, row % 2 ? -1 : 1);
        else if (j % (n + 1) == 0) set_row(s, j, 0, 0);
        else set_row(s, j, j <= n ? j - 1 : length - j - 1, j <= n ? 1 : -1);
    }
}

/* The places of the rows of DCT1 and DST1 in the block. */
static void fill_scatter(struct steps *s, enum transform_type type)
{
    for (int64_t j = 0; j < s->n; j++) s->row[s->fft.n + j] = steps_position(s, type == DST1 ? j + 1 : j);
}

/* Rows and rotation at frequency f of 0 ... n/2 for the halves of a spectrum, and for cosines. */
static struct spectrum_pair pair_of(const struct steps *s, enum transform_type type, int64_t f)
{
    const int64_t n = s->n, mirror = (n - f) % n;
    const bool alone = f == mirror, merge = s->before == MERGE, cosines = type != HALF_COMPLEX && type != REAL;
    const struct twiddle t = transform_twiddle(cosines ? f : 0, 4 * n);
    const real c = (real)t.cos, sine = (real)t.sin;
    struct spectrum_pair p = {.position = {{steps_position(s, f), steps_position(s, mirror)}, {f, mirror}}};
    if (is_sine(type)) p.position[IN_ROWS][0] = n - 1 - f, p.position[IN_ROWS][1] = n - 1 - (alone ? f : mirror);
    if (cosines) p.m[0][0] = c, p.m[0][1] = sine, p.m[1][0] = sine, p.m[1][1] = -c;
    else p.m[0][0] = p.m[1][1] = 1;
    if (alone) { /* a real spectrum, in one row */
        p.m[0][0] = p.m[1][0] = merge && cosines && f > 0 ? 2 * c : p.m[0][0];
        p.m[0][1] = p.m[1][1] = 0;
        if (merge) p.m[1][0] = 0;
    }
    for (int i = 0; i < 2 && !merge; i++) /* a split takes sums of two spectra; cosines are twice the sums */
        for (int j = 0; j < 2; j++) p.m[i][j] *= cosines ? 1 : RC(0.5);
    return p;
}

/* As above, with the halves of the spectrum exchanged, so that the first is that of a frequency above n/2. */
static struct spectrum_pair reversed(const struct steps *s, struct spectrum_pair p)
{
    int64_t *const at = p.position[IN_BLOCK], first = at[0];
    at[0] = at[1], at[1] = first;
    for (int i = 0; i < 2; i++) {
        real *const of_imaginary = s->before == MERGE ? &p.m[1][i] : &p.m[i][1];
        *of_imaginary = -*of_imaginary;
    }
    return p;
}

static struct spectrum_pair any_pair(const struct steps *s, enum transform_type type, int64_t f)
{
    const bool above = 2 * f > s->n, fourth = type == DCT4 || type == DST4;
    const int64_t lower = above ? s->n - f : f;
    const struct spectrum_pair p = fourth ? steps_pair_odd(s, type, lower) : pair_of(s, type, lower);
    return above ? reversed(s, p) : p;
}

/* The pairs of frequencies that butterflies join, and then the remaining ones. */
static void fill_pairs(struct steps *s, enum transform_type type)
{
    const int64_t apart = s->fused ? s->n / s->fft.radix[s->fft.count - 1] : 1;
    struct spectrum_pair *p = s->pair;
    for (int64_t k = 1; k <= s->fused; k++)
        for (int64_t f = k; f < s->n; f += apart) *p++ = any_pair(s, type, f);
    for (int64_t f = 0; 2 * f <= s->n; f++)
        if (!s->fused || 2 * f % apart == 0) *p++ = any_pair(s, type, f);
}

/* DCT4 of the line as n / 2 complex values x_2j + i x_{n-1-2j}, rotated by -(4j + 1) / 8n, and by -k / 2n after. */
static void fill_twiddles(struct steps *s)
{
    const int64_t n = s->n;
    for (int64_t j = 0; j < n / 2; j++) {
        const struct twiddle in = transform_twiddle(4 * j + 1, 8 * n), out = transform_twiddle(j, 2 * n);
        s->twiddle_in[2 * j] = (real)in.cos, s->twiddle_in[2 * j + 1] = (real)in.sin;
        s->twiddle_out[2 * j] = (real)(2 * out.cos), s->twiddle_out[2 * j + 1] = (real)(2 * out.sin);
    }
}

static void fill_places(struct steps *s)
{
    int64_t *const place = s->before == MERGE ? s->write : s->read;
    for (int64_t j = 0; j < s->n; j++) place[s->row[j]] = s->natural[j] = j;
    for (int64_t k = 0; k < s->pairs && s->after == SPLIT; k++)
        for (int i = 0; i < 2; i++) s->write[s->pair[k].position[IN_ROWS][i]] = s->pair[k].position[IN_BLOCK][i];
}

void steps_fill(struct steps *s, enum transform_type type, real *spare)
{
    fft_fill(&s->fft, spare);
    if (s->before == TWIDDLE_IN) {
        fill_twiddles(s);
        return;
    }
    if (type == DCT4 || type == DST4) steps_fill_odd(s, type);
    else fill_rows(s, type);
    if (s->pairs) fill_pairs(s, type);
    else fill_scatter(s, type);
    if (s->write) fill_places(s);
}
