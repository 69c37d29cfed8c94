/* Recurrences for the conformance suite: every layout, sizes, scales of their own or one for all, all residues of rows.
 */
#include "tests/conformance/conformance.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/support/recurrence_cases.h"

enum { SHARED = 1, SIZES = 2, SCALED = 4, VARIANTS = 8 };
enum { ERROR_MAX = 16 };                     /* in units of eps and of the same recurrence through absolute values */
enum { LAYOUT, VARIANT, COEFFICIENT, DRAW }; /* of kind_case.choice */
enum { GROUP_LAYOUTS, GROUP_ROWS, GROUP_THREADS };

struct tried {
    struct recurrence_case c;
    int64_t *info;
    struct outcome outcome;
};

static const char *const names[] = {"layouts", "rows", "threads", NULL};

/* Coefficients and kinds of data are used in rotation. */
static bool take_turn(struct kind_case *c, int threads)
{
    static int turn;
    turn++;
    c->choice[COEFFICIENT] = turn % COEFFICIENTS;
    c->choice[DRAW] = c->choice[COEFFICIENT] < WHOLE ? DRAW_WHOLE : DRAW_RANDOM;
    c->threads = threads;
    return true;
}

static bool case_of_layouts(int64_t index, struct kind_case *c)
{
    static const int64_t rows[] = {1, 2, 3, 5, 8, 31, 97, 257}, batches[] = {0, 1, 2, 37};
    const int64_t k = index % 32;
    c->choice[LAYOUT] = (int)(index / 32 / VARIANTS), c->choice[VARIANT] = (int)(index / 32 % VARIANTS);
    c->n = rows[k / 4], c->batch = batches[k % 4];
    return index < 32 * VARIANTS * LAYOUTS && take_turn(c, k % 5 ? 1 : 3);
}

/* All residues of the numbers of rows that methods group, then powers of two and their neighbours. */
static bool case_of_rows(const struct solver *s, int64_t index, struct kind_case *c)
{
    enum { ONE_BY_ONE = 2099, BY_37 = 214, POWERS = 18 };
    const int64_t power = index - ONE_BY_ONE - BY_37;
    c->n = index < ONE_BY_ONE           ? 1 + index
           : index < ONE_BY_ONE + BY_37 ? 2100 + 37 * (index - ONE_BY_ONE)
                                        : (2048 << power / 3) - 1 + power % 3;
    c->batch = 1;
    c->choice[VARIANT] = c->n % 3 == 0 && (s->can & CAN_SCALE) ? SCALED : 0;
    return power < POWERS && take_turn(c, c->n % 4 == 1);
}

static bool case_of_threads(const struct solver *s, int64_t index, struct kind_case *c)
{
    static const int64_t rows[] = {1, 2, 3, 100, 1023, 1024, 1025, 4099, 16384, 20011}, batches[] = {1, 3, 11};
    const int64_t i = index / 2;
    if (i >= 30) return false;
    c->n = rows[i / 3], c->batch = batches[i % 3];
    c->choice[LAYOUT] = 1, c->choice[VARIANT] = index % 2 && (s->can & CAN_SCALE) ? SCALED : 0;
    return take_turn(c, 8);
}

static bool case_at(const struct solver *s, int group, int64_t index, struct kind_case *c)
{
    static const int64_t rows[] = {1, 2, 3, 9, 64, 97, 1000, 1024, 4099};
    if (group == GROUP_LAYOUTS) return case_of_layouts(index, c);
    if (group == GROUP_ROWS) return case_of_rows(s, index, c);
    if (group == GROUP_THREADS) return case_of_threads(s, index, c);
    if (group == TWINS || (group == FEW && index > 0) || index >= 54) return false;
    c->n = group == FEW ? 99 : rows[index % 9], c->batch = group == FEW ? 3 : 1 + index / 9 % 3;
    c->choice[LAYOUT] = group == FEW ? 0 : (int)(index % 2);
    return take_turn(c, 2);
}

static void describe(const struct kind_case *c, char *out, size_t size)
{
    const int v = c->choice[VARIANT];
    snprintf(out, size, ", %s%s%s%s, coefficients %d, draw %d", layouts[c->choice[LAYOUT]].name,
             v & SHARED ? ", shared" : "", v & SIZES ? ", sizes" : "", v & SCALED ? ", scaled" : "",
             c->choice[COEFFICIENT], c->choice[DRAW]);
}

static void *make(const struct kind_case *c, const struct solver *s, uint64_t *seed)
{
    struct tried *const t = calloc(1, sizeof *t);
    struct shape shape = layouts[c->choice[LAYOUT]].make(c->n, c->batch);
    shape.kind = KIND_RECURRENCE;
    if (c->choice[VARIANT] & SHARED) shape.matrix = matrix_layout_shared();
    shape.recurrence.scaled = c->choice[VARIANT] & SCALED;
    if (!t || !(t->info = calloc((size_t)c->batch + 1, sizeof *t->info))) abort();
    t->c = recurrence_case_make(&shape, c->choice[VARIANT] & SIZES, coefficients[c->choice[COEFFICIENT]],
                                (enum draw)c->choice[DRAW], seed);
    return t;
}

static void release(void *problem)
{
    struct tried *const t = problem;
    if (!t) return;
    recurrence_case_free(&t->c);
    free(t->info);
    free(t);
}

static const struct shape *shape(const void *problem)
{
    return &((const struct tried *)problem)->c.shape;
}

static enum status send(void *problem, const struct exec *exec, struct system *out)
{
    struct tried *const t = problem;
    recurrence_case_reset(&t->c);
    for (int64_t s = 0; s <= t->c.shape.batch; s++) t->info[s] = -7;
    *out = recurrence_case_system(&t->c);
    out->info = t->info;
    out->outcome = &t->outcome;
    return ST_OK;
}

static enum status fetch(void *problem, const struct exec *exec)
{
    return ST_OK;
}

static void judge(const void *problem, const struct solver *s)
{
    const struct tried *const t = problem;
    for (int64_t k = 0; k < t->c.shape.batch; k++)
        conform(t->info[k] == 0, "info %lld of system %lld", (long long)t->info[k], (long long)k);
    conform(t->outcome.info == 0, "info %lld of the outcome", (long long)t->outcome.info);
    const double error = recurrence_case_error(&t->c);
    conform(error <= ERROR_MAX, "error %.3g eps", error);
}

static bool intact(const void *problem)
{
    const struct tried *const t = problem;
    return recurrence_case_intact(&t->c) && t->info[t->c.shape.batch] == -7;
}

static const real *x(const void *problem, int64_t *count)
{
    const struct tried *const t = problem;
    *count = t->c.x.count;
    return t->c.x.v;
}

static const struct outcome *outcome(const void *problem)
{
    return &((const struct tried *)problem)->outcome;
}

static bool lacks(const struct solver *s, const struct shape *of)
{
    return (of->stride != 1 && !(s->can & CAN_STRIDE)) || (of->sizes && !(s->can & CAN_SIZES)) ||
           (of->starts && !(s->can & CAN_RAGGED)) || (shape_shared(of) && !(s->can & CAN_SHARED)) ||
           (of->recurrence.scaled && !(s->can & CAN_SCALE));
}

static int invalid_shapes(struct shape out[INVALID_MAX])
{
    for (int i = 0; i < 3; i++) {
        out[i] = shape_contiguous(4, 3);
        out[i].kind = KIND_RECURRENCE;
    }
    out[0].n = 0;
    out[1].batch = -1;
    out[2].dist = 3;
    return 3;
}

/* Two additions per row, and one value read and one written. */
static struct cost least(const struct shape *of)
{
    const double rows = (double)of->n * (double)of->batch;
    return (struct cost){.flops = 2 * rows, .bytes = 2 * rows * (double)sizeof(real)};
}

const struct kind_cases cases_recurrence = {
    .groups = names,
    .whole_numbers = true,
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
