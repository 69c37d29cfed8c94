/* Types of channels by name. */
#include "apps/hines/channels/channel.h"

#include <stdio.h>
#include <string.h>

static const struct channel_type *const types[] = {
#define CHANNEL(id) &id,
#include "apps/hines/channels/list.h"
#undef CHANNEL
};
enum { TYPES = sizeof types / sizeof *types };

enum status channel_find(const struct channel_type **out, const char *name)
{
    char names[256] = "";
    for (int i = 0; i < TYPES; i++) {
        *out = types[i];
        if (!strcmp(types[i]->name, name)) return ST_OK;
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", types[i]->name);
    }
    return fail(ST_CONFIG, "'%.40s' is not a type of channel; the types are %s", name, names);
}
