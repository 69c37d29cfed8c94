/* Device memory, which only device code and copies may touch: the address sanitizer detects any other access. */
#pragma once
#include <stddef.h>

#include <mutex>

namespace cuhost
{
/* It does one thing at a time, whichever thread of the host asks. */
extern std::recursive_mutex device;

/* Do these bytes lie within one allocation? */
bool device_memory_holds(const void *p, size_t bytes);

/* From the first to the second, device code runs. */
void device_memory_show();
void device_memory_hide();
} // namespace cuhost
