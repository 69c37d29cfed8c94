/* Reports a launch in which no thread can go on. */
#pragma once
#include "tests/cuhost/thread.h"

namespace cuhost
{
/* Prints the reason, and where the threads wait; all later calls of the runtime fail. */
void give_up(const std::vector<resident> &blocks, const char *why);
} // namespace cuhost
