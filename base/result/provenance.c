/* Collects facts of the build and the machine, and stores them with a result. */
#include "base/result/provenance.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/config/config.h"
#include "base/device/device.h"
#include "base/formula/expression.h"
#include "base/host.h"
#include "base/library/cufft.h"
#include "base/library/cusparse.h"
#include "base/memory.h"
#include "base/tuning/tuning.h"

/* Declared here because the headers of BLAS libraries differ; absent from those that are not OpenBLAS. */
extern char *openblas_get_config(void) __attribute__((weak));

#ifdef __clang__
static const char compiler[] = __VERSION__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif

enum { TEXT = 512 };

static void host(char *out)
{
    host_name(out, TEXT);
}

static void operating_system(char *out)
{
    struct utsname u;
    if (uname(&u) == 0) snprintf(out, TEXT, "%s %s %s", u.sysname, u.release, u.machine);
}

static void cpu(char *out)
{
    host_cpu(out, TEXT);
}

static void cores(char *out)
{
    snprintf(out, TEXT, "%ld", host_cores());
}

static void memory_gb(char *out)
{
    snprintf(out, TEXT, "%.1f", 1e-9 * (double)mem_machine_bytes());
}

static void last_level_cache_mb(char *out)
{
    snprintf(out, TEXT, "%.1f", (double)mem_cache_bytes() / (1 << 20));
}

static void tuning(char *out)
{
    tuning_describe(out, TEXT);
}

static void created_utc(char *out)
{
    struct tm t;
    const time_t now = time(NULL);
    strftime(out, TEXT, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &t));
}

static void blas(char *out)
{
    snprintf(out, TEXT, "%s", openblas_get_config ? openblas_get_config() : "unknown");
}

static void openmp(char *out)
{
    snprintf(out, TEXT, "%d, at most %d threads", _OPENMP, omp_get_max_threads());
}

static void gpu(char *out)
{
    device_describe(out, TEXT);
}

static void cusparse(char *out)
{
    cusparse_describe(out, TEXT);
}

static void cufft(char *out)
{
    cufft_describe(out, TEXT);
}

static const struct {
    const char *key, *text;        /* a fact of the build, or */
    const char *(*library)(void);  /* what a library says of itself, or */
    void (*probe)(char out[TEXT]); /* what this machine says: leaves "unknown" if it does not */
} facts[] = {
    {"host", .probe = host},
    {"system", .probe = operating_system},
    {"cpu", .probe = cpu},
    {"cores", .probe = cores},
    {"memory_gb", .probe = memory_gb},
    {"last_level_cache_mb", .probe = last_level_cache_mb},
    {"tuning", .probe = tuning},
    {"compiler", .text = compiler},
    {"flags", .text = BANDSTAND_FLAGS},
    {"version", .text = BANDSTAND_VERSION},
    {"commit", .text = BANDSTAND_COMMIT},
    {"created_utc", .probe = created_utc},
    {"hdf5", .library = store_library},
    {"libconfig", .library = config_library},
    {"muparser", .library = expression_library},
    {"blas", .probe = blas},
    {"openmp", .probe = openmp},
    {"gpu", .probe = gpu},
    {"cusparse", .probe = cusparse},
    {"cufft", .probe = cufft},
};

void provenance_each(void (*each)(void *context, const char *key, const char *value), void *context)
{
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        char text[TEXT] = "unknown";
        const char *const known = facts[i].library ? facts[i].library() : facts[i].text;
        if (facts[i].probe) facts[i].probe(text);
        each(context, facts[i].key, known && *known ? known : text);
    }
}

const char *provenance_commit(void)
{
    return *BANDSTAND_COMMIT ? BANDSTAND_COMMIT : "unknown";
}

struct destination {
    struct store *store;
    enum status status;
};

static void store_fact(void *context, const char *key, const char *value)
{
    struct destination *const d = context;
    if (d->status == ST_OK) d->status = store_text(d->store, "/provenance", key, value);
}

enum status provenance_store(struct store *s)
{
    struct destination d = {.store = s};
    provenance_each(store_fact, &d);
    return d.status;
}
