/* Opens cuSPARSE once, checks its version and starts handles. */
#include "base/library/cusparse_internal.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>

#include "base/device/device.h"

#ifdef BANDSTAND_CUHOST
/* The program itself, in which tests/cuhost stands in for the library. */
static const char *const places[] = {NULL};
#else
static const char *const places[] = {"libcusparse.so.12", "libcusparse.so", BANDSTAND_CUDA_FOLDER "/libcusparse.so"};
#endif

static void *library;
static char absence[512], file[256];
static int version[3];

#define FUNCTION(name) ((__typeof__(&name))cusparse_function(#name))

void *cusparse_function(const char *name)
{
    return dlsym(library, name);
}

/* Opens what is there and of the version whose calls this program knows; else leaves the reason. */
static void open_library(const char *place)
{
    struct link_map *map;
    library = dlopen(place, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        if (!*absence) snprintf(absence, sizeof absence, "%s", dlerror());
        return;
    }
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0)
        snprintf(file, sizeof file, "%s", *map->l_name ? map->l_name : "this program");
    for (int i = 0; i < 3 && FUNCTION(cusparseGetProperty); i++)
        FUNCTION(cusparseGetProperty)((libraryPropertyType)i, &version[i]);
    if (version[0] == CUSPARSE_VER_MAJOR) return;
    if (!version[0]) snprintf(absence, sizeof absence, "it is not in %s", file);
    else snprintf(absence, sizeof absence, "%s is version %d, not %d", file, version[0], CUSPARSE_VER_MAJOR);
    dlclose(library);
    library = NULL;
}

static void look(void)
{
    for (size_t i = 0; i < sizeof places / sizeof *places && !library; i++) open_library(places[i]);
}

enum status cusparse_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const enum status gpu = device_ready();
    if (gpu != ST_OK) return fail_within(gpu, "cuSPARSE was not searched: ");
    pthread_once(&once, look);
    return library ? ST_OK : fail(ST_DEVICE, "no cuSPARSE: %s", absence);
}

void cusparse_describe(char *out, int64_t size)
{
    if (cusparse_ready() != ST_OK) snprintf(out, (size_t)size, "%s", fail_text());
    else snprintf(out, (size_t)size, "%d.%d.%d, %s", version[0], version[1], version[2], file);
}

enum status cusparse_check(cusparseStatus_t s, const char *what)
{
    if (s == CUSPARSE_STATUS_SUCCESS) return ST_OK;
    return fail(ST_DEVICE, "%s: %s (cuSPARSE status %d)", what, FUNCTION(cusparseGetErrorString)(s), (int)s);
}

enum status cusparse_make(cusparseHandle_t *out, const struct exec *exec)
{
    *out = NULL;
    TRY(cusparse_ready());
    TRY(cusparse_check(FUNCTION(cusparseCreate)(out), "cuSPARSE cannot be started"));
    const enum status st =
        cusparse_check(FUNCTION(cusparseSetStream)(*out, exec->stream), "cuSPARSE does not take the stream");
    if (st == ST_OK) return ST_OK;
    cusparse_free(*out);
    *out = NULL;
    return st;
}

void cusparse_free(cusparseHandle_t handle)
{
    if (handle) FUNCTION(cusparseDestroy)(handle);
}
