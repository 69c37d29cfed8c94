/* cuFFT in a build without CUDA: absent. */
#include "base/library/cufft.h"

#include <stdio.h>

#include "base/device/device.h"

enum status cufft_ready(void)
{
    return fail_within(device_ready(), "cuFFT was not searched: ");
}

void cufft_describe(char *out, int64_t size)
{
    cufft_ready();
    snprintf(out, (size_t)size, "%s", fail_text());
}
