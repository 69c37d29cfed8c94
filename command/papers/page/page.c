/* Writes the page of papers: for each figure its command and its claims, with the verdict of each machine. */
#include "command/papers/page/page.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/atomic_file.h"
#include "base/file/input.h"
#include "command/papers/page/filled.h"

/* Writes text, with the special characters of Markdown escaped. */
static void put_text(FILE *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (strchr("\\|*_[]<>`#", *c)) fputc('\\', out);
        fputc(*c, out);
    }
}

static const char head[] =
    "<!-- bandstand papers --page docs/papers.md writes this file -->\n"
    "# The papers, and which of their claims hold\n\n"
    "Each figure or table has a configuration in `configs/papers`, with the claims that the paper makes of it;\n"
    "[claims.md](claims.md) says how they are tested. `build/bandstand papers ID` repeats one, and `--quick` a "
    "reduced\n"
    "form of it. A verdict is *reproduced*, *in shape* (a weaker condition holds), *not reproduced*, with the reason, "
    "or\n"
    "*not tested here*, with what is missing. Times are of the machine and the minute in which they were measured. The "
    "papers\n"
    "stand in [references.md](references.md) by the keys that are used here.\n";

static void put_machines(FILE *out, const struct records *machine, int count)
{
    fputs("\n| machine | cores | GPU | measured | version |\n|---|---|---|---|---|\n", out);
    for (int m = 0; m < count; m++) {
        if (!machine[m].count) continue;
        const struct record *const r = &machine[m].record[0];
        fprintf(out, "| %c: ", 'A' + m);
        put_text(out, r->cpu);
        fprintf(out, " | %.15g | ", r->cores);
        put_text(out, *r->gpu ? r->gpu : "none");
        fprintf(out, " | %.10s | %s, %s |\n", r->date, r->version, r->commit);
    }
}

/* Prints the number of claims, and of each verdict on each machine. */
static void put_totals(FILE *out, const struct experiments *e, const struct records *machine, int count)
{
    int64_t claims = 0;
    for (int64_t i = 0; i < e->count; i++) claims += e->item[i].paper.claims.count;
    fprintf(out, "\n%lld claims of %lld figures and tables:\n\n| machine |", (long long)claims, (long long)e->count);
    for (int v = 0; v < VERDICTS; v++) fprintf(out, " %s |", claim_verdict_word((enum claim_verdict)v));
    fputs("\n|---|---|---|---|---|\n", out);
    for (int m = 0; m < count; m++) {
        fprintf(out, "| %c |", 'A' + m);
        for (int v = 0; v < VERDICTS; v++) {
            int64_t sum = 0;
            for (int64_t i = 0; i < e->count; i++) {
                const struct record *const r = records_find(&machine[m], e->item[i].paper.id);
                sum += r ? record_count(r, (enum claim_verdict)v) : 0;
            }
            fprintf(out, " %lld |", (long long)sum);
        }
        fputc('\n', out);
    }
}

/* Times and memory of the runs on each machine, and those given for two cores. */
static void put_costs(FILE *out, const struct experiments *e, const struct records *machine, int count)
{
    fputs("\n## Time and memory of each command\n\nMinutes and GB that all runs of the full form take on two cores, "
          "and what "
          "each machine took; *r*: reduced.\n\n| command | minutes | GB |",
          out);
    for (int m = 0; m < count; m++) fprintf(out, " %c: seconds | %c: GB |", 'A' + m, 'A' + m);
    fputs("\n|---|---|---|", out);
    for (int m = 0; m < count; m++) fputs("---|---|", out);
    fputc('\n', out);
    for (int64_t i = 0; i < e->count; i++) {
        const struct paper *const p = &e->item[i].paper;
        fprintf(out, "| `papers %s` | %.3g | %.3g |", p->id, p->minutes, p->gb);
        for (int m = 0; m < count; m++) {
            const struct record *const r = records_find(&machine[m], p->id);
            if (!r) fputs(" | |", out);
            else if (r->gb > 0) fprintf(out, " %.3g%s | %.2g |", r->seconds, r->quick ? " *r*" : "", r->gb);
            else fprintf(out, " %.3g%s | |", r->seconds, r->quick ? " *r*" : "");
        }
        fputc('\n', out);
    }
}

/* The text notes.md next to the configurations, if there is one: remarks that are not in results. */
static enum status put_notes(FILE *out, const struct experiments *e)
{
    enum { NOTES_MAX_BYTES = 1 << 24 };
    char path[4096];
    FILE *in;
    int c;
    const char *const first = e->item[0].path, *const slash = strrchr(first, '/');
    snprintf(path, sizeof path, "%.*snotes.md", slash ? (int)(slash + 1 - first) : 0, first);
    if (access(path, F_OK) && errno == ENOENT) return ST_OK;
    TRY(input_open(&in, path, NOTES_MAX_BYTES));
    fputc('\n', out);
    while ((c = getc(in)) != EOF) fputc(c, out);
    const bool read = !ferror(in);
    fclose(in);
    return read ? ST_OK : fail(ST_IO, "cannot read %s", path);
}

static const struct recorded_claim *claim_of(const struct record *r, int64_t i)
{
    return r && i < r->count ? &r->claim[i] : NULL;
}

/* An item of a list: the claim, and below it the verdict of each machine. */
static enum status put_claim(FILE *out, const struct claim *c, int64_t i, const struct record *const *r, int count)
{
    const struct recorded_claim *first = NULL;
    struct filled item;
    for (int m = 0; m < count && !first; m++) first = claim_of(r[m], i);
    TRY(filled_begin(&item));
    put_text(item.text, first ? first->text : c->text);
    if (c->where) fputs(" (", item.text), put_text(item.text, c->where), fputc(')', item.text);
    TRY(filled_end(&item, out, "- ", "  "));
    for (int m = 0; m < count; m++) {
        const struct recorded_claim *const x = claim_of(r[m], i);
        if (!r[m]) continue;
        TRY(filled_begin(&item));
        fprintf(item.text, "%c%s: **%s**: ", 'A' + m, r[m]->quick ? ", reduced" : "",
                x ? claim_verdict_word(x->verdict) : "not judged");
        put_text(item.text, x ? x->reason : "the claim is newer");
        TRY(filled_end(&item, out, "  - ", "    "));
    }
    return ST_OK;
}

static enum status put_figure(FILE *out, const struct experiment *x, const struct records *machine, int count)
{
    const struct record *r[26] = {NULL};
    bool any = false;
    fprintf(out, "\n### %s: ", x->paper.id);
    put_text(out, x->paper.about ? x->paper.about : "");
    fprintf(out, "\n`build/bandstand papers %s`: %.3g minutes, %.3g GB.\n\n", x->paper.id, x->paper.minutes,
            x->paper.gb);
    for (int m = 0; m < count; m++) any |= (r[m] = records_find(&machine[m], x->paper.id)) != NULL;
    for (int64_t i = 0; i < x->paper.claims.count; i++) TRY(put_claim(out, paper_claim(&x->paper, i), i, r, count));
    if (!any) fputs("\nNot measured yet.\n", out);
    return ST_OK;
}

static enum status put_all(FILE *out, const struct experiments *e, const struct records *machine, int count)
{
    const char *paper = "";
    fputs(head, out);
    put_machines(out, machine, count);
    put_totals(out, e, machine, count);
    TRY(put_notes(out, e));
    put_costs(out, e, machine, count);
    for (int64_t i = 0; i < e->count; i++) {
        const struct experiment *const x = &e->item[i];
        const char *const its = x->paper.paper ? x->paper.paper : "Others";
        if (strcmp(its, paper)) fprintf(out, "\n## "), put_text(out, its), fputc('\n', out);
        paper = its;
        TRY(put_figure(out, x, machine, count));
    }
    return ST_OK;
}

static enum status write_page(const char *path, const struct experiments *e, const struct records *machine, int count)
{
    struct atomic_file file;
    FILE *out;
    TRY(atomic_file_begin(&file, path, FILE_PAGE));
    enum status s = atomic_file_stream(&file, &out);
    if (s == ST_OK) {
        const enum status written = put_all(out, e, machine, count);
        s = atomic_file_stream_end(&file, out);
        if (written != ST_OK) s = written;
    }
    if (s == ST_OK) return atomic_file_commit(&file);
    atomic_file_abandon(&file);
    return s;
}

enum status page_write(const char *path, const struct experiments *e, char *const *file, int count)
{
    enum { MACHINES = 26 };
    struct records machine[MACHINES] = {{0}};
    glob_t found = {0};
    static const char usual[] = "bench/results/papers/*.jsonl";
    if (!count && glob(usual, 0, NULL, &found) == 0) file = found.gl_pathv, count = (int)found.gl_pathc;
    enum status s = count ? ST_OK : fail(ST_CONFIG, "there are no verdicts in %s: name a file of them", usual);
    if (count > MACHINES) s = fail(ST_CONFIG, "at most %d files of verdicts", MACHINES);
    for (int m = 0; s == ST_OK && m < count; m++) {
        s = records_read(&machine[m], file[m]);
        if (s == ST_OK && !machine[m].count) s = fail(ST_CONFIG, "%s has no verdicts", file[m]);
    }
    if (s == ST_OK) s = write_page(path, e, machine, count);
    for (int m = 0; m < MACHINES; m++) records_free(&machine[m]);
    globfree(&found);
    return s;
}
