/* The method `partition`, for methods that fall back to it. */
#pragma once
#include "solvers/tridiag/partition/single_system.h"

extern const struct single_system_method partition;
