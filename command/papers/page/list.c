/* Prints the list of experiments, as a table and as JSON. */
#include "command/papers/page/list.h"

#include <stdio.h>

#include "command/terminal/table.h"

void verdicts_print(char *out, size_t size, const struct record *r)
{
    static const char *const words[VERDICTS] = {"reproduced", "in shape", "not", "not tested"};
    size_t used = 0;
    *out = '\0';
    for (int v = 0; v < VERDICTS; v++) {
        const int64_t count = record_count(r, (enum claim_verdict)v);
        if (count && used < size)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%lld %s", used ? ", " : "", (long long)count, words[v]);
    }
    if (r->quick && used < size) snprintf(out + used, size - used, " (quick)");
}

enum status list_print(const struct experiments *e, const struct records *last)
{
    static const char *const heading[] = {"id", "shows", "claims", "needs", "minutes", "GB", "last verdict"};
    struct table t;
    table_begin(&t, 7, heading);
    for (int64_t i = 0; i < e->count; i++) {
        const struct experiment *const x = &e->item[i];
        const struct record *const r = records_find(last, x->paper.id);
        char verdicts[120] = "-";
        if (r) verdicts_print(verdicts, sizeof verdicts, r);
        table_text(&t, "%s", x->paper.id);
        table_text(&t, "%s", x->paper.about ? x->paper.about : "");
        table_text(&t, "%lld", (long long)x->paper.claims.count);
        table_text(&t, "%s", experiment_uses_gpu(x) ? "GPU" : "-");
        table_real(&t, "%.3g", x->paper.minutes);
        table_real(&t, "%.3g", x->paper.gb);
        table_text(&t, "%s", verdicts);
    }
    table_end(&t, stdout, FIRST_TWO_LEFT | 1 << 3 | 1 << 6);
    return ST_OK;
}

static void put_claims(const struct experiment *x, const struct record *r, struct json *j)
{
    json_array(j, "claims");
    for (int64_t i = 0; i < x->paper.claims.count; i++) {
        const struct claim *const c = paper_claim(&x->paper, i);
        json_object(j, NULL);
        json_text(j, "text", c->text), json_text(j, "where", c->where), json_text(j, "test", c->test);
        json_text(j, "needs", c->needs);
        json_text(j, "verdict", r && i < r->count ? claim_verdict_word(r->claim[i].verdict) : NULL);
        json_text(j, "reason", r && i < r->count ? r->claim[i].reason : NULL);
        json_close_object(j);
    }
    json_close_array(j);
}

void list_json(const struct experiments *e, const struct records *last, struct json *j)
{
    json_object(j, NULL);
    json_array(j, "figures");
    for (int64_t i = 0; i < e->count; i++) {
        const struct experiment *const x = &e->item[i];
        json_object(j, NULL);
        json_text(j, "id", x->paper.id), json_text(j, "about", x->paper.about), json_text(j, "config", x->path);
        json_bool(j, "gpu", experiment_uses_gpu(x));
        json_real(j, "minutes", x->paper.minutes), json_real(j, "gb", x->paper.gb);
        put_claims(x, records_find(last, x->paper.id), j);
        json_close_object(j);
    }
    json_close_array(j);
    json_close_object(j);
}
