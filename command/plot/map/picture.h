/* A map of a plane of a field, with a panel for each moment that is shown. */
#pragma once
#include "base/result/answers.h"
#include "command/plot/map/moments.h"
#include "command/plot/map/plane.h"

struct pictured {
    const struct result *r;
    const struct stored_run *run;
    const struct answers *answers; /* whose boxes are outlined */
    const struct moments *moments;
};

/* Draws <stem>_<what>; omits it where no value is finite. */
enum status map_draw(const struct canvas *canvas, struct plane *p, const struct pictured *of, const char *what);
