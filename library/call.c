/* Sets aside what a call must not take from the caller's thread, and maps statuses to public ones. */
#include "library/call.h"

#include <omp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "library/bandstand.h"

static const int codes[STATUS_COUNT] = {
    [ST_OK] = BANDSTAND_OK,           [ST_STOPPED] = BANDSTAND_FAILED, [ST_FAILED] = BANDSTAND_FAILED,
    [ST_NOMEM] = BANDSTAND_NO_MEMORY, [ST_IO] = BANDSTAND_FAILED,      [ST_DEVICE] = BANDSTAND_REFUSED,
    [ST_REFUSED] = BANDSTAND_REFUSED, [ST_CONFIG] = BANDSTAND_MISUSE,
};

static locale_t plain;

static void make_plain(void)
{
    plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
}

struct call call_begin(int threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct call c = {.threads = omp_get_max_threads(), .arithmetic = arithmetic_plain()};
    pthread_once(&once, make_plain);
    c.locale = uselocale(plain); /* where it could not be made, this changes nothing */
    omp_set_num_threads(threads);
    return c;
}

int call_status(enum status s)
{
    return codes[s];
}

int call_end(struct call call, enum status s)
{
    omp_set_num_threads(call.threads);
    uselocale(call.locale);
    arithmetic_set(call.arithmetic);
    return call_status(s);
}

enum status misuse(const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return fail(ST_CONFIG, "%s", text);
}

const char *bandstand_message(void)
{
    return fail_text();
}

const char *bandstand_version(void)
{
    return BANDSTAND_VERSION;
}
