/* Stands where the toolkit's header of this name would. */
#pragma once
#include "tests/cuhost/cuda_runtime_api.h"
