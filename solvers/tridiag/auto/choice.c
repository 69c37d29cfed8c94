/* Three forms of a batch: many systems, long ones, and few short ones. */
#include "solvers/tridiag/auto/choice.h"

#include "solvers/methods.h"

enum {
    MANY = 8,   /* systems from which they are solved side by side */
    LONG = 1024 /* rows from which one system is cut into parts */
};

static const struct auto_choice many = {
    .fast = &tridiag_thomas_simd,
    .safe = &tridiag_thomas_pivot_simd,
    .factor = 1,
    .chosen = {{"thomas_simd"},
               {"thomas_pivot_simd", "thomas_pivot_simd, some again in long double"},
               {"thomas_simd and thomas_pivot_simd", "thomas_simd and thomas_pivot_simd, some again in long double"}},
    .why = {"all systems are diagonally dominant", "not all systems are diagonally dominant",
            "some parts of the batch are diagonally dominant"},
};

/* Windows need an inverse that decays. Without it they are no faster than parts with pivoting, and less accurate where
 * the matrix is barely dominant and nearly singular. */
static const struct auto_choice one_long = {
    .fast = &tridiag_windows,
    .safe = &tridiag_partition_pivot,
    .factor = RC(17.0) / 16,
    .is_long = true,
    .chosen = {{"windows"},
               {"partition_pivot", "partition_pivot, then thomas_pivot or long double"},
               {"windows and partition_pivot", "windows and partition_pivot, then thomas_pivot or long double"}},
    .why = {"diagonals exceed the sums of their rows by a sixteenth",
            "diagonals do not exceed the sums of their rows by a sixteenth",
            "diagonals of some systems exceed the sums of their rows by a sixteenth"},
};

static const struct auto_choice few = {
    .fast = &tridiag_thomas_simd,
    .safe = &tridiag_thomas_pivot,
    .factor = 1,
    .chosen = {{"thomas_simd"}, {"thomas_pivot", "thomas_pivot, some again in long double"}},
    .why = {"all systems are diagonally dominant", "not all systems are diagonally dominant"},
};

const struct auto_choice *auto_choice_of(const struct shape *shape)
{
    if (shape->batch >= MANY) return &many;
    return shape->n >= LONG && shape->step == 1 ? &one_long : &few;
}
