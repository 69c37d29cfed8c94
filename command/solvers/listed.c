/* Chooses the methods in lists of methods. */
#include "command/solvers/listed.h"

#include <string.h>

bool solver_listed(const char *only, const struct solver *s)
{
    if (!only || !strcmp(only, precision_double->kind_name(s->kind))) return true;
    for (size_t i = 0; i < precision_double->app_count(); i++) {
        const struct app *const app = precision_double->app_at(i);
        if (!strcmp(only, app->name)) return app->kinds & kind_bit(s->kind);
    }
    return false;
}

void own_each(const char *only, void (*show)(const struct own *own, void *context), void *context)
{
#ifdef BANDSTAND_CUDA
    const int spaces = SPACE_COUNT;
#else
    const int spaces = HOST + 1;
#endif
    for (size_t i = 0; i < precision_double->app_count(); i++) {
        struct own own = {.app = precision_double->app_at(i)};
        if (only && strcmp(only, own.app->name)) continue;
        for (own.method = own.app->own; own.method && own.method->name; own.method++)
            for (int s = 0; s < spaces; s++) {
                own.space = (enum space)s;
                if (own.method->spaces >> s & 1) show(&own, context);
            }
    }
}
