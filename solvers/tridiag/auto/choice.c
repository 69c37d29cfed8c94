/* Forms of a batch: many systems, long ones, few short ones, and others. */
#include "solvers/tridiag/auto/choice.h"

#include "base/either_precision.h"
#include "solvers/methods.h"

enum {
    MANY = 8,   /* systems from which they are solved together */
    LONG = 1024 /* rows from which one system is cut into parts */
};

#define DOMINANT "the rows looked at, about one in 16 and 256 at most, are diagonally dominant by rows or by columns"
#define NOT_DOMINANT "a row that was looked at is not diagonally dominant"
#define DECAYS "diagonals exceed the sums of the rows looked at by a sixteenth"
#define AGAIN "some again in long double"

static const struct auto_choice many = {
    .fast = &tridiag_thomas_simd,
    .safe = &tridiag_thomas_pivot_simd,
    .chosen = {{"thomas_simd", "thomas_simd, " AGAIN},
               {"thomas_pivot_simd", "thomas_pivot_simd, " AGAIN},
               {"thomas_simd and thomas_pivot_simd", "thomas_simd and thomas_pivot_simd, " AGAIN}},
    .why = {DOMINANT, NOT_DOMINANT, DOMINANT ", but some systems need pivots"},
};

/* Windows need an inverse that decays. Without it they are no faster than parts with pivoting, and less accurate where
 * the matrix is barely dominant and nearly singular. */
static const struct auto_choice one_long = {
    .fast = &tridiag_windows,
    .safe = &tridiag_partition_pivot,
    .is_long = true,
    .chosen = {{"windows", "windows, then long double"},
               {"partition_pivot", "partition_pivot, then long double"},
               {"windows and partition_pivot", "windows and partition_pivot, then long double"}},
    .why = {DECAYS, "diagonals do not exceed the sums of their rows by a sixteenth", DECAYS ", but not all others"},
};

static const struct auto_choice few = {
    .fast = &tridiag_thomas_simd,
    .safe = &tridiag_thomas_pivot,
    .chosen = {{"thomas_simd", "thomas_simd, " AGAIN}, {"thomas_pivot", "thomas_pivot, " AGAIN}},
    .why = {DOMINANT, NOT_DOMINANT},
};

static const struct auto_choice few_short = {
    .fast = &tridiag_twisted,
    .safe = &tridiag_thomas_pivot,
    .is_short = true,
    .chosen = {{"twisted", "twisted, " AGAIN},
               {"thomas_pivot", "thomas_pivot, " AGAIN},
               {"twisted and thomas_pivot", "twisted and thomas_pivot, " AGAIN}},
    .why = {"all rows are diagonally dominant", "a row is not diagonally dominant",
            "systems are diagonally dominant, but not all"},
};

const struct auto_choice *auto_choice_of(const struct shape *shape)
{
    if (shape->batch >= MANY) return &many;
    if (shape->n >= LONG && shape->stride == 1) return &one_long;
    const bool plain = !shape->reuse && !shape->tridiag.cyclic && !shape->tridiag.shifted;
    return shape->n < LONG && plain ? &few_short : &few;
}
