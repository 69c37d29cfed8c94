/* Opens oneMKL with dlopen and finds its routines. */
#include "base/library/mkl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so.1", "libmkl_rt.so"};
enum { NAMES = sizeof names / sizeof *names };

/* Values of mkl_service.h. */
enum { LP64 = 0, SEQUENTIAL = 1 };

static void *library;
static char absence[256];

void *mkl_function(const char *name)
{
    return dlsym(library, name);
}

static void open_library(const char *file)
{
    library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library && !*absence) snprintf(absence, sizeof absence, "%s", dlerror());
}

static void set_layer(const char *function, int layer)
{
    int (*set)(int);
    *(void **)&set = dlsym(library, function);
    if (set) set(layer);
}

static void look(void)
{
    const char *const root = getenv("MKLROOT");
    for (int i = 0; i < NAMES && !library; i++) open_library(names[i]);
    for (int i = 0; root && i < NAMES && !library; i++) {
        char file[1024];
        snprintf(file, sizeof file, "%s/lib/%s", root, names[i]);
        open_library(file);
    }
    if (!library) return;
    set_layer("MKL_Set_Interface_Layer", LP64);
    set_layer("MKL_Set_Threading_Layer", SEQUENTIAL);
}

enum status mkl_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return library ? ST_OK : fail(ST_DEVICE, "MKL is not on this machine: %s", absence);
}
