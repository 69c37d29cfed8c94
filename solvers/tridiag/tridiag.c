/* The kind of tridiagonal systems: cyclic ones through plans for plain ones, and info where a method does not set it.
 */
#include "solvers/batch/cyclic.h"
#include "solvers/batch/info.h"
#include "solvers/kind.h"

static void report(const struct plan *p, const struct system *system)
{
    if (system->tridiag.info && !(p->solver->can & REPORTS_INFO))
        info_report(&p->shape, &system->tridiag, p->exec.threads);
}

const struct kind_ops kind_tridiag = {.name = "tridiag", .after = report, .wrapper = &cyclic_wrapper};
