/* Scan in two levels: passes, source, stability and cost in scan.h. The recurrences over blocks are evaluated as
 * written there, so that the error is that of sums of n / B terms. */
#include "solvers/recurrence/scan.h"

static void over_blocks(const struct scan_blocks *b)
{
    real y = 0, x = 0;
    for (int64_t k = 0; k < b->count; k++) {
        const real own = b->y[k];
        b->y[k] = y;
        y = own + b->down.high * y;
    }
    for (int64_t k = b->count - 1; k >= 0; k--) {
        const real own = b->x[k] + (b->coupling ? b->coupling[k] : b->coupled.high) * b->y[k];
        b->x[k] = x;
        x = own + b->up.high * x;
    }
}

static const struct scan_method method = SCAN_METHOD(over_blocks);

const struct solver recurrence_scan = {
    .method = "scan",
    .about = "scan in two levels, a block of rows in each lane of a vector",
    .source = "Blelloch 1990; lanes, and both directions in one: this program",
    .kind = KIND_RECURRENCE,
    .space = HOST,
    .can = CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_SCALE | DETERMINISTIC,
    .options = scan_ahead_table,
    .options_bytes = sizeof(struct scan_ahead_options),
    .variant = &method,
    .hooks = &recurrence_hooks,
};
