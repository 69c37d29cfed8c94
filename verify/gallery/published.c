/* Tables 6.1 and 6.2 as printed. */
#include "verify/gallery/published.h"

#include <math.h>

#include "base/either_precision.h"

const struct published_type published_types[GALLERY] = {
    {4.41e4, {1.82e-14, 3.72e-14, 1.23e-13, 7.14e-12, 1.88e-14, 1.21e-14}},
    {1.00, {1.27e-16, 1.28e-16, 1.18e-16, 1.69e-16, 1.03e-16, 1.03e-16}},
    {3.52e2, {1.55e-16, 1.46e-16, 1.45e-16, 2.57e-16, 1.35e-16, 1.32e-16}},
    {2.75e3, {1.37e-14, 5.09e-15, 3.76e-14, 1.39e-12, 3.10e-15, 3.24e-15}},
    {1.24e4, {1.07e-14, 7.84e-15, 1.29e-14, 1.82e-14, 1.56e-14, 1.07e-14}},
    {1.03, {1.05e-16, 1.05e-16, 9.97e-17, 1.57e-16, 9.34e-17, 9.34e-17}},
    {9.00, {2.42e-16, 2.41e-16, 2.37e-16, 5.13e-16, 2.52e-16, 2.20e-16}},
    {9.87e14, {2.14e-4, 1.40e-3, 2.14e-4, 1.50e10, 3.76e-4, 2.14e-4}},
    {9.97e14, {2.32e-5, 3.82e-5, 9.80e-5, 1.93e8, 3.15e-5, 1.35e-5}},
    {1.29e15, {4.27e-5, 4.27e-5, 3.38e-5, 2.74e5, 3.21e-5, 2.68e-5}},
    {1.01e15, {7.52e-4, 6.79e-4, 2.91e-2, 4.54e11, 2.99e-4, 3.03e-4}},
    {2.20e14, {5.58e-5, 4.88e-5, 5.04e-5, 5.55e-4, 2.24e-5, 3.06e-5}},
    {3.21e16, {5.51e-1, 3.42e1, 3.37e-1, 1.12e16, 3.34e-1, 3.47e-1}},
    {1.14e67, {2.86e49, 3.19e49, 2.97e55, 2.92e51, 1.77e48, 2.21e47}},
    {6.02e24, {2.09e60, 1.53e60, 9.79e59, NAN, 1.47e59, 3.69e58}},
    {7.1e191, {HUGE_VAL, HUGE_VAL, HUGE_VAL, NAN, HUGE_VAL, 4.7e171}},
    {3.27e2, {NAN, 8.14e-16, 7.38e-16, NAN, 4.87e-16, 4.87e-16}},
    {3.78e18, {3.26e-3, 3.13e-14, 3.31e-14, NAN, 9.93e-15, 9.10e-15}},
};

const struct published_solver published_solvers[PUBLISHED_SOLVERS] = {
    [PUBLISHED_SPIKE] = {"SPIKE-DP", "spike_dp"}, [PUBLISHED_PARALLEL] = {"parallel DP", "parallel_dp"},
    [PUBLISHED_ARCR] = {"A-R-CR", "arcr"},        [PUBLISHED_CUSPARSE] = {"CUSPARSE", "pcr"},
    [PUBLISHED_MKL] = {"MKL", "mkl_gtsv"},        [PUBLISHED_MATLAB] = {"Matlab", "lapack"},
};

bool published_fails(int type, int solver)
{
    const double *const residual = published_types[type - 1].residual;
    return !(residual[solver] <= 100 * residual[PUBLISHED_MATLAB]);
}
