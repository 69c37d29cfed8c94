/* Makes records of verdicts from results. */
#include "command/papers/experiment/record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/papers/experiment/experiment.h"

static char *fact_of(const struct result *r, const char *name)
{
    char *text = NULL;
    if (!store_has_text(r->store, "/provenance", name) || store_get_text(r->store, "/provenance", name, &text) != ST_OK)
        return strdup("unknown");
    return text;
}

/* A GPU in three words, "" for none. */
static char *gpu_of(const struct result *r)
{
    char *const text = fact_of(r, "gpu");
    if (text) text[strstr(text, "compute capability") ? strcspn(text, ",") : 0] = '\0';
    return text;
}

/* A copy with one blank for each run of blanks and line breaks, as configurations have them in long texts. */
static char *squeezed(const char *text)
{
    char *const copy = strdup(text ? text : ""), *to = copy;
    for (const char *c = copy; c && *c; c++)
        if (!isspace((unsigned char)*c)) *to++ = *c;
        else if (to > copy && to[-1] != ' ') *to++ = ' ';
    if (to) *to = '\0';
    return copy;
}

static enum status judge_all(struct record *out, const struct experiment *x, const struct result *r)
{
    struct facts facts[PRECISIONS] = {{0}};
    int count;
    enum status s = facts_of_result(r, &x->paper, facts, &count);
    for (int64_t i = 0; s == ST_OK && i < x->paper.claims.count; i++) {
        const struct claim *const from = paper_claim(&x->paper, i);
        struct judgement j;
        s = judge(x->config, &x->paper, i, facts, count, &j);
        if (s != ST_OK) break;
        out->claim[out->count++] = (struct recorded_claim){squeezed(from->text), squeezed(from->where),
                                                           squeezed(j.reason), j.verdict, j.known};
    }
    for (int k = 0; k < PRECISIONS; k++) facts_free(&facts[k]);
    return s;
}

/* The seconds of all runs, from first to last. */
static double seconds_of(const struct result *r)
{
    double sum = 0;
    for (int64_t i = 0; i < r->count; i++) {
        const double seconds = result_metric(r, &r->run[i], "seconds_total");
        if (seconds > 0) sum += seconds;
    }
    return sum;
}

static double gb_of(const struct result *r)
{
    double most = 0;
    for (int64_t i = 0; i < r->count; i++) {
        const double bytes = result_metric(r, &r->run[i], "memory_peak_bytes");
        if (bytes > most) most = bytes;
    }
    return most * 1e-9;
}

enum status record_make(struct record *out, const struct experiment *x, const struct result *r, bool quick)
{
    char *const cores = fact_of(r, "cores");
    *out = (struct record){.id = strdup(x->paper.id),
                           .about = strdup(x->paper.about ? x->paper.about : r->title),
                           .config = strdup(x->path),
                           .date = fact_of(r, "created_utc"),
                           .cpu = fact_of(r, "cpu"),
                           .gpu = gpu_of(r),
                           .commit = fact_of(r, "commit"),
                           .version = fact_of(r, "version"),
                           .cores = cores ? strtod(cores, NULL) : 0,
                           .seconds = seconds_of(r),
                           .gb = gb_of(r),
                           .quick = quick};
    free(cores);
    out->claim = calloc((size_t)x->paper.claims.count + 1, sizeof *out->claim);
    if (!out->claim || !out->id || !out->config) return fail(ST_NOMEM, "no memory for the claims of %s", x->path);
    return judge_all(out, x, r);
}

void record_free(struct record *r)
{
    for (int64_t i = 0; i < r->count; i++) free(r->claim[i].text), free(r->claim[i].where), free(r->claim[i].reason);
    free(r->claim);
    free(r->id), free(r->about), free(r->config), free(r->date);
    free(r->cpu), free(r->gpu), free(r->commit), free(r->version);
    *r = (struct record){0};
}

int64_t record_count(const struct record *r, enum claim_verdict v)
{
    int64_t count = 0;
    for (int64_t i = 0; i < r->count; i++) count += r->claim[i].verdict == v;
    return count;
}

int64_t record_surprises(const struct record *r)
{
    int64_t count = 0;
    for (int64_t i = 0; i < r->count; i++) count += r->claim[i].verdict == NOT_REPRODUCED && !r->claim[i].known;
    return count;
}
