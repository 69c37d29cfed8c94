/* Reports the plans of FFTW: the last digits of a run may depend on the source of the plans. Times and counts change
 * from run to run, so that they are metrics; answers have the same bits on any number of threads and ranks. */
#include "apps/poisson/report.h"
#include "base/result/caveats.h"

void planning_doubt(const struct instance *x)
{
    const struct fftw_planning *const p = &x->planning;
    if (p->renewed == 0) return;
    caveat("FFTW's plans for %lld kinds of lines were learned again, since one took %.3g times the limit for slow "
           "plans: last digits may differ from those of earlier runs",
           (long long)p->renewed, p->slowness);
}

void report_planning(const struct instance *x, struct sim *sim)
{
    const struct fftw_planning *const p = &x->planning;
    if (p->known + p->learned + p->estimated == 0) return;
    metrics_put(&sim->metrics, "seconds_planning", p->seconds);
    metrics_put(&sim->metrics, "plans_known", (double)p->known);
    metrics_put(&sim->metrics, "plans_learned", (double)p->learned);
    metrics_put(&sim->metrics, "plans_renewed", (double)p->renewed);
    metrics_put(&sim->metrics, "plans_estimated", (double)p->estimated);
}
