/* The places of subsystems in memory. */
#include "solvers/tridiag/reduction/subsystems.h"

/* Subsystems of at least so many rows are padded, so that they do not begin in the same sets of the caches. */
enum { LONG = 4096 };

struct subsystem subsystem_of(const struct subsystems *c, int64_t s)
{
    const int64_t short_rows = c->n >> c->levels, long_subsystems = c->n - (short_rows << c->levels);
    struct subsystem own = {.rows = short_rows + (s < long_subsystems)};
    if (!c->shuffled) {
        const int64_t packed = s * short_rows + (s < long_subsystems ? s : long_subsystems);
        own.start = short_rows < LONG ? packed : s * padded_length(short_rows + 1);
        return own;
    }
    int64_t rows = c->n;
    for (int level = 0; level < c->levels; level++) {
        const int64_t even = rows - rows / 2;
        if (s >> level & 1) own.start += even, rows -= even;
        else rows = even;
    }
    return own;
}

int64_t subsystems_workspace(int64_t n)
{
    return padded_length(n + n / 64);
}

struct tridiag_rows subsystems_at(real *workspace, int64_t n)
{
    const int64_t padded = subsystems_workspace(n);
    return (struct tridiag_rows){workspace, workspace + padded, workspace + 2 * padded, workspace + 3 * padded};
}
