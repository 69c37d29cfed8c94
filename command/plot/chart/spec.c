/* The keys of pictures in configurations, and those of a result file. */
#include "command/plot/chart/spec.h"

#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"

static const char *const kinds[] = {"auto", "curves", "bars", "table", NULL};
static const char *const logs[] = {"auto", "no", "x", "y", "xy", NULL};

#define AT(field) offsetof(struct chart_spec, field)
const struct option chart_table[] = {
    {"kind", "curves along an axis, bars in groups, or a table", OPT_WORD, AT(kind), .default_value = "\"auto\"",
     .words = kinds},
    {"column", "quantities that it shows, as of --column; '*_residual' is that of each subject", OPT_TEXT, AT(column),
     .optional = true},
    {"across", "the horizontal axis; each value of further axes has a panel", OPT_TEXT, AT(across), .optional = true},
    {"only", "points that are shown, each as \"switch_point = 3\"", OPT_TEXTS, AT(only), .optional = true},
    {"without", "labels of runs that are not shown", OPT_TEXTS, AT(without), .optional = true},
    {"best_of", "an axis: each run at that of its values where it is fastest", OPT_TEXT, AT(best_of), .optional = true},
    {"against", "the run, by its label, that speed-ups are relative to; absent: the first", OPT_TEXT, AT(against),
     .optional = true},
    {"log", "which axes are logarithmic", OPT_WORD, AT(log), .default_value = "\"auto\"", .words = logs},
    {"units", "unit of its values, of the same kind as that of the column: GiB for bytes, ms for seconds", OPT_TEXT,
     AT(units), .optional = true},
    {"title", "title over the picture", OPT_TEXT, AT(title), .optional = true},
    {"note", "text below the picture, such as a statement of a paper about no single point", OPT_TEXT, AT(note),
     .optional = true},
    {"name", "part of the name of its file; absent: its column", OPT_TEXT, AT(name), .optional = true},
    {0},
};
#undef AT

#define AT(field) offsetof(struct chart_plan, field)
static const struct option plan_table[] = {
    {"figure.id", "", OPT_TEXT, AT(id), .optional = true},
    {"figure.about", "", OPT_TEXT, AT(about), .optional = true},
    {"figure.column", "", OPT_TEXT, AT(column), .optional = true},
    {"figure.rows", "", OPT_TEXTS, AT(rows), .optional = true},
    {"pictures", "", OPT_GROUPS, AT(pictures), .sub = chart_table, .sub_bytes = sizeof(struct chart_spec),
     .optional = true},
    {0},
};
#undef AT

bool chart_word(const char *key, const char *text, int *out)
{
    const char *const *const words = option_find(chart_table, key)->words;
    for (*out = 0; words[*out]; ++*out)
        if (!strcmp(words[*out], text)) return true;
    return false;
}

bool chart_units_are_known(const char *units)
{
    static const char *const known[] = {"B", "KiB", "MiB", "GiB", "kB", "MB", "GB", "s", "ms", "µs", "ns"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(units, known[i])) return true;
    return false;
}

enum status chart_plan_read(struct chart_plan *p, struct config **config, const struct result *r)
{
    char *text = NULL;
    *p = (struct chart_plan){0};
    *config = NULL;
    if (!store_has_text(r->store, "/config", "effective")) return ST_OK;
    TRY(store_get_text(r->store, "/config", "effective", &text));
    enum status s = config_parse(config, r->path, text);
    free(text);
    if (s == ST_OK) s = section_read(*config, config_root(*config), plan_table, p);
    if (s != ST_OK) *config = config_free(*config);
    return s;
}
