/* info and outcome of a solve: what methods leave to the framework. */
#include <math.h>

#include "base/device/device.h"
#include "solvers/info.h"
#include "solvers/kind.h"

enum { PART = 1024 }; /* of info on the device, copied at a time */

static void clear(struct outcome *o)
{
    o->info = o->iterations = 0;
    o->error = o->condition = o->growth = o->residual = o->backward = (double)NAN;
    o->chosen = o->why = NULL;
}

struct system outcome_begin(struct outcome_storage *lent, const struct plan *p, const struct system *system)
{
    const bool by_outcome = kind_of(p->shape.kind)->by_outcome;
    struct system s = *system;
    if (!s.outcome && by_outcome) {
        lent->outcome.history = NULL;
        s.outcome = &lent->outcome;
    }
    if (s.outcome) clear(s.outcome);
    if (s.outcome && !s.info && !by_outcome && p->shape.batch == 1 && p->exec.space == HOST) s.info = &lent->info;
    return s;
}

/* Behind -info; the first one is that of rows. */
static const char *const texts[] = {
    "a pivot is zero or not finite, or x is not finite",
    [-SOLVED_BY_FALLBACK] = "solved, by the method that this one falls back to",
    [-NOT_CONVERGED] = "the iteration does not converge, or leaves no digits",
    [-INFO_UNKNOWN] = "whether all systems are solved is known where info is asked for",
    [-INACCURATE] = "x is not accurate, by its backward error",
    [-PIVOTS_GREW] = "elements grew in elimination without pivoting, and x may be wrong",
};

static const char *text_of(const struct solver *s, const struct shape *shape, int64_t info)
{
    const struct kind_ops *const kind = kind_of(shape->kind);
    const char *const own = kind->info_text ? kind->info_text(s, shape, info) : NULL;
    if (own || info == 0) return own ? own : "solved";
    return texts[info > 0 ? 0 : -info];
}

const char *solver_info_text(const struct shape *shape, int64_t info)
{
    return text_of(NULL, shape, info);
}

const char *plan_info_text(const struct plan *p, int64_t info)
{
    return text_of(p->solver, &p->shape, info);
}

/* info from x of each system, by rows. */
static void info_from_finite_x(const struct plan *p, const struct system *system)
{
#pragma omp parallel for schedule(static) num_threads(p->exec.threads) if (p->shape.batch > 1)
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const real *const x = system->x + shape_start(&p->shape, s);
        const int64_t rows = shape_rows(&p->shape, s);
        int64_t i = 0;
        while (i < rows && isfinite(x[i * p->shape.stride])) i++;
        system->info[s] = i < rows ? i + 1 : 0;
    }
}

/* *out: info of the first system that was not solved, in the order of systems; info is in the space of the plan. */
static enum status first_unsolved(const struct plan *p, const int64_t *info, int64_t *out)
{
    int64_t part[PART];
    *out = info ? 0 : INFO_UNKNOWN;
    if (!info && p->exec.space == DEVICE) return device_wait(&p->exec);
    for (int64_t from = 0; info && *out == 0 && from < p->shape.batch; from += PART) {
        const int64_t count = p->shape.batch - from < PART ? p->shape.batch - from : PART;
        const int64_t *here = info + from;
        if (p->exec.space == DEVICE) {
            TRY(device_copy(part, HOST, here, DEVICE, count * (int64_t)sizeof *part, &p->exec));
            here = part;
        }
        for (int64_t s = 0; s < count && *out == 0; s++)
            if (!info_is_good(here[s])) *out = here[s];
    }
    return ST_OK;
}

enum status outcome_end(const struct plan *p, const struct system *system)
{
    const struct kind_ops *const kind = kind_of(p->shape.kind);
    const bool reported = p->wrapper || p->solver->can & REPORTS_INFO;
    if (kind->by_outcome) {
        if (!system->info) return ST_OK;
        if (p->exec.space == HOST) return *system->info = system->outcome->info, ST_OK;
        return device_copy(system->info, DEVICE, &system->outcome->info, HOST, sizeof *system->info, &p->exec);
    }
    if (system->info && !reported) (kind->report ? kind->report : info_from_finite_x)(p, system);
    return system->outcome ? first_unsolved(p, system->info, &system->outcome->info) : ST_OK;
}
