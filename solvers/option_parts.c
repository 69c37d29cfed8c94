/* The options of a method: its own table, and that of its kind. */
#include <string.h>

#include "base/config/config.h"
#include "base/either_precision.h"
#include "solvers/kind.h"

enum { ALIGNED = 16 };

static size_t behind_own(const struct solver *s)
{
    return s->options ? (s->options_bytes + ALIGNED - 1) / ALIGNED * ALIGNED : 0;
}

int solver_options(const struct solver *s, struct option_part out[OPTION_PARTS])
{
    const struct kind_ops *const kind = kind_of(s->kind);
    int count = 0;
    if (s->options) out[count++] = (struct option_part){s->options, 0};
    if (kind->options) out[count++] = (struct option_part){kind->options, behind_own(s)};
    return count;
}

size_t solver_options_bytes(const struct solver *s)
{
    const struct kind_ops *const kind = kind_of(s->kind);
    return kind->options ? behind_own(s) + kind->options_bytes : s->options ? s->options_bytes : 0;
}

enum status solver_options_read(const struct solver *s, struct config *c, const struct section *section, void *values)
{
    struct option_part part[OPTION_PARTS];
    const int parts = solver_options(s, part);
    for (int k = 0; k < parts; k++) TRY(section_read(c, section, part[k].table, (char *)values + part[k].offset));
    return ST_OK;
}

enum status solver_options_defaults(const struct solver *s, struct config **text, void *values)
{
    struct option_part part[OPTION_PARTS];
    const int parts = solver_options(s, part);
    bool plain = true;
    *text = NULL;
    for (int k = 0; k < parts && plain; k++)
        plain = options_plain_defaults(part[k].table, (char *)values + part[k].offset);
    if (plain) return ST_OK;
    memset(values, 0, solver_options_bytes(s));
    TRY(config_parse(text, s->method, ""));
    return solver_options_read(s, *text, NULL, values);
}

struct shape shape_chosen(const struct solver *s, const struct shape *shape, const void *options)
{
    const struct kind_ops *const kind = kind_of(s->kind);
    struct shape chosen = *shape;
    if (kind->options && options) kind->choose(&chosen, (const char *)options + behind_own(s));
    return chosen;
}
