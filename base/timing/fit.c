/* Weighted least squares of a straight line. */
#include "base/timing/fit.h"

#include <math.h>

/* The line with alpha = 0, or with beta = 0, where the other one is below 0. */
static void confine(struct fit *f, double w, double xx, double y, double xy)
{
    if (f->alpha < 0) f->alpha = 0, f->beta = xy / xx;
    if (f->beta < 0) f->beta = 0, f->alpha = y / w;
}

struct fit fit_line(int count, const double *x, const double *seconds)
{
    double w = 0, wx = 0, wxx = 0, wy = 0, wxy = 0;
    struct fit f = {0};
    for (int i = 0; i < count; i++) {
        const double weight = 1 / (seconds[i] * seconds[i]);
        w += weight, wx += weight * x[i], wxx += weight * x[i] * x[i];
        wy += weight * seconds[i], wxy += weight * x[i] * seconds[i];
    }
    f.beta = (w * wxy - wx * wy) / (w * wxx - wx * wx), f.alpha = (wy - f.beta * wx) / w;
    confine(&f, w, wxx, wy, wxy);
    for (int i = 0; i < count; i++) f.worst = fmax(f.worst, fabs((f.alpha + f.beta * x[i]) / seconds[i] - 1));
    return f;
}
