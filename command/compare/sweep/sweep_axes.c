/* Finds the axes that runs have, the words that values of axes stand for, and the points along all axes. */
#include "command/compare/sweep/sweep_axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"

enum { DIGITS_MIN = 10 };

int sweep_axes(const struct sweep *s)
{
    return s->axes;
}

const struct sweep_axis *sweep_axis(const struct sweep *s, int axis)
{
    return &s->axis[axis - 1];
}

const struct sweep_axis *sweep_axis_named(const struct sweep *s, const char *name)
{
    for (int a = 0; a < s->axes; a++)
        if (!strcmp(s->axis[a].name, name)) return &s->axis[a];
    return NULL;
}

int sweep_digits(const struct sweep *s, int axis)
{
    return digits_that_differ(s->axis[axis - 1].at, s->points, DIGITS_MIN);
}

void sweep_axis_print(char *out, size_t size, const struct sweep_axis *x, double value, int digits)
{
    snprintf(out, size, isnan(value) ? "-" : "%.*g", digits, value);
    for (int k = 0; k < x->count; k++)
        if (x->word[k].value == value) snprintf(out, size, "%s", x->word[k].word);
}

/* A value for a word, different from all values of the axis, if `value` already stands for another word. */
static double free_value(const struct sweep_axis *x, double value)
{
    for (int k = 0; k < x->count; k++)
        if (x->word[k].value == value) return free_value(x, value + 1);
    return value;
}

/* Runs may have different words for one value, or different values for one word: that of the first run holds. */
static enum status note_word(struct sweep_axis *x, struct column *c, double *as, const double *was, double value,
                             const char *word, int length)
{
    int k = 0;
    while (k < x->count &&
           (strlen(x->word[k].word) != (size_t)length || strncmp(x->word[k].word, word, (size_t)length)))
        k++;
    if (k == x->count) {
        struct sweep_word *const more = realloc(x->word, (size_t)(k + 1) * sizeof *more);
        if (more) x->word = more;
        char *const copy = more ? strndup(word, (size_t)length) : NULL;
        if (!copy) return fail(ST_NOMEM, "no memory for the words of %s", x->name);
        const double own = free_value(x, value);
        x->word[x->count++] = (struct sweep_word){own, copy};
    }
    for (int64_t i = 0; i < c->count; i++)
        if (was[i] == value) as[i] = x->word[k].value;
    return ST_OK;
}

/* Lines "value word" of the attribute `words`. */
static enum status note_words(struct sweep_axis *x, struct column *c, const char *words)
{
    double *const was = malloc((size_t)c->count * sizeof *was + 1);
    if (!was) return fail(ST_NOMEM, "no memory for the words of %s", x->name);
    memcpy(was, c->value, (size_t)c->count * sizeof *was);
    enum status s = ST_OK;
    for (const char *line = words; s == ST_OK && *line;) {
        char *end;
        const double value = strtod(line, &end);
        const int length = (int)strcspn(line, "\n"), word = *end == ' ' ? (int)(end + 1 - line) : length;
        if (word < length) s = note_word(x, c, c->value, was, value, line + word, length - word);
        line += length + (line[length] == '\n');
    }
    free(was);
    return s;
}

static struct sweep_axis *axis_for(struct sweep *s, const struct column *c)
{
    struct sweep_axis *x = (struct sweep_axis *)sweep_axis_named(s, c->name);
    if (x || s->axes == SWEEP_AXES_MAX) return x;
    x = &s->axis[s->axes++];
    *x = (struct sweep_axis){.name = c->name, .units = c->units};
    return x;
}

enum status sweep_note_axes(struct sweep *s, struct store *in, const char *group)
{
    const struct series *const of = &s->series[s->count - 1];
    for (int a = 1; series_axis(of, a); a++) {
        struct column *const c = (struct column *)series_axis(of, a);
        struct sweep_axis *const x = axis_for(s, c);
        char path[1024], *words = NULL;
        snprintf(path, sizeof path, "%s/%s", group, c->name);
        if (x) x->option |= store_has_attribute(in, path, "option");
        if (!x || !store_has_attribute(in, path, "words")) continue;
        TRY(store_get_text(in, path, "words", &words));
        const enum status st = note_words(x, c, words);
        free(words);
        TRY(st);
    }
    return ST_OK;
}

/* Takes the values of row i on the axes of a run; returns false after the last row. */
static bool row_of(const struct sweep *s, int run, int64_t i, double at[SWEEP_AXES_MAX])
{
    bool there = true;
    for (int a = 0; a < s->axes; a++) {
        const struct column *const c = series_column(&s->series[run], s->axis[a].name);
        at[a] = c && c->axis && i < c->count ? c->value[i] : (double)NAN;
        there &= !(c && c->axis) || i < c->count;
    }
    return there && i < sweep_row_count(s, run);
}

/* Are the values that both have equal? */
static bool agree(const struct sweep *s, const double *p, const double *q)
{
    for (int a = 0; a < s->axes; a++)
        if (p[a] != q[a] && !isnan(p[a]) && !isnan(q[a])) return false;
    return true;
}

/* Does q have all values that p has? */
static bool covers(const struct sweep *s, const double *q, const double *p)
{
    for (int a = 0; a < s->axes; a++)
        if (p[a] != q[a] && !isnan(p[a])) return false;
    return true;
}

struct points {
    int64_t count, capacity;
    double (*at)[SWEEP_AXES_MAX];
};

/* A point that is covered by one of those from `first` on is not added. Points that it covers, which have fewer values,
 * are removed. */
static enum status add_point(const struct sweep *s, struct points *p, int64_t first, const double *at)
{
    for (int64_t i = first; i < p->count; i++)
        if (covers(s, p->at[i], at)) return ST_OK;
    int64_t kept = first;
    for (int64_t i = first; i < p->count; i++)
        if (!covers(s, at, p->at[i])) memmove(p->at[kept++], p->at[i], sizeof *p->at);
    p->count = kept;
    if (p->count == p->capacity) {
        const int64_t capacity = 2 * p->capacity + 64;
        double(*const more)[SWEEP_AXES_MAX] = realloc(p->at, (size_t)capacity * sizeof *more);
        if (!more) return fail(ST_NOMEM, "no memory for %lld points", (long long)capacity);
        p->at = more, p->capacity = capacity;
    }
    memcpy(p->at[p->count++], at, sizeof *p->at);
    return ST_OK;
}

/* By one axis after the other; any value comes last. */
static int by_axes(const void *x, const void *y)
{
    const double *const p = x, *const q = y;
    for (int a = 0; a < SWEEP_AXES_MAX; a++) {
        if (isnan(p[a]) != isnan(q[a])) return isnan(p[a]) ? 1 : -1;
        if (p[a] != q[a] && !isnan(p[a])) return p[a] < q[a] ? -1 : 1;
    }
    return 0;
}

/* Takes the values of all runs at a point of the reference. */
static enum status add_points(const struct sweep *s, struct points *p, const double *reference)
{
    const int64_t first = p->count;
    double at[SWEEP_AXES_MAX], all[SWEEP_AXES_MAX] = {0};
    TRY(add_point(s, p, first, reference));
    for (int run = 1; run < s->count; run++)
        for (int64_t i = 0; row_of(s, run, i, at); i++) {
            if (!agree(s, reference, at)) continue;
            for (int a = 0; a < s->axes; a++) all[a] = isnan(at[a]) ? reference[a] : at[a];
            TRY(add_point(s, p, first, all));
        }
    qsort(p->at + first, (size_t)(p->count - first), sizeof *p->at, by_axes);
    return ST_OK;
}

/* Does another run have axes that the reference does not have? */
static bool has_more_axes(const struct sweep *s)
{
    for (int a = 0; s->count && a < s->axes; a++) {
        const struct column *const c = series_column(&s->series[0], s->axis[a].name);
        if (!c || !c->axis) return true;
    }
    return false;
}

enum status sweep_note_points(struct sweep *s)
{
    struct points p = {0};
    double at[SWEEP_AXES_MAX];
    enum status st = ST_OK;
    const bool more = has_more_axes(s);
    for (int64_t i = 0; s->count && st == ST_OK && row_of(s, 0, i, at); i++)
        st = more ? add_points(s, &p, at) : add_point(s, &p, p.count, at);
    for (int a = 0; st == ST_OK && a < s->axes; a++) {
        s->axis[a].at = malloc((size_t)p.count * sizeof *s->axis[a].at + 1);
        if (!s->axis[a].at) st = fail(ST_NOMEM, "no memory for %lld points", (long long)p.count);
        for (int64_t i = 0; s->axis[a].at && i < p.count; i++) s->axis[a].at[i] = p.at[i][a];
    }
    s->points = p.count;
    free(p.at);
    return st;
}

static void free_axis(struct sweep_axis *x)
{
    for (int k = 0; k < x->count; k++) free(x->word[k].word);
    free(x->word), free(x->at);
}

void sweep_free_axes(struct sweep *s)
{
    for (int a = 0; a < s->axes; a++) free_axis(&s->axis[a]);
    free_axis(&s->best);
}
