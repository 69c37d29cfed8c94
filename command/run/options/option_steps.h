/* The hooks of a run with axes of options: it takes the steps of its points, one point after the other. */
#pragma once
#include "apps/app.h"

/* The descriptor of `inner` with these hooks in place of its own. It must be the member `app` of a struct option_axes.
 */
struct app option_steps_app(const struct app *inner);
