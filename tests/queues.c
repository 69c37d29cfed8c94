#include "tests/queues.h"

const struct cloud clouds[CLOUDS] = {{16, 100, 7231},    {16, 500, 35431}, {16, 800, 56331}, {16, 1000, 70931},
                                     {16, 2000, 135931}, {32, 100, 14196}, {32, 500, 66196}, {32, 1000, 136696},
                                     {64, 100, 25215},   {64, 500, 127915}};

struct queue queue_of(enum preset preset, int64_t phases, int64_t levels, int64_t entries, double load)
{
    const int64_t kappas[] = {
        [TABLE2] = phases / 8 ? phases / 8 : 1, [EQ8_OPEN] = phases / 2, [EQ8_CLOSED] = phases - 2};
    const int64_t inside = levels * (3 * phases - 2);
    struct queue q = {
        preset,  levels,   phases, kappas[preset], entries ? entries : inside + (levels - 1) * 4 * phases / 5,
        .mu = 1, .eta = 1, .nu = 1};
    q.lambda = load * (double)levels * (double)q.kappa;
    return q;
}

static int64_t floor_share(const struct queue *q, int64_t j)
{
    return j * (q->entries - q->levels * (3 * q->phases - 2)) / (q->levels - 1);
}

/* Phases of level j from which a server is turned on, and of level j + 1 from which one is turned off. */
static int64_t turning(const struct queue *q, int64_t j, int64_t *off)
{
    const int64_t both = floor_share(q, j) - floor_share(q, j - 1);
    *off = both / 2;
    return both - *off;
}

static int64_t ceil_ratio(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static void rates(const void *of, int64_t level, double *const rate[MOVES])
{
    const struct queue *const q = of;
    const int64_t j = level + 1, k = q->phases, kappa = q->kappa;
    int64_t on = kappa + 1, off = 0, unused;
    if (q->preset == TABLE2) on = j < q->levels ? k - turning(q, j, &unused) : k;
    if (q->preset == TABLE2 && j > 1) turning(q, j - 1, &off), off--;
    for (int64_t p = 0; p < k; p++) {
        const int64_t i = level * kappa + p;
        const bool open = q->preset != EQ8_CLOSED || i <= j * kappa;
        rate[MOVE_NEXT][p] = p < k - 1 && open ? q->lambda : 0;
        rate[MOVE_BACK][p] = p > 0 ? (double)(i < j * kappa ? i : j * kappa) * q->mu : 0;
        rate[MOVE_RISE][p] =
            p >= on && p >= kappa && j < q->levels ? (double)ceil_ratio(p - on + 1, kappa) * q->eta : 0;
        rate[MOVE_FALL][p] = p <= off && p + kappa < k && j > 1 ? (double)ceil_ratio(off - p + 1, kappa) * q->nu : 0;
    }
}

struct levels queue_levels(const struct queue *q)
{
    return (struct levels){q->levels, q->phases, q->phases - q->kappa, rates, q};
}
