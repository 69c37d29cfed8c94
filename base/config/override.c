/* Puts settings of the command line in place of those of the file, before anything is read. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "base/config/setting.h"

enum { KEY_MAX = 256 };

/* Down to the member or item `word` of *at; a member that is missing is made, as an empty group. */
static enum status step(struct config *c, struct setting **at, const char *word, int length)
{
    const struct section *const in = &(*at)->section;
    const bool index = strspn(word, "0123456789") >= (size_t)length;
    bool good = true;
    for (int i = 0; i < length; i++) good = good && (isalnum((unsigned char)word[i]) || strchr("-_*", word[i]));
    if (!length) return fail(ST_CONFIG, "expected key=value, but a part of the key is empty");
    if (!good || (!index && !isalpha((unsigned char)*word) && *word != '*'))
        return fail(ST_CONFIG, "'%.*s' is not a key", length, word);
    if (index != ((*at)->form == LIST || (*at)->form == ARRAY) || (!index && (*at)->form != GROUP))
        return fail(ST_CONFIG, "the parent of '%.*s' is not a %s", length, word, index ? "list" : "group");
    struct setting *next = index ? setting_item(in, strtoll(word, NULL, 10)) : setting_member(in, word, (size_t)length);
    if (!next && index) return fail(ST_CONFIG, "no item %.*s: the list has %lld", length, word, (long long)in->count);
    if (!next) {
        char *name;
        TRY(arena_copy(&c->arena, &name, word, length));
        TRY(setting_add(&next, &c->arena, *at, name, GROUP));
        next->file = c->name;
        next->set = true;
    }
    *at = next;
    return ST_OK;
}

enum status config_set(struct config *c, const char *assignment)
{
    const char *const equals = strchr(assignment, '='), *p = assignment;
    const int shown = (int)strcspn(assignment, " =");
    struct setting *at = c->root;
    if (!equals || !shown) return fail(ST_CONFIG, "--set %.100s: expected key=value", assignment);
    if (shown > KEY_MAX) return fail(ST_CONFIG, "--set: a key of %d characters is too long", shown);
    do {
        const bool bracket = *p == '[' || !strncmp(p, ".[", 2);
        p += p > assignment && *p == '.';
        p += *p == '[';
        const int length = (int)strcspn(p, ".[] =");
        const enum status s = step(c, &at, p, length);
        if (s != ST_OK) return fail_within(s, "--set %.*s: ", shown, assignment);
        p += length;
        if (bracket && *p != ']') return fail(ST_CONFIG, "--set %.*s: no ']' after the '['", shown, assignment);
        p += bracket;
    } while (*p == '.' || *p == '[');
    if (p + strspn(p, " ") != equals) return fail(ST_CONFIG, "--set %.100s: expected key=value", assignment);
    const bool many = at->one || at->form == ARRAY || at->form == LIST;
    at->set = true;
    TRY(setting_parse(at, c, equals + 1));
    at->one = many && at->form < ARRAY;
    return ST_OK;
}

bool section_assigned(const struct section *s, const char *key)
{
    const char *rest;
    const struct setting *const at = setting_reach(s, key, &rest);
    return !*rest && at->set;
}

void section_remove(const struct section *s, const char *key)
{
    const char *rest;
    struct setting *const at = setting_reach(s, key, &rest);
    if (*rest || at == s->owner) return;
    struct section *const in = &at->parent->section;
    struct setting **link = &in->first, *before = NULL;
    for (; *link != at; link = &(*link)->next) before = *link;
    *link = at->next;
    if (in->last == at) in->last = before;
    in->count--;
}
