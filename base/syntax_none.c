/* A build without libconfig: numbers, truth values and words, as the defaults of options have them. */
#include "base/syntax.h"

#include <stdlib.h>
#include <string.h>

#include "base/config.h"

enum status syntax_parse(struct setting *to, const char *name, const char *text)
{
    (void)to;
    return *text ? fail(ST_CONFIG, "%s: this binary was built without libconfig, which reads configurations", name)
                 : ST_OK;
}

static bool whole(const char *text, const char *end)
{
    return end > text && !*end;
}

/* "word" without anything to escape */
static enum status quoted(struct setting *s, struct config *c, const char *text)
{
    const size_t length = strcspn(text + 1, "\"\\");
    char *kept;
    if (*text != '"' || strcmp(text + 1 + length, "\"") != 0) return fail(ST_CONFIG, "'%s' is no plain value", text);
    TRY(arena_copy(&c->arena, &kept, text + 1, (int64_t)length));
    s->form = TEXT;
    s->text = kept;
    return ST_OK;
}

enum status syntax_literal(struct setting *s, struct config *c, const char *text)
{
    char *end;
    const int64_t integer = strtoll(text, &end, 10);
    if (whole(text, end)) {
        s->form = INTEGER;
        s->integer = integer;
        return ST_OK;
    }
    const double number = strtod(text, &end);
    if (whole(text, end)) {
        s->form = NUMBER;
        s->number = number;
        return ST_OK;
    }
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) return quoted(s, c, text);
    s->form = BOOLEAN;
    s->boolean = *text == 't';
    return ST_OK;
}

const char *config_library(void)
{
    return "none";
}
