/* Opens libraries of the CUDA toolkit and checks their versions. */
#define _GNU_SOURCE /* dlinfo */
#include "base/library/gpu_library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

void *gpu_library_function(const struct gpu_library *l, const char *name)
{
    return dlsym(l->handle, name);
}

static void look_in(struct gpu_library *l, const char *place)
{
    struct link_map *map;
    l->handle = dlopen(place, RTLD_LAZY | RTLD_LOCAL);
    if (!l->handle) {
        if (!*l->absence) snprintf(l->absence, sizeof l->absence, "%s", dlerror());
        return;
    }
    if (dlinfo(l->handle, RTLD_DI_LINKMAP, &map) == 0)
        snprintf(l->file, sizeof l->file, "%s", *map->l_name ? map->l_name : "this program");
    int (*property)(int part, int *value); /* as in every library of the toolkit, but for the names of its types */
    *(void **)&property = gpu_library_function(l, l->property);
    for (int i = 0; i < 3 && property; i++) property(i, &l->version[i]);
    if (l->version[0] == l->major) return;
    if (!property) snprintf(l->absence, sizeof l->absence, "it is not in %s", l->file);
    else snprintf(l->absence, sizeof l->absence, "%s is version %d, not %d", l->file, l->version[0], l->major);
    dlclose(l->handle);
    l->handle = NULL;
}

void gpu_library_open(struct gpu_library *l)
{
    int i = 0;
    do look_in(l, l->places[i]);
    while (!l->handle && ++i < GPU_LIBRARY_PLACES && l->places[i]);
}

enum status gpu_library_ready(const struct gpu_library *l)
{
    return l->handle ? ST_OK : fail(ST_DEVICE, "no %s: %s", l->name, l->absence);
}

void gpu_library_describe(const struct gpu_library *l, char *out, int64_t size)
{
    snprintf(out, (size_t)size, "%d.%d.%d, %s", l->version[0], l->version[1], l->version[2], l->file);
}
