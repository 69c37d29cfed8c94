/* Files of records: a line of JSON for each experiment. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/atomic_file.h"
#include "base/file/input.h"
#include "base/json/json.h"
#include "base/json/json_read.h"
#include "command/papers/experiment/record.h"

enum { FILE_MAX_BYTES = 1 << 26 }; /* a thousand times that of all papers */

static void put(FILE *out, const struct record *r)
{
    struct json j = {.out = out, .line = true};
    json_object(&j, NULL);
    json_text(&j, "id", r->id), json_text(&j, "about", r->about), json_text(&j, "config", r->config);
    json_text(&j, "date", r->date), json_text(&j, "cpu", r->cpu), json_real(&j, "cores", r->cores);
    json_text(&j, "gpu", r->gpu), json_text(&j, "version", r->version), json_text(&j, "commit", r->commit);
    json_real(&j, "seconds", r->seconds), json_real(&j, "gb", r->gb), json_bool(&j, "quick", r->quick);
    json_array(&j, "claims");
    for (int64_t i = 0; i < r->count; i++) {
        const struct recorded_claim *const c = &r->claim[i];
        json_object(&j, NULL);
        json_text(&j, "text", c->text), json_text(&j, "where", c->where);
        json_text(&j, "verdict", claim_verdict_word(c->verdict)), json_text(&j, "reason", c->reason);
        json_bool(&j, "known", c->known);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_close_object(&j);
}

static char *text_of(const struct json_value *v, const char *key)
{
    return strdup(json_text_of(v, key));
}

static bool is_true(const struct json_value *v, const char *key)
{
    const struct json_value *const m = json_member(v, key);
    return m && m->type == JSON_TRUE;
}

static enum status get_claims(struct record *r, const struct json_value *list, const struct input *in)
{
    int64_t count = 0;
    if (!list || list->type != JSON_ARRAY) return input_fault(in, "the record has no list of claims");
    for (const struct json_value *c = list->first; c; c = c->next) count++;
    r->claim = calloc((size_t)count + 1, sizeof *r->claim);
    if (!r->claim) return fail(ST_NOMEM, "no memory for the claims in %s", in->path);
    for (const struct json_value *c = list->first; c; c = c->next) {
        const enum claim_verdict verdict = claim_verdict_of(json_text_of(c, "verdict"));
        if (verdict == VERDICTS) return input_fault(in, "'%.40s' must be a verdict", json_text_of(c, "verdict"));
        r->claim[r->count++] = (struct recorded_claim){text_of(c, "text"), text_of(c, "where"), text_of(c, "reason"),
                                                       verdict, is_true(c, "known")};
    }
    return ST_OK;
}

static enum status get(struct record *r, const struct input *in)
{
    struct json_value *v;
    *r = (struct record){0};
    const enum status read = json_read(in->text, &v);
    if (read != ST_OK) return fail_within(read, "%s:%lld: ", in->path, (long long)in->line);
    *r = (struct record){.id = text_of(v, "id"),
                         .about = text_of(v, "about"),
                         .config = text_of(v, "config"),
                         .date = text_of(v, "date"),
                         .cpu = text_of(v, "cpu"),
                         .gpu = text_of(v, "gpu"),
                         .commit = text_of(v, "commit"),
                         .version = text_of(v, "version"),
                         .cores = json_number_of(v, "cores"),
                         .seconds = json_number_of(v, "seconds"),
                         .gb = json_number_of(v, "gb"),
                         .quick = is_true(v, "quick")};
    const enum status s =
        *json_text_of(v, "id") ? get_claims(r, json_member(v, "claims"), in) : input_fault(in, "the record has no id");
    json_free(v);
    return s;
}

static enum status get_all(struct records *out, struct input *in)
{
    for (bool more;;) {
        TRY(input_line(in, &more));
        if (!more) return ST_OK;
        struct record *const grown = realloc(out->record, (size_t)(out->count + 1) * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %s", in->path);
        out->record = grown;
        TRY(get(&grown[out->count++], in));
    }
}

enum status records_read(struct records *out, const char *path)
{
    struct input in = {.path = path};
    *out = (struct records){0};
    TRY(input_open(&in.in, path, FILE_MAX_BYTES));
    const enum status s = get_all(out, &in);
    input_free(&in);
    fclose(in.in);
    return s;
}

enum status records_load(struct records *out, const char *path)
{
    *out = (struct records){0};
    return access(path, F_OK) && errno == ENOENT ? ST_OK : records_read(out, path);
}

void records_free(struct records *r)
{
    for (int64_t i = 0; i < r->count; i++) record_free(&r->record[i]);
    free(r->record);
    *r = (struct records){0};
}

const struct record *records_find(const struct records *r, const char *id)
{
    for (int64_t i = r->count - 1; i >= 0; i--)
        if (!strcmp(r->record[i].id, id)) return &r->record[i];
    return NULL;
}

enum status records_put(const char *path, const struct record *one)
{
    struct records all;
    struct atomic_file file;
    FILE *out;
    bool put_already = false;
    enum status s = records_load(&all, path);
    if (s == ST_OK) s = atomic_file_begin(&file, path, FILE_VERDICTS);
    if (s == ST_OK && (s = atomic_file_stream(&file, &out)) == ST_OK) {
        for (int64_t i = 0; i < all.count; i++) {
            const bool same = !strcmp(all.record[i].id, one->id);
            if (!same) put(out, &all.record[i]);
            else if (!put_already) put_already = true, put(out, one);
        }
        if (!put_already) put(out, one);
        s = atomic_file_stream_end(&file, out);
        if (s == ST_OK) s = atomic_file_commit(&file);
        else atomic_file_abandon(&file);
    }
    records_free(&all);
    return s;
}
