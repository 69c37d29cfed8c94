/* For LD_PRELOAD: makes a program slower than it is.
 *   SLOWER_LAPACK x   LAPACK's gtsv and gttrs take x times as long: the thread spins for the rest, some calls at a time
 *   SLOWER_CLOCK x    the monotonic clock goes x times as fast, as it would seem on a slower machine */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static double lapack = 1, speed = 1;
static __typeof__(clock_gettime) *real_clock;

__attribute__((constructor)) static void begin(void)
{
    const char *const x = getenv("SLOWER_LAPACK"), *const y = getenv("SLOWER_CLOCK");
    lapack = x ? atof(x) : 1, speed = y ? atof(y) : 1;
}

static __typeof__(clock_gettime) *clock_of_libc(void)
{
    if (!real_clock) real_clock = (__typeof__(real_clock))dlsym(RTLD_NEXT, "clock_gettime");
    return real_clock;
}

/* Cheap: a call of LAPACK may take less than a microsecond. */
static double now(void)
{
    if (lapack <= 1) return 0; /* reading the clock takes time too */
    struct timespec t;
    clock_of_libc()(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int clock_gettime(clockid_t which, struct timespec *t)
{
    const int failed = clock_of_libc()(which, t);
    if (failed || which != CLOCK_MONOTONIC || speed == 1) return failed;
    const double seconds = speed * ((double)t->tv_sec + 1e-9 * (double)t->tv_nsec);
    t->tv_sec = (time_t)seconds;
    t->tv_nsec = (long)(1e9 * (seconds - (double)t->tv_sec));
    return 0;
}

/* Debts of calls are summed up and paid in longer waits, so that reads of the clock cost little compared with them. A
 * call during which another program had the core owes no more than others do for a row. */
static void owe(double since, double rows)
{
    enum { FEW = 16 };
    static _Thread_local double debt, usual;
    static _Thread_local int calls;
    const double took = (now() - since) / rows;
    usual = calls++ < FEW || took < usual ? took : usual + 0.01 * (took < 4 * usual ? took - usual : 0);
    debt += (lapack - 1) * (took < 4 * usual ? took : usual) * rows;
    if (lapack <= 1 || debt < 20e-6) return;
    const double until = now() + debt;
    while (now() < until) continue;
    debt = 0;
}

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, #name)

void dgtsv_(const int *n, const int *nrhs, double *dl, double *d, double *du, double *b, const int *ldb, int *info);
void dgtsv_(const int *n, const int *nrhs, double *dl, double *d, double *du, double *b, const int *ldb, int *info)
{
    REAL(dgtsv_);
    const double began = now();
    real(n, nrhs, dl, d, du, b, ldb, info);
    owe(began, (double)*n * (double)*nrhs);
}

void dgttrs_(const char *trans, const int *n, const int *nrhs, const double *dl, const double *d, const double *du,
             const double *du2, const int *pivot, double *b, const int *ldb, int *info, size_t length);
void dgttrs_(const char *trans, const int *n, const int *nrhs, const double *dl, const double *d, const double *du,
             const double *du2, const int *pivot, double *b, const int *ldb, int *info, size_t length)
{
    REAL(dgttrs_);
    const double began = now();
    real(trans, n, nrhs, dl, d, du, du2, pivot, b, ldb, info, length);
    owe(began, (double)*n * (double)*nrhs);
}
