/* Opens libraries of SuiteSparse with dlopen. */
#include "base/library/sparse_open.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void look(struct sparse_file *l)
{
    void *const library = dlopen(l->file, RTLD_LAZY | RTLD_LOCAL);
    l->tried = true;
    if (!library) snprintf(l->absence, sizeof l->absence, "%s", dlerror());
    for (int i = 0; library && l->functions[i].name; i++) {
        void *const function = dlsym(library, l->functions[i].name);
        if (!function && !*l->absence)
            snprintf(l->absence, sizeof l->absence, "%s has no %s", l->file, l->functions[i].name);
        memcpy(l->functions[i].pointer, &function, sizeof function);
    }
    l->ready = !*l->absence;
}

enum status sparse_open(struct sparse_file *l)
{
    pthread_mutex_lock(&lock);
    if (!l->tried) look(l);
    pthread_mutex_unlock(&lock);
    return l->ready ? ST_OK : fail(ST_DEVICE, "no %s: %s", l->name, l->absence);
}
