/* Which keys anybody asked for: a key that nobody did is most likely a slip of the pen. */
#include <stdio.h>
#include <string.h>

#include "base/config.h"
#include "base/setting.h"
#include "base/spelling.h"

enum { GUESSES_MAX = 256 };

struct known {
    struct known *next;
    char *name;
};

static const struct known *find(const struct section *s, const char *name, size_t length)
{
    const struct known *k = s->known;
    while (k && !(!strncmp(k->name, name, length) && !k->name[length])) k = k->next;
    return k;
}

/* Failing memory costs the guess only, so it is no fault. */
void setting_know(const struct section *s, const char *key)
{
    struct section *const in = &s->owner->in;
    const size_t length = strcspn(key, ".");
    struct known *k;
    char *name;
    if (!find(s, key, length) && arena_take(in->arena, &k, sizeof *k) == ST_OK &&
        arena_copy(in->arena, &name, key, (int64_t)length) == ST_OK) {
        *k = (struct known){in->known, name};
        in->known = k;
    }
    const struct setting *const group = setting_member(s, key, length);
    if (group && key[length]) setting_know(&group->in, key + length + 1);
}

static const struct setting *first_unknown(const struct section *s)
{
    for (const struct setting *m = s->first; m; m = m->next) {
        const bool item = !m->name && m->form == GROUP; /* of a list that was asked for as a whole */
        const struct setting *const found = m->asked || item ? first_unknown(&m->in) : m;
        if (found) return found;
    }
    return NULL;
}

enum status config_finish(const struct config *c)
{
    const char *words[GUESSES_MAX];
    char path[256] = "";
    size_t count = 0;
    const struct setting *const s = first_unknown(&c->root->in);
    if (!s) return ST_OK;
    const struct section *const in = &s->parent->in;
    if (!s->name || find(in, s->name, strlen(s->name)))
        return setting_fault(s, "", "expected a group { ... }, got %s", setting_show(s, path, sizeof path));
    for (const struct known *k = in->known; k && count < GUESSES_MAX; k = k->next) words[count++] = k->name;
    const char *const near = spelling_nearest(s->name, words, count);
    if (!near) return setting_fault(s, "", "unknown key");
    return setting_fault(s, "", "unknown key; did you mean '%s'?", setting_path(s->parent, near, path, sizeof path));
}
