/* Finds the values of formulas that runs share. */
#define _GNU_SOURCE /* open_memstream */
#include "apps/bvp/problem/sharing.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/either_precision.h"
#include "base/memory.h"

static double formula_bytes(const struct field_spec *spec, int64_t places)
{
    const bool kept = spec->form == FIELD_EXPRESSION && places <= COEFFICIENT_KEPT;
    return kept ? (double)places * (double)sizeof(double) : 0;
}

static double grid_bytes(const struct bvp_params *p, int64_t intervals)
{
    return formula_bytes(&p->p, 2 * intervals) + formula_bytes(&p->q, intervals + 1) +
           formula_bytes(&p->f, intervals + 1) + formula_bytes(&p->exact, intervals + 1);
}

double sharing_bytes(const struct bvp_params *p)
{
    enum { SHARE = 8 }; /* of the memory: 1 of so many */
    double bytes = 0;
    if (p->nodes.form == FIELD_DATASET) return 0;
    for (int64_t k = 0; k < p->intervals.count; k++) bytes += grid_bytes(p, p->intervals.v[k]);
    return bytes <= (double)mem_machine_bytes() / SHARE ? bytes : 0;
}

bool sharing_takes(const struct bvp_params *p, const struct field_spec *spec, int64_t places)
{
    return formula_bytes(spec, places) > 0 && sharing_bytes(p) > 0;
}

/* Caller frees; NULL: no memory. */
static char *key_of(const struct bvp_params *p, const char *role, int64_t intervals)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "%s on %lld intervals\n", role, (long long)intervals);
    options_print(out, bvp_table, p, 0);
    const bool written = !ferror(out);
    if (fclose(out) == 0 && written) return text;
    free(text);
    return NULL;
}

enum status sharing_find(struct evaluated *from, const struct bvp_params *p, const struct field_spec *spec,
                         const char *role, int64_t intervals, int64_t places, struct evaluated_values **out)
{
    *out = NULL;
    if (!from || !sharing_takes(p, spec, places)) return ST_OK;
    char *const key = key_of(p, role, intervals);
    if (!key) return fail(ST_NOMEM, "no memory for the settings of a boundary value problem");
    const enum status s = evaluated_find(from, key, places, out);
    free(key);
    return s;
}
