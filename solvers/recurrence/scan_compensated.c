/* Scan in two levels whose recurrences over blocks carry their rounding errors along: passes, source and cost in
 * scan.h.
 *
 * Sums by TwoSum (D. E. Knuth, The art of computer programming 2, 1969, section 4.2.2), products by TwoProduct with a
 * fused multiply-add, both as in T. Ogita, S. M. Rump, S. Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26,
 * 2005: a recurrence is as exact as in twice the precision, rounded once. The remaining errors are those within a
 * block. Some 40 flops a block more than in scan.
 *
 * Compiled without contraction: each operation is to be rounded by itself. */
#include <tgmath.h>

#include "solvers/recurrence/scan.h"

static struct scan_fine two_sum(real a, real b)
{
    const real sum = a + b, c = sum - a;
    return (struct scan_fine){sum, (a - (sum - c)) + (b - c)};
}

static struct scan_fine two_product(real a, real b)
{
    const real product = a * b;
    return (struct scan_fine){product, fma(a, b, -product)};
}

/* weight * v + own */
static struct scan_fine advance(struct scan_fine weight, struct scan_fine v, real own)
{
    const struct scan_fine p = two_product(weight.high, v.high), s = two_sum(p.high, own);
    return (struct scan_fine){s.high, (weight.high * v.low + weight.low * v.high) + (p.low + s.low)};
}

static void over_blocks(const struct scan_blocks *b)
{
    struct scan_fine y = {0}, x = {0};
    for (int64_t k = 0; k < b->count; k++) {
        const real own = b->y[k];
        b->y[k] = y.high + y.low;
        y = advance(b->down, y, own);
    }
    for (int64_t k = b->count - 1; k >= 0; k--) {
        const struct scan_fine of_block = {b->coupling ? b->coupling[k] : 0},
                               coupling = b->coupling ? of_block : b->coupled;
        const struct scan_fine own = advance(coupling, (struct scan_fine){b->y[k]}, b->x[k]);
        b->x[k] = x.high + x.low;
        x = advance(b->up, x, own.high);
        x.low += own.low;
    }
}

static const struct scan_method method = SCAN_METHOD(over_blocks);

const struct solver recurrence_scan_compensated = {
    .method = "scan_compensated",
    .about = "scan in two levels that carries rounding errors along, for many rows",
    .source = "Blelloch 1990; Ogita, Rump, Oishi 2005; lanes, and both directions in one: this program",
    .kind = KIND_RECURRENCE,
    .space = HOST,
    .can = CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_SCALE | DETERMINISTIC,
    .options = scan_ahead_table,
    .options_bytes = sizeof(struct scan_ahead_options),
    .variant = &method,
    .hooks = &recurrence_hooks,
};
