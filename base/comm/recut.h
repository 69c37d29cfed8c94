/* Arrays that ranks have in parts, runs of their rows, by one cut and by another. */
#pragma once
#include "base/comm/comm.h"

/* A part: the values from number `from` to `end` - 1 of the whole, whole rows. */
struct cut_part {
    int64_t from, end;
};

/* Collective and agreed: ST_NOMEM. `there` [had.end - had.from] and `here` [wanted.end - wanted.from], `bytes` each:
 * the part that this rank has, and the one that it gets. Parts that ranks have are all values, each once. */
enum status comm_recut(struct comm *c, int64_t row, int bytes, struct cut_part had, const void *there,
                       struct cut_part wanted, void *here);
