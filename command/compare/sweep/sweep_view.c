/* Reduces an axis of runs to the fastest of its values, and chooses the reference. */
#include "command/compare/sweep/sweep_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"

enum { NAMES_MAX = 64 };

/* Do rows i and k differ only along this axis? */
static bool are_beside(const struct series *s, const struct column *axis, int64_t i, int64_t k)
{
    for (int a = 1; series_axis(s, a); a++) {
        const struct column *const c = series_axis(s, a);
        if (c != axis && c->value[i] != c->value[k]) return false;
    }
    return true;
}

static bool is_word(const struct sweep_axis *x, double value)
{
    for (int k = 0; k < x->count; k++)
        if (x->word[k].value == value) return true;
    return false;
}

/* Seconds of a row that may be the best; infinite: it may not. */
static double seconds_of(const struct series *s, int64_t i)
{
    const struct column *const seconds = series_column(s, "seconds"), *const converged = series_column(s, "converged");
    const struct column *const wrong = series_column(s, "wrong");
    const bool good = (!converged || i >= converged->count || converged->value[i] != 0) &&
                      (!wrong || i >= wrong->count || !(wrong->value[i] > 0));
    return seconds && i < seconds->count && good && !isnan(seconds->value[i]) ? seconds->value[i] : (double)INFINITY;
}

/* Is row i the best along this axis, and the first of equally good ones? */
static bool is_best(const struct series *s, const struct column *axis, const struct sweep_axis *x, int64_t i)
{
    for (int64_t k = 0; k < axis->count; k++) {
        if (k == i || !are_beside(s, axis, i, k)) continue;
        const bool word = is_word(x, axis->value[i]), other = is_word(x, axis->value[k]);
        const double mine = seconds_of(s, i), others = seconds_of(s, k);
        if (word != other ? word : others < mine || (others == mine && k < i)) return false;
    }
    return true;
}

static enum status keep_best(struct series *s, struct column *axis, const struct sweep_axis *x)
{
    const int64_t rows = axis->count;
    bool *const best = calloc((size_t)rows + 1, sizeof *best);
    if (!best) return fail(ST_NOMEM, "no memory for the points of %s", axis->name);
    for (int64_t i = 0; i < rows; i++) best[i] = is_best(s, axis, x, i);
    for (int64_t c = 0; c < s->count; c++) {
        struct column *const column = &s->column[c];
        const int64_t count = column->count;
        column->count = 0;
        for (int64_t i = 0; i < count && i < rows; i++)
            if (best[i]) column->value[column->count++] = column->value[i];
        if (column->axis > axis->axis) column->axis--;
    }
    axis->axis = 0;
    free(best);
    return ST_OK;
}

static enum status look_at_best(struct sweep *s, const char *name)
{
    const char *names[NAMES_MAX];
    char advice[512];
    int found = 0;
    while (found < s->axes && strcmp(s->axis[found].name, name)) found++;
    for (int a = 0; a < s->axes; a++) names[a] = s->axis[a].name;
    if (found == s->axes)
        return fail(ST_CONFIG, "--best-of: no run has an axis '%.60s'%s", name,
                    spelling_advice(name, names, (size_t)s->axes, advice, sizeof advice));
    s->best = s->axis[found];
    s->axes--;
    for (int a = found; a < s->axes; a++) s->axis[a] = s->axis[a + 1];
    for (int run = 0; run < s->count; run++) {
        struct column *const axis = (struct column *)series_column(&s->series[run], name);
        if (axis && axis->axis) TRY(keep_best(&s->series[run], axis, &s->best));
    }
    return ST_OK;
}

static bool is_called(const struct stored_run *run, const char *name)
{
    return !strcmp(run->title, name) || (run->label && !strcmp(run->label, name)) || !strcmp(run->method, name);
}

static enum status look_against(struct sweep *s, const char *name)
{
    const char *names[NAMES_MAX];
    char advice[512];
    int run = 0;
    while (run < s->count && !is_called(s->run[run], name)) run++;
    for (int i = 0; i < s->count && i < NAMES_MAX; i++) names[i] = s->run[i]->title;
    if (run == s->count)
        return fail(
            ST_CONFIG, "--against: no run along axes is called '%.60s'%s", name,
            spelling_advice(name, names, (size_t)(s->count < NAMES_MAX ? s->count : NAMES_MAX), advice, sizeof advice));
    const struct series first = s->series[run];
    const struct stored_run *const of = s->run[run];
    for (; run > 0; run--) s->series[run] = s->series[run - 1], s->run[run] = s->run[run - 1];
    s->series[0] = first, s->run[0] = of;
    return ST_OK;
}

enum status sweep_look(struct sweep *s, const struct view *view)
{
    if (!s->count) return ST_OK;
    if (view->best_of) TRY(look_at_best(s, view->best_of));
    return view->against ? look_against(s, view->against) : ST_OK;
}
