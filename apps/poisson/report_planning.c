/* Reports the plans of FFTW: by where they come from the last digits of a run may differ. */
#include "apps/poisson/report.h"
#include "base/result/caveats.h"

void planning_doubt(const struct instance *x)
{
    const struct fftw_planning *const p = &x->planning;
    if (p->renewed == 0) return;
    caveat("FFTW's plans for %lld kinds of lines were learned again, since one took %.3g times the most that is not "
           "slow: last digits may differ from those of earlier runs",
           (long long)p->renewed, p->slowness);
}

enum status report_planning(const struct instance *x, struct sim *sim)
{
    const struct fftw_planning *const p = &x->planning;
    if (p->known + p->learned + p->estimated == 0) return ST_OK;
    metrics_put(&sim->metrics, "seconds_planning", p->seconds);
    metrics_put(&sim->metrics, "plans_known", (double)p->known);
    metrics_put(&sim->metrics, "plans_learned", (double)p->learned);
    metrics_put(&sim->metrics, "plans_renewed", (double)p->renewed);
    TRY(answers_put_method(&sim->answers, NULL, "planning", p->seconds, "s"));
    if (p->estimated)
        return answers_place(&sim->answers, "of %s: %lld plans by estimate", fftw_release(), (long long)p->estimated);
    if (p->renewed)
        return answers_place(&sim->answers,
                             "of %s: %lld plans known, %lld learned; %lld of these were slow, and learned "
                             "again",
                             fftw_release(), (long long)p->known, (long long)p->learned, (long long)p->renewed);
    return answers_place(&sim->answers, "of %s: %lld plans known, %lld learned", fftw_release(), (long long)p->known,
                         (long long)p->learned);
}
