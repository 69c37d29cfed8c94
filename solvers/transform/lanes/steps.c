/* Tables of the steps around a complex transform. */
#include "solvers/transform/lanes/steps.h"

static bool is_sine(enum transform_type type)
{
    return type == DST2 || type == DST3 || type == DST4;
}

/* Complex length, and what is done before and behind. */
static int64_t choose(struct steps *s, enum transform_type type, int64_t n)
{
    const bool fourth = type == DCT4 || type == DST4;
    s->n = n;
    s->before = type == REAL || type == DCT3 || type == DST3 ? MERGE : fourth && n % 2 == 0 ? TURN_IN : GATHER;
    s->after = s->before == TURN_IN ? TURN_OUT : s->before == MERGE || type == DCT1 || type == DST1 ? SCATTER : SPLIT;
    s->sines = type == DST4;
    s->swapped = s->before == MERGE || type == DST1;
    s->first = type == DST1 ? -1 : 1;
    return s->before == TURN_IN ? n / 2 : type == DCT1 ? 2 * (n - 1) : type == DST1 ? 2 * (n + 1) : n;
}

static bool has_signs(const struct steps *s, enum transform_type type)
{
    return type == DST1 || type == DST2 || type == DST3 || ((type == DCT4 || type == DST4) && s->n % 2);
}

void steps_place(struct steps *s, enum transform_type type, int64_t n, struct workspace *w)
{
    *s = (struct steps){0};
    fft_place(&s->fft, choose(s, type, n), w);
    if (s->before == TURN_IN) {
        s->turn_in = workspace_take(w, n * (int64_t)sizeof(real));
        s->turn_out = workspace_take(w, n * (int64_t)sizeof(real));
        return;
    }
    const int64_t rows = s->before == GATHER ? s->fft.n : n, entries = rows + (s->after == SCATTER ? n : 0);
    s->row = workspace_take(w, entries * (int64_t)sizeof *s->row);
    if (has_signs(s, type)) s->sign = workspace_take(w, entries * (int64_t)sizeof *s->sign);
    else s->sign = NULL;
    s->pairs = s->before == MERGE || s->after == SPLIT ? n / 2 + 1 : 0;
    s->pair = workspace_take(w, s->pairs * (int64_t)sizeof *s->pair);
}

static void gather_row(struct steps *s, int64_t at, int64_t row, real sign)
{
    s->row[at] = row;
    if (s->sign) s->sign[at] = sign;
}

/* Even rows up, then odd rows down. */
static int64_t makhoul(int64_t n, int64_t j)
{
    return 2 * j < n ? 2 * j : 2 * n - 1 - 2 * j;
}

static void fill_gather(struct steps *s, enum transform_type type)
{
    const int64_t n = s->n, length = s->fft.n;
    for (int64_t j = 0; j < length; j++) {
        if (type == HALF_COMPLEX) gather_row(s, j, j, 1);
        if (type == DCT2 || type == DST2) gather_row(s, j, makhoul(n, j), makhoul(n, j) % 2 ? -1 : 1);
        if (type == DCT1) gather_row(s, j, 2 * j <= length ? j : length - j, 1);
        if (type == DST1 && j % (n + 1) == 0) gather_row(s, j, 0, 0);
        else if (type == DST1) gather_row(s, j, j <= n ? j - 1 : length - j - 1, j <= n ? 1 : -1);
    }
}

/* Behind the rows that are gathered, if there are any. */
static void fill_scatter(struct steps *s, enum transform_type type)
{
    const int64_t n = s->n, behind = s->before == GATHER ? s->fft.n : 0;
    for (int64_t j = 0; j < n; j++) {
        int64_t row = j, from = j; /* of y; in the order of the transform */
        if (type == DCT3 || type == DST3) row = makhoul(n, j);
        if (type == DST1) from = j + 1;
        s->row[behind + row] = steps_position(s, from);
        if (s->sign) s->sign[behind + row] = type == DST3 && row % 2 ? -1 : 1;
    }
}

/* Rows and turn at frequency f of 0 ... n/2 for the halves of a spectrum, and for cosines. */
static struct spectrum_pair pair_of(const struct steps *s, enum transform_type type, int64_t f)
{
    const int64_t n = s->n, mirror = (n - f) % n;
    const bool alone = f == mirror, merge = s->before == MERGE, cosines = type != HALF_COMPLEX && type != REAL;
    const struct unit_turn t = transform_turn(cosines ? f : 0, 4 * n);
    const real c = (real)t.cos, sine = (real)t.sin;
    struct spectrum_pair p = {.at = merge ? f : steps_position(s, f),
                              .mirror = merge ? mirror : steps_position(s, mirror)};
    p.u = f, p.v = mirror;
    if (is_sine(type)) p.u = n - 1 - f, p.v = alone ? p.u : n - 1 - mirror;
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

/* DCT4 of the line as n / 2 complex values x_2j + i x_{n-1-2j}, turned by -(4j + 1) / 8n, and by -k / 2n behind. */
static void fill_turns(struct steps *s)
{
    const int64_t n = s->n;
    for (int64_t j = 0; j < n / 2; j++) {
        const struct unit_turn in = transform_turn(4 * j + 1, 8 * n), out = transform_turn(j, 2 * n);
        s->turn_in[2 * j] = (real)in.cos, s->turn_in[2 * j + 1] = (real)in.sin;
        s->turn_out[2 * j] = (real)(2 * out.cos), s->turn_out[2 * j + 1] = (real)(2 * out.sin);
    }
}

void steps_fill(struct steps *s, enum transform_type type, real *spare)
{
    fft_fill(&s->fft, spare);
    if (s->before == TURN_IN) {
        fill_turns(s);
        return;
    }
    if (type == DCT4 || type == DST4) {
        steps_fill_odd(s, type);
        return;
    }
    if (s->before == GATHER) fill_gather(s, type);
    if (s->after == SCATTER) fill_scatter(s, type);
    for (int64_t f = 0; f < s->pairs; f++) s->pair[f] = pair_of(s, type, f);
}
