/* The kind of tridiagonal systems: copies of matrices that a method cannot read as they are, cyclic systems through
 * plans for plain ones, and info where a method does not set it. */
#include "solvers/batch/copies.h"
#include "solvers/batch/cyclic.h"
#include "solvers/batch/info.h"
#include "solvers/kind.h"

static void report(const struct plan *p, const struct system *system)
{
    info_report(&p->shape, system, p->exec.threads);
}

static bool is_shifted(const struct shape *s)
{
    return s->tridiag.shifted;
}

static const struct capability capabilities_of_tridiag[] = {
    {CAN_SHIFT, "shift", "a value a system added to the diagonal", is_shifted, "a shifted diagonal is not supported"},
    {0}};

/* Copies are made before the ends of cyclic systems are split off: once, for both solves. */
static const struct wrapper *const wrappers[] = {&copies_wrapper, &cyclic_wrapper, NULL};

const struct kind_ops kind_tridiag = {
    .name = "tridiag",
    .capabilities = capabilities_of_tridiag,
    .report = report,
    .wrappers = wrappers,
};
