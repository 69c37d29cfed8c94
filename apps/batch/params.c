/* The keys of a run of batches, and the relations between them. */
#include "apps/batch/params.h"

#include "apps/batch/layout.h"

static const char *const matrix_words[] = {"random_dominant", "toeplitz", NULL}; /* enum matrix_kind */
static const char *const sizes_words[] = {"equal", "uniform", "padded", NULL};   /* enum sizes */

#define AT(field) offsetof(struct estimate, field)
static const struct option estimate_table[] = {
    {"name", "column of the series", OPT_TEXT, AT(name)},
    {"units", "its unit", OPT_TEXT, AT(units), .fallback = "\"\""},
    {"formula", "a formula of the numbers of systems and rows and the bytes of a number", OPT_FIELD, AT(formula),
     .variables = "systems rows bytes"},
    {0},
};
#undef AT

#define AT(field) offsetof(struct batch_params, field)
const struct option batch_table[] = {
    {"systems", "numbers of systems; each is combined with each of `rows`", OPT_INTS, AT(systems), 1, 1e12,
     .count_min = 1},
    {"rows", "rows of a system, or of the longest system if sizes differ", OPT_INTS, AT(rows), 1, 1e12, .count_min = 1},
    {"layout", "layout of the batch in memory; the conversion from contiguous systems is timed separately", OPT_WORD,
     AT(layout), .fallback = "\"contiguous\"", .words = batch_layouts, .varies = true},
    {"width", "systems in a group, for the layouts that interleave groups", OPT_INT, AT(width), 1, 1 << 20, "32",
     .varies = true},
    {"matrix", "random_dominant: |diagonal| > |lower| + |upper|; toeplitz: 1, 4, 1", OPT_WORD, AT(matrix),
     .fallback = "\"random_dominant\"", .words = matrix_words},
    {"sizes", "equal; uniform: random, from `least` to `rows`; padded: the same sizes, padded to `rows` rows", OPT_WORD,
     AT(sizes), .fallback = "\"equal\"", .words = sizes_words, .varies = true},
    {"least", "rows of the shortest system, if sizes differ; at most `rows`; 0: half of `rows`", OPT_INT, AT(min), 0,
     1e12, "0"},
    {"sorted", "true: systems are sorted by size", OPT_BOOL, AT(sorted), .fallback = "false", .varies = true},
    {"shared", "one matrix for all systems", OPT_BOOL, AT(shared), .fallback = "false"},
    {"reuse", "true: the matrix is factored once, timed separately from the solves", OPT_BOOL, AT(reuse),
     .fallback = "false", .varies = true},
    {"seed", "seed of the random numbers", OPT_INT, AT(seed), 0, 1e15, "1"},
    {"repeats",
     "timed solves of each batch, after one that warms up; their median is reported; 0: as many as fit into 10 ms",
     OPT_INT, AT(repeats), 0, 1e6, "5"},
    {"flush", "true: the caches are emptied before each timed solve on the host", OPT_BOOL, AT(flush),
     .fallback = "false"},
    {"estimates", "columns computed by a formula for each batch, to compare with", OPT_GROUPS, AT(estimates),
     .sub = estimate_table, .sub_bytes = sizeof(struct estimate), .optional = true},
    {0},
};

static enum status blame(const char **key, const char *name, const char *reason)
{
    *key = name;
    return fail(ST_CONFIG, "%s", reason);
}

enum status batch_check(void *params, const char **key)
{
    const struct batch_params *const p = params;
    const struct estimate *const e = p->estimates.v;
    if (p->shared && batch_layout_unified(p))
        return blame(key, "layout", "one vector holds no matrix that systems share");
    if (p->sizes == PADDED && batch_layout_ragged(p))
        return blame(key, "layout", "padded systems are all of one size, which leaves nothing ragged");
    if (p->sizes == PADDED && p->shared)
        return blame(key, "sizes", "rows of padding are part of the matrix, and systems that share one have the same");
    int64_t longest = 0;
    for (int64_t i = 0; i < p->rows.count; i++) longest = p->rows.v[i] > longest ? p->rows.v[i] : longest;
    *key = "least";
    if (p->min > longest)
        return fail(ST_CONFIG, "%lld rows of the shortest system are not from 0 to %lld, the most that rows has",
                    (long long)p->min, (long long)longest);
    for (int64_t i = 0; i < p->estimates.count; i++)
        if (e[i].formula.form == FIELD_DATASET) return blame(key, "estimates", "a dataset is no formula");
    *key = NULL;
    return ST_OK;
}

int64_t batch_min(const struct batch_params *p, int64_t rows)
{
    return p->min == 0 ? (rows + 1) / 2 : p->min < rows ? p->min : rows;
}

int64_t batch_points(const struct batch_params *p)
{
    return p->systems.count * p->rows.count;
}

int64_t batch_systems(const struct batch_params *p, int64_t k)
{
    return p->systems.v[k / p->rows.count];
}

int64_t batch_rows(const struct batch_params *p, int64_t k)
{
    return p->rows.v[k % p->rows.count];
}
