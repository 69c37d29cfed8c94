/* Channels on the device: the files of their types compiled again, with vectors of one lane, one per thread (lanes.h).
 */
#include <math.h>
#include <string.h>

#include "apps/hines/channels/advance.h"
#include "apps/hines/channels/plain.h"
#include "apps/hines/channels/pool.h"
#include "apps/hines/channels/potential_exp.h"
#include "apps/hines/channels/vec_log.h"

namespace hh
{
#include "apps/hines/channels/hh.c"
}
namespace traub
{
#include "apps/hines/channels/traub.c"
}
namespace ca_hva
{
#include "apps/hines/channels/ca_hva.c"
}
namespace ca_lva
{
#include "apps/hines/channels/ca_lva.c"
}
namespace sk
{
#include "apps/hines/channels/sk.c"
}
namespace ih
{
#include "apps/hines/channels/ih.c"
}
namespace leak
{
#include "apps/hines/channels/leak.c"
}
namespace pool
{
#include "apps/hines/channels/pool.c"
}

static const struct channel_type *const types[] = {
    &hh::channel_hh, &traub::channel_traub, &ca_hva::channel_ca_hva, &ca_lva::channel_ca_lva,
    &sk::channel_sk, &ih::channel_ih,       &leak::channel_leak,     &pool::channel_pool};

extern "C" const struct channel_type *channel_on_device(const struct channel_type *type)
{
    for (const struct channel_type *twin : types)
        if (!strcmp(twin->name, type->name)) return twin;
    return NULL;
}
