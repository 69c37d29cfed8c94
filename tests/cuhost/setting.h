/* Settings of the runtime, from the environment. */
#pragma once
#include <stdint.h>

namespace cuhost
{
/* The integer that the variable holds, or `otherwise` if there is none. Ends the program with a message if it is not a
 * number or outside least ... most. */
uint64_t setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most);
} // namespace cuhost
