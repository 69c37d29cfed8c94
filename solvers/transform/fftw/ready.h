/* Whether this binary was built with FFTW. */
#pragma once
#include "base/status.h"

/* ST_DEVICE and a sentence if it was built without. */
enum status fftw_ready(void);
