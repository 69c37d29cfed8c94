/* The list of applications. */
#include "apps/apps.h"
#include "base/either_precision.h"

static const struct app *const table[] = {
#define APP(id) &id,
#include "apps/list.h"
#undef APP
};

size_t app_count(void)
{
    return sizeof table / sizeof table[0];
}

const struct app *app_at(size_t i)
{
    return table[i];
}
