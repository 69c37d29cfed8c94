/* How good a solution is. */
#pragma once
#include "apps/batch/point.h"

struct verdict {
    double residual;    /* largest |f - A x| of a row over |A| |x| + |f| of that row */
    double error;       /* largest |x - exact| over the largest |exact| */
    double from_thomas; /* largest |x - y| over the largest |y|; y: by elimination in order on the host */
    double mean_thomas; /* mean |x - y| over the largest |y| */
};

/* Of x->host. ST_FAILED with the place if a value is not finite. */
enum status judge(const struct point *x, struct verdict *out);
