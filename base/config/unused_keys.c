/* Finds keys that were never read, most likely misspelt, and the known keys nearest to them. */
#include <stdio.h>
#include <string.h>

#include "base/config/config.h"
#include "base/config/setting.h"
#include "base/spelling.h"

enum { GUESSES_MAX = 256 };

struct known {
    struct known *next;
    char *key; /* may have dots */
};

static bool begins_with(const char *key, const char *word, size_t length)
{
    return !strncmp(key, word, length) && (!key[length] || key[length] == '.');
}

static const struct known *find(const struct section *s, const char *word, size_t length)
{
    const struct known *k = s->known;
    while (k && !begins_with(k->key, word, length)) k = k->next;
    return k;
}

/* Failing memory costs the guess only, so it is not a fault. */
void setting_know(const struct section *s, const char *key)
{
    struct known **end = (struct known **)&s->owner->section.known, *k;
    char *copy;
    while (*end && strcmp((*end)->key, key)) end = &(*end)->next;
    if (!*end && arena_take(s->owner->section.arena, &k, sizeof *k) == ST_OK &&
        arena_copy(s->owner->section.arena, &copy, key, (int64_t)strlen(key)) == ST_OK) {
        *k = (struct known){NULL, copy};
        *end = k;
    }
    const size_t length = strcspn(key, ".");
    const struct setting *const group = setting_member(s, key, length);
    if (group && key[length]) setting_know(&group->section, key + length + 1);
}

static const struct setting *first_unknown(const struct section *s)
{
    for (const struct setting *m = s->first; m; m = m->next) {
        const bool item = !m->name && m->form == GROUP; /* of a list that was read as a whole */
        const struct setting *const found = m->asked || item ? first_unknown(&m->section) : m;
        if (found) return found;
    }
    return NULL;
}

/* The known key whose first or, in the whole configuration, last word is nearest; NULL: none is near. */
static const char *guess(const struct section *s, const char *name, bool last, char *buffer, size_t size)
{
    char words[GUESSES_MAX][64];
    const char *word[GUESSES_MAX] = {NULL}, *key[GUESSES_MAX];
    size_t count = 0;
    for (const struct known *k = s->known; k && count < GUESSES_MAX; k = k->next) {
        const char *const dot = strrchr(k->key, '.'), *const from = last && dot ? dot + 1 : k->key;
        snprintf(words[count], sizeof words[count], "%.*s", (int)strcspn(from, "."), from);
        word[count] = words[count];
        key[count++] = k->key;
    }
    const char *const near = spelling_nearest(name, word, count);
    for (size_t i = 0; near && i < count; i++)
        if (word[i] == near) return last ? key[i] : setting_path(s->owner, near, buffer, size);
    return NULL;
}

/* "one of n, lower, upper" */
static const char *list(const struct section *s, char *buffer, size_t size)
{
    size_t used = 0;
    *buffer = 0;
    for (const struct known *k = s->known; k && used < size; k = k->next) {
        const size_t length = strcspn(k->key, ".");
        if (find(s, k->key, length) != k) continue;
        used += (size_t)snprintf(buffer + used, size - used, "%s%.*s", used ? ", " : "; one of ", (int)length, k->key);
    }
    return buffer;
}

static const struct setting *root_of(const struct setting *s)
{
    while (s->parent) s = s->parent;
    return s;
}

enum status setting_unknown(const struct setting *s)
{
    char buffer[512];
    const struct section *const in = &s->parent->section;
    if (!s->name || find(in, s->name, strlen(s->name)))
        return setting_fault(s, "", "expected a group { ... }, got %s", setting_show(s, buffer, sizeof buffer));
    const char *near = guess(in, s->name, false, buffer, sizeof buffer);
    if (!near) near = guess(&root_of(s)->section, s->name, true, buffer, sizeof buffer);
    if (near) return setting_fault(s, "", "unknown key; did you mean '%s'?", near);
    return setting_fault(s, "", "unknown key%s", list(in, buffer, sizeof buffer));
}

const struct setting *setting_slip(const struct section *s, const char *key)
{
    char word[64];
    const char *const words[] = {word};
    snprintf(word, sizeof word, "%.*s", (int)strcspn(key, "."), key);
    for (const struct setting *m = s->first; m; m = m->next) {
        if (!m->name || m->asked || find(s, m->name, strlen(m->name))) continue;
        if (s->owner->parent || spelling_nearest(m->name, words, 1)) return m;
    }
    return NULL;
}

enum status section_finish(const struct section *s, const char *key)
{
    const char *rest;
    const struct setting *const at = setting_reach(s, key, &rest), *const found =
                                                                       *rest ? NULL : first_unknown(&at->section);
    return found ? setting_unknown(found) : ST_OK;
}

enum status config_finish(const struct config *c)
{
    const struct setting *const s = first_unknown(&c->root->section);
    return s ? setting_unknown(s) : ST_OK;
}
