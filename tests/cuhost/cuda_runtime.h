/* Replaces the toolkit's header of this name. */
#pragma once
#include "tests/cuhost/cuda_runtime_api.h"
