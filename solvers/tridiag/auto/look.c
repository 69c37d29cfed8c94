/* Passes over a batch: neighbours side by side together, long systems in parts, all others one by one. */
#include "solvers/tridiag/auto/look.h"

#include <omp.h>

#include "solvers/tridiag/auto/dominance.h"

enum { L = DOMINANCE_LANES, PART = 1 << 13 /* rows of a long system that one thread takes */ };

struct look {
    const struct shape *shape;
    const struct system *system;
    real factor;
    bool matrix, right;     /* what is looked at */
    struct dominance known; /* of the matrix, where `matrix` is false */
};

static bool is_sound(const struct look *k, const struct dominance *d, int q)
{
    return dominance_of_matrix(d, q, k->shape->tridiag.cyclic) && (!k->right || dominance_of_right(d, q));
}

static bool look_at_one(const struct look *k, int64_t s)
{
    const struct line l = line_of(k->shape, k->system, s);
    struct dominance d = k->known;
    if (k->matrix) dominance_add_matrix(&d, &l, k->shape->tridiag.cyclic, k->factor, 0, l.n);
    if (k->right) dominance_add_right(&d, &l, 0, l.n);
    return is_sound(k, &d, 0);
}

/* One system after the other, all threads share its rows. */
static bool look_at_long(const struct look *k, int threads)
{
    bool sound = true;
    for (int64_t s = 0; sound && s < k->shape->batch; s++) {
        const struct line l = line_of(k->shape, k->system, s);
        struct dominance d = k->known;
#pragma omp parallel num_threads(threads)
        {
            struct dominance own = k->known;
#pragma omp for schedule(static)
            for (int64_t from = 0; from < l.n; from += PART) {
                const int64_t to = l.n - from > PART ? from + PART : l.n;
                if (k->matrix) dominance_add_matrix(&own, &l, k->shape->tridiag.cyclic, k->factor, from, to);
                if (k->right) dominance_add_right(&own, &l, from, to);
            }
#pragma omp critical(look_at_long)
            dominance_join(&d, &own);
        }
        sound = is_sound(k, &d, 0);
    }
    return sound;
}

/* Do the matrices of L systems from s on lie side by side, or are they one? */
enum side { APART, BESIDE, ONE };

static enum side side_of(const struct look *k, int64_t s)
{
    const struct shape *const shape = k->shape;
    const int64_t start = shape_start(shape, s), matrix = shape_matrix_start(shape, s);
    bool one = shape->matrix.inner > 0, beside = true;
    if (shape->step == 1 || shape->dist != 1 || shape->sizes || s + L > shape->batch) return APART;
    for (int64_t q = 1; q < L; q++) {
        const int64_t at = shape->matrix.inner ? shape_matrix_start(shape, s + q) : start + q;
        if (shape_start(shape, s + q) != start + q) return APART;
        one &= at == matrix, beside &= at == matrix + q;
    }
    return one ? ONE : beside ? BESIDE : APART;
}

static bool look_at_side(const struct look *k, int64_t s, enum side side)
{
    const struct line l = line_of(k->shape, k->system, s);
    const real *const shift = k->shape->tridiag.shifted ? k->system->tridiag.shift + s : NULL;
    struct dominance d = k->known;
    bool sound = true;
    if (k->matrix) dominance_add_matrix_side(&d, &l, k->shape->tridiag.cyclic, k->factor, side == ONE, shift);
    if (k->right) dominance_add_right_side(&d, &l);
    for (int q = 0; q < L; q++) sound &= is_sound(k, &d, q);
    return sound;
}

/* Systems s ... s + L - 1, as far as there are so many. */
static bool look_at_some(const struct look *k, int64_t s)
{
    const int64_t end = s + L < k->shape->batch ? s + L : k->shape->batch;
    const enum side side = side_of(k, s);
    bool sound = true;
    if (side != APART) return look_at_side(k, s, side);
    for (; sound && s < end; s++) sound = look_at_one(k, s);
    return sound;
}

static bool look_at_each(const struct look *k, int threads)
{
    int sound = 1;
    if (threads == 1) {
        for (int64_t s = 0; sound && s < k->shape->batch; s += L) sound = look_at_some(k, s);
        return sound;
    }
#pragma omp parallel for schedule(static) num_threads(threads) reduction(&& : sound)
    for (int64_t s = 0; s < k->shape->batch; s += L) sound = sound && look_at_some(k, s);
    return sound;
}

/* Are diagonals and shifts all >= 0, or all <= 0, and shifts in range? Shifts then only make diagonals larger. */
static bool shifts_enlarge(const struct look *k)
{
    const struct line l = line_of(k->shape, k->system, 0);
    const real *const shift = k->system->tridiag.shift;
    bool above = true, below = true;
    for (int64_t i = 0; i < k->shape->n; i++) above &= l.b[i * l.step] >= 0, below &= l.b[i * l.step] <= 0;
    for (int64_t s = 0; s < k->shape->batch; s++) {
        above &= shift[s] >= 0 && shift[s] <= DIAGONAL_MOST;
        below &= shift[s] <= 0 && shift[s] >= -DIAGONAL_MOST;
    }
    return above || below;
}

/* That of one matrix for all: of the longest system, of which the others have the first rows. */
static struct dominance of_shared(const struct look *k)
{
    struct line l = line_of(k->shape, k->system, 0);
    struct dominance d;
    dominance_begin(&d);
    l.n = k->shape->n, l.shift = RC(-0.0);
    dominance_add_matrix(&d, &l, k->shape->tridiag.cyclic, k->factor, 0, l.n);
    dominance_spread(&d);
    return d;
}

static bool look(struct look *k, int threads)
{
    const bool shifted = k->shape->tridiag.shifted;
    dominance_begin(&k->known);
    if (k->shape->batch > 1 && shape_shared(k->shape) && (!shifted || shifts_enlarge(k))) {
        const struct dominance one = of_shared(k);
        const bool sound = dominance_of_matrix(&one, 0, k->shape->tridiag.cyclic);
        if (!shifted && !sound) return false;
        if (sound) k->known = one, k->matrix = false;
        if (sound && !k->right) return true;
    }
    if (k->shape->n >= 4 * PART && k->shape->batch < threads) return look_at_long(k, threads);
    return look_at_each(k, threads);
}

bool look_at_systems(const struct shape *shape, const struct system *system, real factor, int threads)
{
    struct look k = {.shape = shape, .system = system, .factor = factor, .matrix = true, .right = true};
    return look(&k, threads);
}

bool look_at_matrices(const struct shape *shape, const struct system *system, real factor, int threads)
{
    struct look k = {.shape = shape, .system = system, .factor = factor, .matrix = true};
    return look(&k, threads);
}
