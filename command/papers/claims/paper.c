/* The keys of figures and claims in configurations, and their checks. */
#include "command/papers/claims/paper.h"

#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "command/papers/claims/needs.h"

#define AT(field) offsetof(struct claim, field)
static const struct option claim_table[] = {
    {"text", "what the paper claims, in a sentence", OPT_TEXT, AT(text)},
    {"test", "a condition on the numbers of the result: the claim is reproduced if it holds at every point", OPT_TEXT,
     AT(test)},
    {"shape", "a weaker condition: if this one holds, and `test` does not, it is reproduced in shape", OPT_TEXT,
     AT(shape), .optional = true},
    {"where", "the place in the paper", OPT_TEXT, AT(where), .optional = true},
    {"needs", "requirements on the machine, without which the claim is not tested: gpu, cores >= N, memory >= N in GB",
     OPT_TEXT, AT(needs), .optional = true},
    {"points",
     "number of points that each min, max, mean, sum, ... of its conditions must have; with fewer it is not tested",
     OPT_COUNT, AT(points), 0, 1e9, "0"},
    {"why", "the reason, in a sentence, if it is known not to be reproduced", OPT_TEXT, AT(why), .optional = true},
    {"precision", "precision that it applies to; absent: each", OPT_TEXT, AT(precision), .optional = true},
    {0},
};
#undef AT

#define AT(field) offsetof(struct paper, field)
const struct option paper_table[] = {
    {"figure.id", "name of the figure or table of a paper in `bandstand papers`, as \"lass.fig8\"", OPT_TEXT, AT(id),
     .optional = true},
    {"figure.paper", "authors, title and year of the paper", OPT_TEXT, AT(paper), .optional = true},
    {"figure.about", "its contents, in ten words", OPT_TEXT, AT(about), .optional = true},
    {"figure.column", "columns of its table and picture, as of --column; absent: all", OPT_TEXT, AT(column),
     .optional = true},
    {"figure.minutes", "total time of its runs on two cores", OPT_REAL, AT(minutes), 0, 1e6, "0"},
    {"figure.gb", "memory that they need, in GB", OPT_REAL, AT(gb), 0, 1e6, "0"},
    {"figure.rows", "names of its points, in their order", OPT_TEXTS, AT(rows), .optional = true},
    {"quick", "settings of the reduced run, each as \"rows=[65536]\"", OPT_TEXTS, AT(quick), .optional = true},
    {"claims", "claims of the paper about it, and their tests", OPT_GROUPS, AT(claims), .sub = claim_table,
     .sub_bytes = sizeof(struct claim), .optional = true},
    {"pictures", "the pictures that `bandstand plot` draws of its columns; absent: one of each, of the kind that suits",
     OPT_GROUPS, AT(pictures), .sub = chart_table, .sub_bytes = sizeof(struct chart_spec), .optional = true},
    {0},
};
#undef AT

const struct claim *paper_claim(const struct paper *p, int64_t i)
{
    return &((const struct claim *)p->claims.v)[i];
}

enum status paper_fault(const struct config *c, int64_t claim, const char *key)
{
    char sentence[1024];
    snprintf(sentence, sizeof sentence, "%s", fail_text());
    return section_fault(c, section_item(config_root(c), "claims", claim), key, "%s", sentence);
}

struct labels {
    const char *const *label;
    size_t count;
};

static enum status check_label(void *with, const struct formula *f)
{
    const struct labels *const known = with;
    char advice[700];
    if (!f->run || !known->count) return ST_OK;
    for (size_t i = 0; i < known->count; i++)
        if (!strcmp(f->run, known->label[i])) return ST_OK;
    return fail(ST_CONFIG, "'%.80s': no run is called '%.60s'%s", f->text, f->run,
                spelling_advice(f->run, known->label, known->count, advice, sizeof advice));
}

static enum status check_formula(const struct config *c, int64_t claim, const char *key, const char *text,
                                 struct labels *known)
{
    struct formula *f = NULL;
    if (!text) return ST_OK;
    enum status s = formula_parse(text, &f);
    if (s == ST_OK) s = formula_each(f, check_label, known);
    formula_free(f);
    return s == ST_CONFIG ? paper_fault(c, claim, key) : s;
}

static enum status check_claim(const struct config *c, const struct paper *p, int64_t i, struct labels *known)
{
    const struct claim *const x = paper_claim(p, i);
    TRY(check_formula(c, i, "test", x->test, known));
    TRY(check_formula(c, i, "shape", x->shape, known));
    if (x->needs && needs_check(x->needs) != ST_OK) return paper_fault(c, i, "needs");
    if (!x->precision || !strcmp(x->precision, "double") || !strcmp(x->precision, "float")) return ST_OK;
    fail(ST_CONFIG, "'%.40s': expected double or float", x->precision);
    return paper_fault(c, i, "precision");
}

static enum status check_without(const struct config *c, const struct section *at, const struct chart_spec *x,
                                 const struct labels *known)
{
    char advice[700];
    for (int64_t i = 0; known->count && i < x->without.count; i++) {
        size_t k = 0;
        while (k < known->count && strcmp(known->label[k], x->without.v[i])) k++;
        if (k == known->count)
            return section_fault(c, at, "without", "no run is called '%.60s'%s", x->without.v[i],
                                 spelling_advice(x->without.v[i], known->label, known->count, advice, sizeof advice));
    }
    return ST_OK;
}

/* Two pictures of one name would be one file. */
static enum status check_picture(const struct config *c, const struct paper *p, int64_t i, const struct labels *known)
{
    const struct chart_spec *const all = p->pictures.v, *const x = &all[i];
    const struct section *const at = section_item(config_root(c), "pictures", i);
    for (int64_t k = 0; x->name && k < i; k++)
        if (all[k].name && !strcmp(all[k].name, x->name))
            return section_fault(c, at, "name",
                                 "'%.60s' is also the name of pictures.%lld, whose file it would replace", x->name,
                                 (long long)k);
    if (x->units && !chart_units_are_known(x->units))
        return section_fault(c, at, "units", "'%.40s': expected B, KiB, MiB, GiB, kB, MB, GB, s, ms, µs or ns",
                             x->units);
    return check_without(c, at, x, known);
}

enum status paper_check(const struct config *c, const struct paper *p, const char *const *labels, size_t count)
{
    static const char *const groups[] = {"figure", "claims", "pictures"};
    struct labels known = {labels, count};
    if (p->claims.count && !p->id)
        return section_fault(c, config_root(c), "claims", "belong to a figure: give figure = { id = \"...\"; }");
    for (int k = 0; k < 3; k++) TRY(section_finish(config_root(c), groups[k]));
    for (int64_t i = 0; i < p->claims.count; i++) TRY(check_claim(c, p, i, &known));
    for (int64_t i = 0; i < p->pictures.count; i++) TRY(check_picture(c, p, i, &known));
    return ST_OK;
}
