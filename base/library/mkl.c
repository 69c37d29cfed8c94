/* Opens oneMKL with dlopen, finds its routines, and keeps it to one thread until it is given more. */
#define _GNU_SOURCE /* dlinfo */
#include "base/library/mkl.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so.1", "libmkl_rt.so"};
enum { NAMES = sizeof names / sizeof *names };

/* Values of mkl_service.h. */
enum { LP64 = 0, SEQUENTIAL = 1, GNU = 3 };

static void *library;
static bool threads; /* its layer has any */
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

/* MKL_Set_Num_Threads: for all threads that call it; MKL_Set_Num_Threads_Local: for the calling one. */
static void give_threads(const char *function, int count)
{
    void (*set)(int);
    *(void **)&set = dlsym(library, function);
    if (set) set(count);
}

/* Its threads are those of the OpenMP that this program has, if that is GNU's or stands in for it. The layer is a file
 * next to the library; MKL ends the program where that is missing. */
static bool has_threads(void)
{
    static const char from[] = "libmkl_rt.so";
    struct link_map *map;
    char file[1024];
    if (!dlsym(RTLD_DEFAULT, "GOMP_parallel") || dlinfo(library, RTLD_DI_LINKMAP, &map)) return false;
    const char *const name = strstr(map->l_name, from);
    if (!name) return false;
    const int length = snprintf(file, sizeof file, "%.*slibmkl_gnu_thread.so%s", (int)(name - map->l_name), map->l_name,
                                name + strlen(from));
    return length < (int)sizeof file && access(file, R_OK) == 0;
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
    threads = has_threads();
    set_layer("MKL_Set_Threading_Layer", threads ? GNU : SEQUENTIAL);
    if (threads) give_threads("MKL_Set_Num_Threads", 1);
}

enum status mkl_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return library ? ST_OK : fail(ST_DEVICE, "MKL is not on this machine: %s", absence);
}

int mkl_threads_set(int count)
{
    if (!threads) return 1;
    give_threads("MKL_Set_Num_Threads_Local", count);
    return count;
}
