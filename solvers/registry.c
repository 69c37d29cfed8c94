/* The methods that exist, and finding one by name. */
#include <string.h>

#include "base/spelling.h"
#include "solvers/solver.h"

static const struct solver *const table[] = {
#define SOLVER(id) &id,
#ifdef BANDSTAND_CUDA
#define SOLVER_DEVICE(id, kind, method) &id,
#else
#define SOLVER_DEVICE(id, kind, method)
#endif
#include "solvers/list.h"
#undef SOLVER
#undef SOLVER_DEVICE
};

/* What this binary would have if it had been built with CUDA. */
static const struct absent {
    enum kind kind;
    const char *method;
} absent[] = {
#define SOLVER(id)
#ifdef BANDSTAND_CUDA
#define SOLVER_DEVICE(id, kind, method)
#else
#define SOLVER_DEVICE(id, kind, method) {kind, method},
#endif
#include "solvers/list.h"
#undef SOLVER
#undef SOLVER_DEVICE
    {KIND_COUNT, ""}};

enum { SOLVERS = sizeof table / sizeof *table };

size_t solver_count(void)
{
    return SOLVERS;
}

const struct solver *solver_at(size_t i)
{
    return table[i];
}

const char *kind_name(enum kind kind)
{
    static const char *const names[KIND_COUNT] = {[KIND_TRIDIAG] = "tridiag"};
    return names[kind];
}

enum status solver_find(enum kind kind, const char *method, enum space space, const struct solver **out)
{
    const char *names[SOLVERS];
    char advice[512];
    size_t count = 0;
    const struct solver *elsewhere = NULL;

    *out = NULL;
    for (size_t i = 0; i < SOLVERS; i++) {
        if (table[i]->kind != kind) continue;
        if (table[i]->space == space) names[count++] = table[i]->method;
        if (strcmp(table[i]->method, method)) continue;
        if (table[i]->space != space) {
            elsewhere = table[i];
            continue;
        }
        *out = table[i];
        return ST_OK;
    }
    for (const struct absent *a = absent; space == DEVICE && a->kind != KIND_COUNT; a++)
        if (a->kind == kind && !strcmp(a->method, method))
            return fail(ST_REFUSED, "%s method '%s' exists for the device, but this binary was built without CUDA",
                        kind_name(kind), method);
    if (elsewhere)
        return fail(ST_REFUSED, "%s method '%s' exists for the %s only, not for the %s", kind_name(kind), method,
                    space_name(elsewhere->space), space_name(space));
    return fail(ST_CONFIG, "no %s method '%s'%s", kind_name(kind), method,
                spelling_advice(method, names, count, advice, sizeof advice));
}
