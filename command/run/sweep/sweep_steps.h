/* The hooks of a run that is a sweep: one point of it, a complete run of the application, is a step. */
#pragma once
#include "apps/app.h"

/* The descriptor of `inner` with these hooks in place of its own; sim->sweep has the points. */
struct app sweep_app(const struct app *inner);
