/* Reads one setting by one row of an option table: type, bounds, words. */
#include "base/config/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/config/config.h"
#include "base/file/input.h"
#include "base/formula/expression.h"
#include "base/spelling.h"

typedef enum status reading(struct config *c, const struct option *o, struct setting *s, void *value);

static enum status expected(const struct option *o, const struct setting *s)
{
    char wanted[512], got[128];
    return setting_fault(s, "", "expected %s, got %s", option_expects(o, wanted, sizeof wanted),
                         setting_show(s, got, sizeof got));
}

static enum status within(const struct option *o, const struct setting *s, double value)
{
    char got[128];
    const bool below = value < o->min, bounded = o->min != 0 || o->max != 0;
    if (!bounded || (!below && value <= o->max)) return ST_OK;
    return setting_fault(s, "", "%s is %s %.15g", setting_show(s, got, sizeof got),
                         below ? "below the minimum" : "above the maximum", below ? o->min : o->max);
}

static enum status read_int(struct config *c, const struct option *o, struct setting *s, void *value)
{
    (void)c;
    if (s->form != INTEGER) return expected(o, s);
    *(int64_t *)value = s->integer;
    return within(o, s, (double)s->integer);
}

static enum status read_real(struct config *c, const struct option *o, struct setting *s, void *value)
{
    (void)c;
    if (s->form != INTEGER && s->form != NUMBER) return expected(o, s);
    const double number = s->form == INTEGER ? (double)s->integer : s->number;
    *(double *)value = number;
    return within(o, s, number);
}

static enum status read_bool(struct config *c, const struct option *o, struct setting *s, void *value)
{
    (void)c;
    if (s->form != BOOLEAN) return expected(o, s);
    *(bool *)value = s->boolean;
    return ST_OK;
}

/* NULL if it is not a text. On the command line 5 is one, where only a text can be meant. */
static const char *text_of(const struct setting *s)
{
    return s->form == TEXT ? s->text : s->form < TEXT ? s->raw : NULL;
}

static enum status read_index(struct config *c, const struct option *o, struct setting *s, void *value)
{
    char wanted[512];
    const struct option one = o->type == OPT_COUNT ? *o : (struct option){.type = OPT_WORD, .words = o->words};
    const char *const word = text_of(s);
    size_t count = 0;
    (void)c;
    if (!word) return expected(o, s);
    for (; o->words[count]; count++) {
        if (strcmp(word, o->words[count])) continue;
        *(int64_t *)value = (int64_t)count;
        return ST_OK;
    }
    const char *const near = spelling_nearest(word, o->words, count);
    return setting_fault(s, "", "'%.60s' is not %s%s%s%s", word, option_expects(&one, wanted, sizeof wanted),
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum status read_word(struct config *c, const struct option *o, struct setting *s, void *value)
{
    int64_t index;
    TRY(read_index(c, o, s, &index));
    *(int *)value = (int)index;
    return ST_OK;
}

static enum status read_count(struct config *c, const struct option *o, struct setting *s, void *value)
{
    int64_t index;
    if (s->form == INTEGER) return read_int(c, o, s, value);
    if (s->form != TEXT) return expected(o, s);
    TRY(read_index(c, o, s, &index));
    *(int64_t *)value = -1 - index;
    return ST_OK;
}

static enum status read_text(struct config *c, const struct option *o, struct setting *s, void *value)
{
    const char *const text = text_of(s);
    if (!text) return expected(o, s);
    return arena_copy(&c->arena, value, text, (int64_t)strlen(text));
}

/* Asked here, where the key and its line are known: whoever reads the file knows only its name. */
static enum status readable(const struct setting *s, const char *path)
{
    int64_t bytes;
    int fd;
    const enum status st = input_descriptor(&fd, &bytes, path, ST_CONFIG);
    if (st != ST_OK) return setting_fault(s, "", "%s", fail_text());
    close(fd);
    return ST_OK;
}

static enum status read_path(struct config *c, const struct option *o, struct setting *s, void *value)
{
    const char *const text = text_of(s);
    if (!text) return expected(o, s);
    if (!*text) return setting_fault(s, "", "the path is empty");
    TRY(arena_print(&c->arena, value, "%s%s", *text == '/' ? "" : c->folder, text));
    return o->writes == FILE_NONE ? readable(s, *(char **)value) : ST_OK;
}

/* An array, a list, or a single value; items take 8 bytes each. */
static enum status read_list(struct config *c, const struct option *o, struct setting *s, int64_t *count, void *items,
                             reading *read_item)
{
    char wanted[512];
    const bool many = s->form == ARRAY || s->form == LIST;
    struct setting *item = many ? s->section.first : s;
    int64_t *v;
    *count = many ? s->section.count : 1;
    if (*count < o->count_min || (o->count_max && *count > o->count_max))
        return setting_fault(s, "", "expected %s, got %lld value%s", option_expects(o, wanted, sizeof wanted),
                             (long long)*count, *count == 1 ? "" : "s");
    TRY(arena_take(&c->arena, &v, *count * (int64_t)sizeof *v));
    *(void **)items = v;
    for (int64_t i = 0; i < *count; i++, item = item->next) {
        item->asked = true;
        TRY(read_item(c, o, item, &v[i]));
    }
    return ST_OK;
}

static enum status read_ints(struct config *c, const struct option *o, struct setting *s, void *value)
{
    struct ints *const list = value;
    return read_list(c, o, s, &list->count, &list->v, read_int);
}

static enum status read_real_or_word(struct config *c, const struct option *o, struct setting *s, void *value)
{
    int64_t index;
    if (!o->words || s->form != TEXT) return read_real(c, o, s, value);
    TRY(read_index(c, o, s, &index));
    *(double *)value = (double)NAN;
    return ST_OK;
}

static enum status read_reals(struct config *c, const struct option *o, struct setting *s, void *value)
{
    struct reals *const list = value;
    return read_list(c, o, s, &list->count, &list->v, read_real_or_word);
}

static enum status read_words(struct config *c, const struct option *o, struct setting *s, void *value)
{
    struct ints *const list = value;
    TRY(read_list(c, o, s, &list->count, &list->v, read_index));
    for (int64_t i = 1; i < list->count; i++)
        for (int64_t k = 0; k < i; k++)
            if (list->v[i] == list->v[k]) return setting_fault(s, "", "'%s' is given twice", o->words[list->v[i]]);
    return ST_OK;
}

static enum status read_texts(struct config *c, const struct option *o, struct setting *s, void *value)
{
    struct texts *const list = value;
    TRY(read_list(c, o, s, &list->count, &list->v, read_text));
    for (int64_t i = 1; i < list->count; i++)
        for (int64_t k = 0; k < i; k++)
            if (!strcmp(list->v[i], list->v[k])) return setting_fault(s, "", "'%s' is given twice", list->v[i]);
    return ST_OK;
}

static enum status read_field(struct config *c, const struct option *o, struct setting *s, void *value)
{
    struct field_spec *const field = value;
    struct expression *formula;
    char place[512];
    *field = (struct field_spec){.form = FIELD_ABSENT};
    TRY(arena_print(&c->arena, &field->place, "%s", setting_place(s, "", place, sizeof place)));
    if (s->form == GROUP) {
        field->form = FIELD_DATASET;
        return section_read(c, &s->section, dataset_table, field);
    }
    if (s->form != TEXT) {
        field->form = FIELD_NUMBER;
        return read_real(c, o, s, &field->number);
    }
    field->form = FIELD_EXPRESSION;
    const enum status made = expression_make(&formula, s->text, o->variables);
    expression_free(formula);
    if (made == ST_CONFIG) return setting_fault(s, "", "%s", fail_text());
    TRY(made);
    return read_text(c, o, s, &field->expression);
}

static enum status read_groups(struct config *c, const struct option *o, struct setting *s, void *value)
{
    struct groups *const list = value;
    struct setting *item = s->form == GROUP ? s : s->section.first;
    const int64_t count = s->form == GROUP ? 1 : s->section.count;
    char wanted[512];
    if (s->form < ARRAY) return expected(o, s);
    if (count < o->count_min || (o->count_max && count > o->count_max))
        return setting_fault(s, "", "expected %s, got %lld", option_expects(o, wanted, sizeof wanted),
                             (long long)count);
    TRY(arena_take(&c->arena, &list->v, count * (int64_t)o->sub_bytes));
    list->count = count;
    for (int64_t i = 0; i < count; i++, item = item->next) {
        if (item->form != GROUP) return expected(o, item);
        TRY(section_read(c, &item->section, o->sub, (char *)list->v + i * (int64_t)o->sub_bytes));
    }
    return ST_OK;
}

enum status value_read(struct config *c, const struct option *o, struct setting *s, void *value)
{
    static reading *const readings[] = {
        [OPT_INT] = read_int,       [OPT_REAL] = read_real,   [OPT_BOOL] = read_bool,   [OPT_WORD] = read_word,
        [OPT_COUNT] = read_count,   [OPT_TEXT] = read_text,   [OPT_PATH] = read_path,   [OPT_INTS] = read_ints,
        [OPT_REALS] = read_reals,   [OPT_WORDS] = read_words, [OPT_TEXTS] = read_texts, [OPT_FIELD] = read_field,
        [OPT_GROUPS] = read_groups,
    };
    s->asked = true;
    return readings[o->type](c, o, s, value);
}
