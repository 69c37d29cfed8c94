/* Chooses the sets that run. make/portable.mk defines BANDSTAND_LEVELS: a LEVEL(name, suffix of symbols, whether the
 * processor has it) for each level, the lowest first. */
#include "precision/level.h"

#include <stdio.h>
#include <string.h>

#include "precision/precision.h"

#define LEVEL(name, suffix, usable) extern const struct precision set_double##suffix, set_float##suffix;
BANDSTAND_LEVELS
#undef LEVEL

#define LEVEL(name, suffix, usable) {name, &set_double##suffix, &set_float##suffix},
static const struct {
    const char *name;
    const struct precision *in_double, *in_float;
} sets[] = {BANDSTAND_LEVELS};
#undef LEVEL

enum { LEVELS = sizeof sets / sizeof *sets };

static size_t chosen;
const struct precision *precision_double = &set_double, *precision_float = &set_float;

const struct precision *precision_at(int i)
{
    return i ? precision_float : precision_double;
}

static bool means(const char *asked, const char *name)
{
    const char *const hyphen = strrchr(name, '-');
    return !strcmp(asked, name) || (hyphen && !strcmp(asked, hyphen + 1));
}

static enum status refuse(const struct level *level, size_t count, const char *asked)
{
    char names[256] = "";
    for (size_t i = 0, length = 0; i < count && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "", level[i].name);
    return fail(ST_CONFIG, "BANDSTAND_LEVEL: '%s' is not a level of this program, which has %s", asked, names);
}

enum status level_pick(const struct level *level, size_t count, const char *asked, size_t *out)
{
    const bool any = !asked || !*asked;
    for (size_t i = count; i-- > 0;) {
        if (any ? !level[i].usable : !means(asked, level[i].name)) continue;
        if (!level[i].usable) return fail(ST_CONFIG, "BANDSTAND_LEVEL: this processor lacks %s", level[i].name);
        *out = i;
        return ST_OK;
    }
    if (!any) return refuse(level, count, asked);
    return fail(ST_CONFIG, "this processor lacks %s, the lowest level that this program is built for", level->name);
}

enum status level_choose(const char *asked)
{
#define LEVEL(name, suffix, usable) {name, usable},
    const struct level level[] = {BANDSTAND_LEVELS};
#undef LEVEL
    TRY(level_pick(level, LEVELS, asked, &chosen));
    precision_double = sets[chosen].in_double;
    precision_float = sets[chosen].in_float;
    return ST_OK;
}

const char *level_name(void)
{
    return sets[chosen].name;
}
