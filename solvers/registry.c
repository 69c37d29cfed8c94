/* The registry of methods: the list of all, and the search by name. */
#include <stdio.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/spelling.h"
#include "solvers/kind.h"
#include "solvers/methods.h"

static const struct solver *const table[] = {
#define SOLVER(id) &id,
#ifdef BANDSTAND_CUDA
#define SOLVER_DEVICE(id, kind, method) &id,
#else
#define SOLVER_DEVICE(id, kind, method)
#endif
#include "solvers/list.h"
#undef SOLVER
#undef SOLVER_DEVICE
};

/* The names of the device methods that a build without CUDA does not have. */
static const struct absent {
    enum kind kind;
    const char *method;
} absent[] = {
#define SOLVER(id)
#ifdef BANDSTAND_CUDA
#define SOLVER_DEVICE(id, kind, method)
#else
#define SOLVER_DEVICE(id, kind, method) {kind, method},
#endif
#include "solvers/list.h"
#undef SOLVER
#undef SOLVER_DEVICE
    {KIND_COUNT, ""}};

enum { SOLVERS = sizeof table / sizeof *table };

size_t solver_count(void)
{
    size_t count = SOLVERS;
    while (table[count - 1]->can & UNSTABLE) count--;
    return count;
}

const struct solver *solver_at(size_t i)
{
    return i < SOLVERS ? table[i] : NULL;
}

static const struct kind_ops *const all_kinds[] = {
#define KIND(ID, name) &kind_##name,
#include "solvers/kinds.h"
#undef KIND
};

const struct kind_ops *kind_of(enum kind kind)
{
    return all_kinds[kind];
}

const char *kind_name(enum kind kind)
{
    return all_kinds[kind]->name;
}

const struct capability *capability_at(enum kind kind, size_t i)
{
    const struct capability *c = capabilities;
    while (c->bit && i > 0) c++, i--;
    if (c->bit) return c;
    c = all_kinds[kind]->capabilities;
    while (c && c->bit && i > 0) c++, i--;
    return c && c->bit ? c : NULL;
}

/* "tridiag or recurrence" */
static const char *kinds_text(unsigned kinds, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (int k = 0; k < KIND_COUNT; k++)
        if (kinds & kind_bit((enum kind)k) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " or " : "", kind_name((enum kind)k));
    return text;
}

/* The error for a name that does not exist in that space, but perhaps in another one, or in another build. */
static enum status missing(unsigned kinds, const char *method, enum space space)
{
    const char *names[SOLVERS];
    char advice[512], text[64];
    size_t count = 0;
    for (const struct absent *a = absent; space == DEVICE && a->kind != KIND_COUNT; a++)
        if (kinds & kind_bit(a->kind) && !strcmp(a->method, method))
            return fail(ST_REFUSED, "%s method '%s' exists for the device, but this binary was built without CUDA",
                        kind_name(a->kind), method);
    for (size_t i = 0; i < SOLVERS; i++) {
        const struct solver *const s = table[i];
        if (!(kinds & kind_bit(s->kind))) continue;
        if (!strcmp(s->method, method))
            return fail(ST_REFUSED, "%s method '%s' exists for the %s only, not for the %s", kind_name(s->kind), method,
                        space_name(s->space), space_name(space));
        if (s->space == space) names[count++] = s->method;
    }
    return fail(ST_CONFIG, "no %s method '%s'%s", kinds_text(kinds, text, sizeof text), method,
                spelling_advice(method, names, count, advice, sizeof advice));
}

static const struct solver *method_of(enum kind kind, const char *method, enum space space)
{
    for (size_t i = 0; i < SOLVERS; i++)
        if (table[i]->kind == kind && table[i]->space == space && !strcmp(table[i]->method, method)) return table[i];
    return NULL;
}

/* Reduces `kinds` to the one that a name begins with, as in "tridiag.auto", and returns the rest of the name. */
static const char *without_kind(const char *name, unsigned *kinds)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        const char *const kind = kind_name((enum kind)k);
        const size_t length = strlen(kind);
        if (!(*kinds & kind_bit((enum kind)k)) || strncmp(name, kind, length) || name[length] != '.') continue;
        *kinds = kind_bit((enum kind)k);
        return name + length + 1;
    }
    return name;
}

enum status solver_find_among(unsigned kinds, const char *name, enum space space, const struct solver **out)
{
    const char *const method = without_kind(name, &kinds);
    *out = NULL;
    for (int k = 0; k < KIND_COUNT; k++) {
        const struct solver *const s = kinds & kind_bit((enum kind)k) ? method_of((enum kind)k, method, space) : NULL;
        if (s && *out) {
            const char *const first = kind_name((*out)->kind), *const second = kind_name(s->kind);
            *out = NULL;
            return fail(ST_CONFIG, "'%s' is a method of the kinds %s and %s; write %s.%s or %s.%s", method, first,
                        second, first, method, second, method);
        }
        if (s) *out = s;
    }
    return *out ? ST_OK : missing(kinds, method, space);
}

enum status solver_find(enum kind kind, const char *method, enum space space, const struct solver **out)
{
    return solver_find_among(kind_bit(kind), method, space, out);
}
