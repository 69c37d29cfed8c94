/* What takes the place of part_there*.c in a build without CUDA, which has no method of the device to begin with. */
#include "apps/hines/device/part_there.h"

enum status part_there_make(struct part_there *t, struct cell_part *p, const struct population *all, int64_t steps,
                            int64_t columns, const struct exec *exec)
{
    *t = (struct part_there){0};
    return fail(ST_REFUSED, "hines: this program was built without CUDA");
}

void part_there_free(struct part_there *t)
{
}

void part_there_advance(struct part_there *t, const struct population *all, const struct part_steps *of)
{
}

enum status part_there_fetch(struct part_there *t)
{
    return ST_OK;
}

enum status part_there_send(struct part_there *t)
{
    return ST_OK;
}
