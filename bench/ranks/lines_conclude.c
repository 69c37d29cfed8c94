/* Measured times and bytes of solves of lines that are cut over ranks, together with those of the model. */
#include <math.h>
#include <string.h>

#include "base/timing/sample.h"
#include "bench/ranks/lines.h"
#include "bench/ranks/messages.h"

static const struct entry *find(const struct bench *b, const char *name)
{
    for (int i = 0; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        if (!strcmp(e->kind, "lines") && !strcmp(e->name, name) && !strcmp(e->precision, REAL_NAME) && e->rounds)
            return e;
    }
    return NULL;
}

bool lines_model_measured(const struct bench *b, struct cut_model *out)
{
    const struct entry *const join = find(b, lines_join);
    *out = (struct cut_model){.network = messages_network(b), .chunks = LINES_CHUNKS};
    if (!join) return false;
    out->join = bench_median(join) / join->units;
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
        const struct entry *const e = find(b, lines_scheme((enum cut_scheme)scheme));
        if (!e || !e->sent.ranks) return false;
        const bool faded = scheme == CUT_TRUNCATED && cut_fades(LINES_DIAGONAL, e->n, e->sent.ranks),
                   joined = scheme == CUT_REDUCED || (scheme == CUT_TRUNCATED && !faded);
        const double joins = joined ? (double)e->batch * e->sent.ranks * out->join : 0;
        out->row[scheme] = fmax(0, e->sent.seconds - e->sent.waiting - joins) / e->units;
    }
    return isfinite(out->network.alpha) && isfinite(out->network.each);
}

enum status lines_conclude(const struct bench *b, const struct cut_model *m, struct conclusions *out)
{
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
        const struct entry *const e = find(b, lines_scheme((enum cut_scheme)scheme));
        const int index = (int)(e - b->entry);
        const struct cut_batch batch = {(enum cut_scheme)scheme,
                                        e->n,
                                        e->batch,
                                        e->batch,
                                        e->sent.ranks,
                                        true,
                                        cut_fades(LINES_DIAGONAL, e->n, e->sent.ranks)};
        TRY(conclusion_begin(out, "lines"));
        conclusion_text(out, "scheme", lines_scheme((enum cut_scheme)scheme));
        conclusion_text(out, "precision", REAL_NAME);
        conclusion_real(out, "ms", bench_median(e) * 1e3);
        conclusion_real(out, "ms_model", cut_model_seconds(m, &batch) * 1e3);
        conclusion_real(out, "share_communication", e->sent.waiting / e->sent.seconds);
        conclusion_real(out, "bytes_per_unknown", e->sent.bytes / e->units);
        conclusion_real(out, "bytes_model", e->sent.model / e->units);
        conclusion_real(out, "ns_per_row", m->row[scheme] * 1e9);
        if (e->peer_count) conclusion_real(out, "speed_one_rank", bench_ratio(b, e->peer[0].entry, index));
    }
    return ST_OK;
}
