/* Heat in a rod, u_t = u_xx with u = 0 at both ends: one implicit step of sin(pi x) by one call. The answer is known:
 * sin(pi x) / (1 + dt s), where s = (2 - 2 cos(pi h)) / h^2 is the eigenvalue of the difference quotient. */
#include <bandstand.h>

#include <math.h>
#include <stdio.h>

enum { N = 999 };

int main(void)
{
    const double pi = acos(-1.0), h = 1.0 / (N + 1), dt = 0.01, r = dt / (h * h);
    double lower[N], diag[N], upper[N], u[N], error = 0;
    for (int i = 0; i < N; i++) {
        lower[i] = upper[i] = -r; /* lower[0] and upper[N - 1] are not used */
        diag[i] = 1 + 2 * r;
        u[i] = sin(pi * (i + 1) * h);
    }
    if (bandstand_dtridiag(N, 1, lower, diag, upper, u, NULL) != BANDSTAND_OK) {
        fprintf(stderr, "heat: %s\n", bandstand_message());
        return 1;
    }
    const double factor = 1 / (1 + r * (2 - 2 * cos(pi * h)));
    for (int i = 0; i < N; i++) error = fmax(error, fabs(u[i] - factor * sin(pi * (i + 1) * h)));
    printf("bandstand %s: largest error %.1e\n", bandstand_version(), error);
    return error < 1e-12 ? 0 : 1;
}
