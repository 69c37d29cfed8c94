/* Lines of random numbers for the conformance suite, every type of transform, with the sums that define it in long
 * double: root mean square errors of at most 2 eps log2 n of the largest line. */
#include "tests/conformance/conformance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

enum { LAYOUT, TYPE, SCALED }; /* of kind_case.choice */
enum { GROUP_LAYOUTS, GROUP_LENGTHS };

struct tried {
    struct shape shape;
    int64_t *starts;
    struct guarded x;
    double *exact; /* by position in x */
    real factor;
    int64_t *info;
    struct outcome outcome;
    real *away; /* on the device, guards and all */
    int64_t *info_away;
};

static const char *const names[] = {"layouts", "lengths", NULL};

static const struct option *effort_of(const struct solver *s)
{
    return s->options ? option_find(s->options, "effort") : NULL;
}

/* Plans that are tried out take long; tests of options make some. Lines go in many chunks, or in one. */
static bool choose(const struct solver *s, struct kind_case *c, int threads)
{
    c->threads = threads;
    if (effort_of(s)) snprintf(c->options, sizeof c->options, "effort = \"estimate\"; ");
    if (s->options && option_find(s->options, "chunk") && (c->n + c->batch) % 2)
        snprintf(c->options, sizeof c->options, "chunk = %d; ", c->batch > 33 ? 17 : 1);
    return true;
}

static bool case_of_layouts(const struct solver *s, int64_t index, struct kind_case *c)
{
    static const int64_t lengths[] = {8, 3, 20, 1, 64, 2, 35}, batches[] = {37, 1, 3, 0};
    const int64_t k = index / TRANSFORM_TYPES / LAYOUTS;
    c->choice[TYPE] = (int)(index % TRANSFORM_TYPES);
    c->choice[LAYOUT] = (int)(index / TRANSFORM_TYPES % LAYOUTS);
    c->choice[SCALED] = index % 3 == 0;
    c->n = lengths[(k + index) % 7], c->batch = batches[(k + index / 7) % 4];
    return k < 7 && choose(s, c, index % 5 ? 1 : 3);
}

/* Every small length, then lengths of one prime, of several, and primes. */
static bool case_of_lengths(const struct solver *s, int64_t index, struct kind_case *c)
{
    static const int64_t beyond[] = {97, 100, 121, 128, 169, 200, 243, 256, 257, 320, 343, 512, 1000, 1001, 1009, 1024};
    const int64_t k = index / TRANSFORM_TYPES, more = (int64_t)(sizeof beyond / sizeof *beyond);
    c->choice[TYPE] = (int)(index % TRANSFORM_TYPES);
    c->n = k < 66 ? k + 1 : beyond[(k - 66) % more];
    c->batch = k % 3 ? 1 : 17;
    return k < 66 + more && choose(s, c, 1);
}

static bool case_at(const struct solver *s, int group, int64_t index, struct kind_case *c)
{
    if (group == GROUP_LAYOUTS) return case_of_layouts(s, index, c);
    if (group == GROUP_LENGTHS) return case_of_lengths(s, index, c);
    if (group == TWINS || (group == FEW && index > 0) || index >= TRANSFORM_TYPES) return false;
    c->n = group == FEW ? 30 : 12 + 5 * index, c->batch = 5;
    c->choice[TYPE] = group == FEW ? DCT2 : (int)index;
    return group == FEW ? choose(s, c, 2) : (c->threads = 2, true);
}

static void describe(const struct kind_case *c, char *out, size_t size)
{
    snprintf(out, size, ", %s, %s%s", transform_name((enum transform_type)c->choice[TYPE]),
             layouts[c->choice[LAYOUT]].name, c->choice[SCALED] ? ", scaled" : "");
}

/* Sums of products with cosines of multiples of 2 pi / q, by a table of a full circle. */
struct circle {
    int64_t q;
    long double *cosine;
};

static long double cosine(const struct circle *c, int64_t p)
{
    return c->cosine[(p % c->q + c->q) % c->q];
}

static long double sine(const struct circle *c, int64_t p)
{
    return cosine(c, p - c->q / 4);
}

/* y_k of the definitions in transform.h, with x_j at x + j step. */
static long double sum(enum transform_type type, const struct circle *c, int64_t n, int64_t k, const real *x,
                       int64_t stride)
{
    long double y = 0;
    for (int64_t j = 0; j < n; j++) {
        const long double v = (long double)x[j * stride];
        const bool ends = j == 0 || j == n - 1;
        switch (type) {
        case HALF_COMPLEX: y += 2 * k <= n ? v * cosine(c, 8 * j * k) : -v * sine(c, 8 * j * (n - k)); break;
        case REAL:
            if (j == 0) y += v;
            else if (2 * j == n) y += k % 2 ? -v : v;
            else y += 2 * j < n ? 2 * v * cosine(c, 8 * j * k) : -2 * v * sine(c, 8 * (n - j) * k);
            break;
        case DCT1: y += (ends ? 1 : 2) * v * cosine(c, 4 * j * k); break;
        case DCT2: y += 2 * v * cosine(c, 2 * (2 * j + 1) * k); break;
        case DCT3: y += (j ? 2 : 1) * v * cosine(c, 2 * j * (2 * k + 1)); break;
        case DCT4: y += 2 * v * cosine(c, (2 * j + 1) * (2 * k + 1)); break;
        case DST1: y += 2 * v * sine(c, 4 * (j + 1) * (k + 1)); break;
        case DST2: y += 2 * v * sine(c, 2 * (2 * j + 1) * (k + 1)); break;
        case DST3: y += j == n - 1 ? (k % 2 ? -v : v) : 2 * v * sine(c, 2 * (j + 1) * (2 * k + 1)); break;
        default: y += 2 * v * sine(c, (2 * j + 1) * (2 * k + 1));
        }
    }
    return y;
}

static struct circle circle_of(enum transform_type type, int64_t n)
{
    struct circle c = {.q = 8 * (type == DCT1 ? n - 1 : type == DST1 ? n + 1 : n)};
    c.cosine = malloc((size_t)c.q * sizeof *c.cosine);
    if (!c.cosine) abort();
    for (int64_t p = 0; p < c.q; p++)
        c.cosine[p] = cosl(2 * 3.141592653589793238462643383L * (long double)p / (long double)c.q);
    return c;
}

static void *make(const struct kind_case *c, const struct solver *s, uint64_t *seed)
{
    const enum transform_type type = (enum transform_type)c->choice[TYPE];
    if (type == DCT1 && c->n < 2) return NULL;
    struct tried *const t = calloc(1, sizeof *t);
    if (!t || !(t->info = calloc((size_t)c->batch + 1, sizeof *t->info))) abort();
    t->shape = layouts[c->choice[LAYOUT]].make(c->n, c->batch);
    t->shape.kind = KIND_TRANSFORM;
    t->shape.transform.type = type;
    if (t->shape.starts) t->shape.starts = t->starts = starts_of(&t->shape);
    t->factor = c->choice[SCALED] ? RC(0.375) : 0;
    t->x = guarded_make(shape_extent(&t->shape));
    t->exact = calloc((size_t)t->x.count + 1, sizeof *t->exact);
    if (!t->exact) abort();
    const struct circle circle = circle_of(type, c->n);
    for (int64_t q = 0; q < c->batch; q++) {
        const int64_t start = shape_start(&t->shape, q), stride = t->shape.stride;
        for (int64_t j = 0; j < c->n; j++) t->x.before[start + j * stride] = (real)(2 * random_unit(seed) - 1);
        for (int64_t k = 0; k < c->n; k++)
            t->exact[start + k * stride] =
                (double)(sum(type, &circle, c->n, k, t->x.before + start, stride) * (t->factor != 0 ? t->factor : 1));
    }
    free(circle.cosine);
    return t;
}

static void release(void *problem)
{
    struct tried *const t = problem;
    if (!t) return;
    guarded_free(t->x);
    free(t->exact);
    free(t->starts);
    free(t->info);
    free(t);
}

static const struct shape *shape(const void *problem)
{
    return &((const struct tried *)problem)->shape;
}

static int64_t bytes_of(const struct tried *t)
{
    return (t->x.count + 2 * GUARD) * (int64_t)sizeof(real);
}

static int64_t info_bytes(const struct tried *t)
{
    return (t->shape.batch + 1) * (int64_t)sizeof *t->info;
}

static enum status send_away(struct tried *t, const struct exec *exec, struct system *out)
{
    TRY(mem_alloc(&t->away, DEVICE, bytes_of(t)));
    TRY(mem_alloc(&t->info_away, DEVICE, info_bytes(t)));
    TRY(device_copy(t->away, DEVICE, t->x.v - GUARD, HOST, bytes_of(t), exec));
    out->x = t->away + GUARD, out->info = t->info_away;
    return device_copy(t->info_away, DEVICE, t->info, HOST, info_bytes(t), exec);
}

static enum status send(void *problem, const struct exec *exec, struct system *out)
{
    struct tried *const t = problem;
    memcpy(t->x.v, t->x.before, (size_t)t->x.count * sizeof(real));
    for (int64_t q = 0; q <= t->shape.batch; q++) t->info[q] = -7;
    *out = (struct system){
        .kind = KIND_TRANSFORM, .transform = {t->factor}, .x = t->x.v, .info = t->info, .outcome = &t->outcome};
    return exec->space == DEVICE ? send_away(t, exec, out) : ST_OK;
}

static enum status fetch(void *problem, const struct exec *exec)
{
    struct tried *const t = problem;
    if (exec->space == HOST) return ST_OK;
    enum status s = device_wait(exec);
    if (s == ST_OK) s = device_copy(t->x.v - GUARD, HOST, t->away, DEVICE, bytes_of(t), exec);
    if (s == ST_OK) s = device_copy(t->info, HOST, t->info_away, DEVICE, info_bytes(t), exec);
    t->away = mem_free(t->away), t->info_away = mem_free(t->info_away);
    return s;
}

/* The sum of the squares of the transform of line q. */
static double square_of(const struct tried *t, int64_t q)
{
    const int64_t start = shape_start(&t->shape, q);
    double sum = 0;
    for (int64_t k = 0; k < t->shape.n; k++) sum += pow(t->exact[start + k * t->shape.stride], 2);
    return sum;
}

static void judge(const void *problem, const struct solver *s)
{
    const struct tried *const t = problem;
    const int64_t n = t->shape.n;
    const double bound = 2 * (double)REAL_EPS * fmax(1, log2((double)n));
    conform(t->outcome.info == 0, "info %lld of the outcome", (long long)t->outcome.info);
    double largest = 0; /* methods may take two lines together: rounding is relative to the larger one */
    for (int64_t q = 0; q < t->shape.batch; q++) largest = fmax(largest, square_of(t, q));
    for (int64_t q = 0; q < t->shape.batch; q++) {
        const int64_t start = shape_start(&t->shape, q);
        double off = 0;
        conform(t->info[q] == 0, "info %lld of line %lld", (long long)t->info[q], (long long)q);
        for (int64_t k = 0; k < n; k++) {
            const double exact = t->exact[start + k * t->shape.stride];
            off += pow((double)t->x.v[start + k * t->shape.stride] - exact, 2);
        }
        conform(sqrt(off) <= bound * sqrt(largest), "error %.3g eps of line %lld, more than %.3g",
                sqrt(off / largest) / (double)REAL_EPS, (long long)q, bound / (double)REAL_EPS);
    }
}

/* Everything between the lines, and info after the last. */
static bool intact(const void *problem)
{
    const struct tried *const t = problem;
    struct guarded g = t->x;
    if (t->info[t->shape.batch] != -7) return false;
    real *const values = malloc((size_t)(t->x.count + 1) * sizeof *values);
    if (!values) abort();
    memcpy(values, t->x.before, (size_t)t->x.count * sizeof *values);
    for (int64_t q = 0; q < t->shape.batch; q++)
        for (int64_t j = 0; j < t->shape.n; j++) {
            const int64_t at = shape_start(&t->shape, q) + j * t->shape.stride;
            g.before[at] = g.v[at];
        }
    const bool same = guarded_same(g);
    memcpy(t->x.before, values, (size_t)t->x.count * sizeof *values);
    free(values);
    return same;
}

static const real *x(const void *problem, int64_t *count)
{
    const struct tried *const t = problem;
    *count = t->x.count;
    return t->x.v;
}

static const struct outcome *outcome(const void *problem)
{
    return &((const struct tried *)problem)->outcome;
}

static bool lacks(const struct solver *s, const struct shape *of)
{
    return (of->stride != 1 && !(s->can & CAN_STRIDE)) || (of->starts && !(s->can & CAN_RAGGED));
}

static int invalid_shapes(struct shape out[INVALID_MAX])
{
    for (int i = 0; i < 5; i++) out[i] = shape_contiguous(4, 3), out[i].kind = KIND_TRANSFORM;
    out[0].n = 0;
    out[1].batch = -1;
    out[2].matrix = matrix_layout_shared();
    out[3].transform.type = TRANSFORM_TYPES;
    out[4].n = 1, out[4].transform.type = DCT1;
    return 5;
}

/* One value read and written, and about half of the fewest known operations. */
static struct cost least(const struct shape *of)
{
    const double values = (double)of->n * (double)of->batch;
    return (struct cost){.flops = values * log2((double)of->n), .bytes = 2 * values * (double)sizeof(real)};
}

const struct kind_cases cases_transform = {
    .groups = names,
    .case_at = case_at,
    .describe = describe,
    .make = make,
    .free = release,
    .shape = shape,
    .send = send,
    .fetch = fetch,
    .judge = judge,
    .intact = intact,
    .x = x,
    .outcome = outcome,
    .lacks = lacks,
    .invalid_shapes = invalid_shapes,
    .least = least,
};
