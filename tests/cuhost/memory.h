/* Device memory, which only device code and copies may touch. */
#pragma once

namespace cuhost
{
/* From the first to the second, device code runs. */
void device_memory_show();
void device_memory_hide();
} // namespace cuhost
