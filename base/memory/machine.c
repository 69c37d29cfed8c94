/* Memory of this machine, and how large its caches are, where no variable replaces them. A process may take what the
 * kernel calls available (MemAvailable), and no more than each control group from its own up to the root leaves: the
 * limit, less what the group uses, file pages that the kernel can drop left out. */
#include "base/memory/machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/memory/caches.h"

enum { PATH = 1024 };

static const char *const variables[] = {CACHE_VARIABLE, MEMORY_VARIABLE};

/* The value of a variable, 0 where it is not set or no positive number. */
static int64_t variable_bytes(const char *name)
{
    const char *const text = getenv(name);
    char *end;
    if (!text || *text < '0' || *text > '9') return 0;
    const long long value = strtoll(text, &end, 10);
    return *end || value < 0 || value > INT64_MAX / 64 ? 0 : value;
}

const char *machine_variable_wrong(void)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (getenv(variables[i]) && variable_bytes(variables[i]) == 0) return variables[i];
    return NULL;
}

/* The files in which each version of control groups keeps its limits and usage. */
static const struct version {
    const char *mount, *limit, *usage, *droppable;
} versions[] = {
    {"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
};
enum { VERSION_2, VERSION_1 };

static int64_t group_number(const char *root, const struct version *v, const char *group, const char *file,
                            const char *key)
{
    char path[3 * PATH];
    snprintf(path, sizeof path, "%s/%s%s/%s", root, v->mount, group, file);
    return memory_number_in(path, key);
}

static void limit_by(struct machine_memory *m, const char *root, const struct version *v, const char *group)
{
    const int64_t limit = group_number(root, v, group, v->limit, "");
    const int64_t used = group_number(root, v, group, v->usage, "");
    const int64_t droppable = group_number(root, v, group, "memory.stat", v->droppable);
    if (limit < 0) return; /* "max" */
    const int64_t left = limit - (used > 0 ? used : 0) + (used > 0 && droppable > 0 ? droppable : 0);
    if (limit < m->total) m->total = limit;
    if (left < m->available) m->available = left > 0 ? left : 0;
}

/* The group itself, and all around it; a container may see only the outermost. */
static void limit_by_all(struct machine_memory *m, const char *root, const struct version *v, char *group)
{
    if (!strcmp(group, "/")) *group = '\0';
    for (;;) {
        limit_by(m, root, v, group);
        char *const slash = strrchr(group, '/');
        if (!slash) return;
        *slash = '\0';
    }
}

/* Is this line of /proc/self/cgroup, number:controllers:path, that of a memory controller? Of which version? */
static const struct version *version_of(const char *line, const char *controllers, const char *path)
{
    char list[PATH];
    if (controllers + 1 == path) return line[0] == '0' ? &versions[VERSION_2] : NULL;
    snprintf(list, sizeof list, ",%.*s,", (int)(path - controllers - 1), controllers);
    return strstr(list, ",memory,") ? &versions[VERSION_1] : NULL;
}

static void limit_by_groups(struct machine_memory *m, const char *root)
{
    char name[2 * PATH], line[PATH];
    snprintf(name, sizeof name, "%s/proc/self/cgroup", root);
    FILE *const f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        char *const controllers = strchr(line, ':'), *const path = controllers ? strchr(controllers + 1, ':') : NULL;
        const struct version *const v = path ? version_of(line, controllers + 1, path + 1) : NULL;
        if (v) limit_by_all(m, root, v, path + 1);
    }
    if (f) fclose(f);
}

struct machine_memory machine_memory(const char *root)
{
    char path[2 * PATH];
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    const int64_t total = memory_number_in(path, "MemTotal:"), available = memory_number_in(path, "MemAvailable:");
    struct machine_memory m = {.total = total < 0 ? INT64_MAX : total * 1024};
    m.available = available < 0 ? m.total : available * 1024;
    limit_by_groups(&m, root);
    if (m.total == INT64_MAX) m.total = 0;
    if (m.available == INT64_MAX) m.available = 0;
    return m;
}

int64_t mem_cache_bytes(void)
{
    if (variable_bytes(CACHE_VARIABLE) > 0) return variable_bytes(CACHE_VARIABLE);
    for (int level = 3; level >= 2; level--)
        if (memory_cache_bytes(level) > 0) return memory_cache_bytes(level);
    const long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE), l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return l3 > 0 ? l3 : l2 > 0 ? l2 : 32 << 20;
}

int64_t mem_machine_bytes(void)
{
    const int64_t there = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    const int64_t limit = machine_memory("").total, given = variable_bytes(MEMORY_VARIABLE);
    const int64_t most = given > 0 && given < there ? given : there;
    return limit > 0 && limit < most ? limit : most;
}

int64_t mem_available_bytes(void)
{
    const int64_t given = variable_bytes(MEMORY_VARIABLE), available = machine_memory("").available;
    if (given > 0) return given;
    return available > 0 ? available : mem_machine_bytes() / 2;
}
