/* Items grouped by a number of each, those of a group in their order: so that one thread adds all that act on one node,
 * in the order of the host. */
#pragma once
#include <stdint.h>

#include "base/status.h"

struct grouped {
    int64_t groups;
    int32_t *order, *first; /* [count] the items; [groups + 1] where each group begins in it */
};

/* key(of, i): the number of item i. ST_NOMEM; grouped_free is called after a failure too. */
enum status grouped_make(struct grouped *out, const void *of, int64_t count, int64_t (*key)(const void *of, int64_t i));
void grouped_free(struct grouped *g);
