/* The hooks of a run that is a sweep: one point of it, a whole run of the application, is a step. */
#pragma once
#include "apps/app.h"

/* The descriptor of `inner` with these hooks in place of its own; sim->sweep says the points. */
struct app sweep_app(const struct app *inner);
