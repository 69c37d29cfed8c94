/* Relations between the keys of a run of batches, each fault one sentence and the key to blame. */
#include "apps/batch/problem/layout.h"
#include "base/either_precision.h"

static enum status blame(const char **key, const char *name, const char *reason)
{
    *key = name;
    return fail(ST_CONFIG, "%s", reason);
}

/* The numbers of systems and rows. */
static enum status check_sizes(const struct batch_params *p, const char **key)
{
    const bool gallery = p->matrix == GALLERY_MATRICES, drawn = !gallery && p->matrix != FROM_FILE;
    const struct {
        const char *key;
        int64_t count;
    } lists[] = {{"systems", p->systems.count}, {"rows", p->rows.count}};
    for (int k = 0; k < 2; k++) {
        if (drawn && !lists[k].count) return blame(key, lists[k].key, "required");
        if (gallery && lists[k].count > 1)
            return blame(key, lists[k].key, "systems of the gallery are one batch: give one number");
    }
    if (p->ones && batch_layout_unified(&(struct batch_params){.layout = p->import_layout}))
        return blame(key, "import.ones", "arrays of a unified layout must have right sides");
    return ST_OK;
}

enum status batch_check(void *params, const char **key)
{
    const struct batch_params *const p = params;
    const struct estimate *const e = p->estimates.v;
    if (p->shared && batch_layout_unified(p))
        return blame(key, "layout", "in a unified layout every system has its own matrix");
    if (p->sizes == PADDED && batch_layout_ragged(p))
        return blame(key, "layout", "padded systems are all of one size, so the layout cannot be ragged");
    if (p->sizes == PADDED && p->shared)
        return blame(key, "sizes", "rows of padding are part of the matrix, and systems that share one have the same");
    TRY(check_sizes(p, key));
    int64_t longest = 0;
    for (int64_t i = 0; i < p->rows.count; i++) longest = p->rows.v[i] > longest ? p->rows.v[i] : longest;
    *key = "least";
    if (p->min > longest)
        return fail(ST_CONFIG, "%lld rows of the shortest system: must be from 0 to %lld, the largest of rows",
                    (long long)p->min, (long long)longest);
    for (int64_t i = 0; i < p->estimates.count; i++)
        if (e[i].formula.form == FIELD_DATASET) return blame(key, "estimates", "expected a formula, not a dataset");
    *key = NULL;
    return ST_OK;
}
