/* cuSPARSE in a build without CUDA: absent. */
#include "base/library/cusparse.h"

#include <stdio.h>

#include "base/device/device.h"

enum status cusparse_ready(void)
{
    return fail_within(device_ready(), "cuSPARSE was not searched: ");
}

void cusparse_describe(char *out, int64_t size)
{
    cusparse_ready();
    snprintf(out, (size_t)size, "%s", fail_text());
}
