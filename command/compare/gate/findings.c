/* Keeps the findings of a comparison, and prints them. */
#include "command/compare/gate/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

/* The list with space for one more element, or NULL. */
static void *grow(struct findings *f, void *list, int64_t count, size_t size)
{
    void *const grown = realloc(list, (size_t)(count + 1) * size);
    if (!grown) f->short_of_memory = true;
    return grown;
}

void findings_add(struct findings *f, const struct finding *x)
{
    struct finding *const grown = grow(f, f->item, f->items, sizeof *grown);
    if (!grown) return;
    f->item = grown;
    f->item[f->items++] = (struct finding){copy(x->file),     copy(x->run), copy(x->kind), copy(x->place), copy(x->at),
                                           copy(x->sentence), x->was,       x->is,         x->unsure};
    f->unsure += x->unsure;
}

void findings_add_time(struct findings *f, const char *file, const char *run, double seconds)
{
    struct found_time *const grown = grow(f, f->time, f->times, sizeof *grown);
    if (!grown) return;
    f->time = grown;
    f->time[f->times++] = (struct found_time){copy(file), copy(run), seconds};
}

void findings_add_ratio(struct findings *f, const char *file, const char *run, double value, double spread)
{
    struct found_ratio *const grown = grow(f, f->ratio, f->ratios, sizeof *grown);
    if (!grown) return;
    f->ratio = grown;
    f->ratio[f->ratios++] = (struct found_ratio){copy(file), copy(run), value, spread};
}

void findings_warn(struct findings *f, const char *sentence)
{
    char **const grown = grow(f, f->warning, f->warnings, sizeof *grown);
    if (!grown) return;
    f->warning = grown;
    f->warning[f->warnings++] = copy(sentence);
}

enum status findings_check(const struct findings *f)
{
    bool lacking = f->short_of_memory;
    for (int64_t i = 0; i < f->items; i++) lacking |= !f->item[i].file || !f->item[i].sentence;
    for (int64_t i = 0; i < f->times; i++) lacking |= !f->time[i].file || !f->time[i].run;
    for (int64_t i = 0; i < f->warnings; i++) lacking |= !f->warning[i];
    return lacking ? fail(ST_NOMEM, "no memory for the differences") : ST_OK;
}

void findings_free(struct findings *f)
{
    for (int64_t i = 0; i < f->items; i++) {
        free(f->item[i].file), free(f->item[i].run), free(f->item[i].kind);
        free(f->item[i].place), free(f->item[i].at), free(f->item[i].sentence);
    }
    for (int64_t i = 0; i < f->ratios; i++) free(f->ratio[i].file), free(f->ratio[i].run);
    for (int64_t i = 0; i < f->times; i++) free(f->time[i].file), free(f->time[i].run);
    for (int64_t i = 0; i < f->warnings; i++) free(f->warning[i]);
    free(f->item), free(f->ratio), free(f->time), free(f->warning);
}

void findings_print(const struct findings *f)
{
    for (int64_t i = 0; i < f->warnings; i++) say(stderr, "bandstand: warning: %s\n", f->warning[i]);
    for (int64_t i = 0; i < f->items; i++) say(stdout, "%s\n", f->item[i].sentence);
}

static void print_detail(struct json *j, const struct finding *d)
{
    json_object(j, NULL);
    json_text(j, "file", d->file);
    json_text(j, "run", d->run);
    json_text(j, "kind", d->kind);
    json_text(j, "place", d->place);
    if (d->at) json_text(j, "at", d->at);
    json_real(j, "reference", d->was);
    json_real(j, "value", d->is);
    json_text(j, "sentence", d->sentence);
    json_close_object(j);
}

static void print_sentences(const struct findings *f, struct json *j, const char *name, bool unsure)
{
    json_array(j, name);
    for (int64_t i = 0; i < f->items; i++)
        if (f->item[i].unsure == unsure) json_text(j, NULL, f->item[i].sentence);
    json_close_array(j);
}

void findings_members(const struct findings *f, const struct findings_of *of, struct json *j)
{
    json_text(j, "reference", of->reference);
    print_sentences(f, j, "differences", false);
    json_array(j, "details");
    for (int64_t i = 0; i < f->items; i++)
        if (!f->item[i].unsure) print_detail(j, &f->item[i]);
    json_close_array(j);
    print_sentences(f, j, "inconclusive", true);
    json_array(j, "ratios");
    for (int64_t i = 0; i < f->ratios; i++) {
        json_object(j, NULL);
        json_text(j, "file", f->ratio[i].file);
        json_text(j, "run", f->ratio[i].run);
        json_real(j, "slowdown", f->ratio[i].value);
        json_real(j, "spread", f->ratio[i].spread);
        json_close_object(j);
    }
    json_close_array(j);
    json_array(j, "warnings");
    for (int64_t i = 0; i < f->warnings; i++) json_text(j, NULL, f->warning[i]);
    json_close_array(j);
    json_int(j, "compared", of->compared);
    json_bool(j, "values", of->values);
    json_bool(j, "times", of->times);
    json_bool(j, "ok", f->items == f->unsure);
}

void findings_json(const struct findings *f, const struct findings_of *of, struct json *j)
{
    json_object(j, NULL);
    findings_members(f, of, j);
    json_close_object(j);
}
