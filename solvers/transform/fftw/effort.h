/* The option of the method `fftw`, which it has in builds without FFTW too. */
#pragma once
#include <stddef.h>

#include "base/config/options.h"

struct fftw_options {
    int effort; /* enum fftw_effort */
};

enum fftw_effort { EFFORT_ESTIMATE, EFFORT_MEASURE, EFFORT_PATIENT };

static const char *const fftw_efforts[] = {"estimate", "measure", "patient", NULL};

static const struct option fftw_option_table[] = {
    {"effort",
     "how long FFTW looks for its plan: estimate, not at all, so that the last bits are the same from run to run; "
     "measure, some seconds; patient, many; what it learns is kept",
     OPT_WORD, offsetof(struct fftw_options, effort), .default_value = "\"measure\"", .words = fftw_efforts},
    {0}};
