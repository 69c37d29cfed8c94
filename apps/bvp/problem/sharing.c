/* Finds the values of formulas that runs share. */
#define _GNU_SOURCE /* open_memstream */
#include "apps/bvp/problem/sharing.h"

#include <stdio.h>
#include <stdlib.h>

#include "apps/bvp/problem/reference_count.h"
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

static bool fits(double bytes)
{
    enum { SHARE = 8 }; /* the share of the memory: 1 of so many */
    return bytes <= (double)mem_machine_bytes() / SHARE;
}

/* Bytes of all formulas; 0: they are not shared. */
static double formulas_bytes(const struct bvp_params *p)
{
    double bytes = 0;
    if (p->nodes.form == FIELD_DATASET) return 0;
    for (int64_t k = 0; k < p->intervals.count; k++) bytes += grid_bytes(p, p->intervals.v[k]);
    return fits(bytes) ? bytes : 0;
}

/* Bytes of all references; 0: they are not shared. */
static double references_bytes(const struct bvp_params *p)
{
    double bytes = 0;
    if (p->nodes.form == FIELD_DATASET) return 0;
    for (int64_t k = 0; k < p->intervals.count; k++)
        bytes += (double)reference_count(p, p->intervals.v[k]) * (double)sizeof(double);
    return fits(formulas_bytes(p) + bytes) ? bytes : 0;
}

double sharing_bytes(const struct bvp_params *p)
{
    return formulas_bytes(p) + references_bytes(p);
}

bool sharing_takes(const struct bvp_params *p, const struct field_spec *spec, int64_t places)
{
    return formula_bytes(spec, places) > 0 && formulas_bytes(p) > 0;
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

static enum status find(struct evaluated *from, const struct bvp_params *p, const char *role, int64_t intervals,
                        int64_t places, struct evaluated_values **out)
{
    char *const key = key_of(p, role, intervals);
    if (!key) return fail(ST_NOMEM, "no memory for the settings of a boundary value problem");
    const enum status s = evaluated_find(from, key, places, out);
    free(key);
    return s;
}

enum status sharing_find(struct evaluated *from, const struct bvp_params *p, const struct field_spec *spec,
                         const char *role, int64_t intervals, int64_t places, struct evaluated_values **out)
{
    *out = NULL;
    return from && sharing_takes(p, spec, places) ? find(from, p, role, intervals, places, out) : ST_OK;
}

enum status sharing_find_reference(struct evaluated *from, const struct bvp_params *p, int64_t intervals,
                                   struct evaluated_values **out)
{
    const int64_t count = reference_count(p, intervals);
    *out = NULL;
    return from && count && references_bytes(p) > 0 ? find(from, p, "reference", intervals, count, out) : ST_OK;
}
