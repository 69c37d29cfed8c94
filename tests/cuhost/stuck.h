/* A launch none of whose threads can go on. */
#pragma once
#include "tests/cuhost/thread.h"

namespace cuhost
{
/* Tells why, and where the threads stand; all later calls of the runtime fail. */
void give_up(const std::vector<resident> &blocks, const char *why);
} // namespace cuhost
