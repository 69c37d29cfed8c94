/* Replaces device_part*.c in a build without CUDA, which has no methods of the device. */
#include "apps/hines/device/device_part.h"

enum status device_part_make(struct device_part *t, struct cell_part *p, const struct population *all, int64_t steps,
                             int64_t columns, const struct exec *exec)
{
    *t = (struct device_part){0};
    return fail(ST_REFUSED, "hines: this program was built without CUDA");
}

void device_part_free(struct device_part *t)
{
}

void device_part_advance(struct device_part *t, const struct population *all, const struct part_steps *of)
{
}

enum status device_part_fetch(struct device_part *t)
{
    return ST_OK;
}

enum status device_part_send(struct device_part *t)
{
    return ST_OK;
}
