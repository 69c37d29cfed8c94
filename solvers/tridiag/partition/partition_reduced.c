/* Solves the reduced system of `partition`: x_first = P + F u + R v and x_last = p + f u + r v of every run, u being
 * x_last of the run before and v x_first of the next run: block elimination in order. From the left come u = A + B
 * x_first, so (1 - F B) x_first = P + F A + R v            x_last = p + f A + f B x_first + r v H. H. Wang, A parallel
 * method for tridiagonal equations, ACM Trans. Math. Softw. 7, 1981. Stability is checked afterwards, by the residuals
 * of the relations. */
#include "solvers/tridiag/partition/partition_reduced.h"

#include <math.h>

#define HOLDS (64 * (double)REAL_EPS)

struct joint joint_at(real *values, int64_t runs)
{
    real *array[JOINT_ARRAYS];
    for (int k = 0; k < JOINT_ARRAYS; k++) array[k] = values + k * runs;
    return (struct joint){
        .runs = runs,
        .first = {array[0], array[1], array[2]},
        .last = {array[3], array[4], array[5]},
        .from = {array[6], array[7]},
        .u = array[8],
        .v = array[9],
    };
}

static bool holds(struct relations r, int64_t q, real u, real v, real x)
{
    const double left = (double)r.left[q] * (double)u, right = (double)r.right[q] * (double)v;
    const double rest = (double)r.one[q] + left + right - (double)x;
    return isfinite(rest) &&
           fabs(rest) <= HOLDS * (fabs((double)r.one[q]) + fabs(left) + fabs(right) + fabs((double)x));
}

bool joint_solve(const struct joint *j)
{
    const int64_t runs = j->runs;
    real a = 0, b = 0, x = 0, last = 0;
    for (int64_t q = 0; q < runs; q++) {
        const real pivot = 1 - j->first.left[q] * b;
        j->from.one[q] = a, j->from.left[q] = b;
        j->v[q] = (j->first.one[q] + j->first.left[q] * a) / pivot; /* provisionally: x_first where v is 0 */
        j->u[q] = j->first.right[q] / pivot;
        a = j->last.one[q] + j->last.left[q] * (a + b * j->v[q]);
        b = j->last.right[q] + j->last.left[q] * (b * j->u[q]);
    }
    bool sound = true;
    for (int64_t q = runs - 1; q >= 0; q--) {
        const real v = x;
        x = j->v[q] + j->u[q] * v;
        j->v[q] = v;
        j->u[q] = j->from.one[q] + j->from.left[q] * x;
        sound = sound && holds(j->first, q, j->u[q], v, x);
        if (q < runs - 1) sound = sound && holds(j->last, q, j->u[q], v, last);
        last = j->u[q];
    }
    return sound;
}
