/* Corrections of the first and last right side with which two linear recurrences solve a system whose matrix differs
 * from theirs in the first and the last diagonal element.
 *
 * The recurrences are M^-1 for M = L S^-1 R, L and R unit bidiagonal with -r next to the diagonal, S diagonal. The
 * system is (M + eta e_1 e_1^T + ((keep - 1) / s_m) e_m e_m^T) u = d + tau_1 e_1 + tau_m e_m. So u = M^-1 (d + alpha
 * e_1 + beta e_m), where
 *
 *     alpha = tau_1 - eta u_1        keep u_m = s_m (y_m + A alpha + tau_m)        beta = u_m / s_m - y_m - A alpha
 *     u_1 = x_1 + F alpha + B s_m beta
 *
 * M^-1 d enters by its first value x_1 and, before S and R, its last y_m only; F, A = r^(m-1), B = r^(m-1) are
 * the responses to the units d = e_1 and e_m. That is the formula of Sherman and Morrison (Ann. Math. Stat. 21, 1950),
 * but taken to the right side before the solve: one solve, and no difference of two large solutions. `keep` is given
 * rather than the last element because it may be as small as the interval. */
#pragma once
struct recurrence_span;

struct end_correction {
    double r, eta, keep, last; /* last: s_m */
    double tau[2];
};

/* alpha and beta, for d as it was summed into `all`. */
void end_correction_apply(const struct end_correction *e, const struct recurrence_span *all, double *alpha,
                          double *beta);
