/* Blocks at the end of mapped pages, before one that is not to be touched. */
#include "base/memory/guard.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MARK = 0xa5, KEPT_PAGES = 256 };

/* Small regions that were freed, by their pages: to map one costs more than most tests do with it. */
static struct kept {
    struct kept *next;
} * kept[KEPT_PAGES];

static char *take_kept(size_t pages)
{
    struct kept *first = NULL;
    if (pages >= KEPT_PAGES) return NULL;
#pragma omp critical(memory_guard)
    {
        first = kept[pages];
        if (first) kept[pages] = first->next;
    }
    return (char *)first;
}

static void keep(char *region, size_t pages)
{
    struct kept *const freed = (struct kept *)region;
#pragma omp critical(memory_guard)
    {
        freed->next = kept[pages];
        kept[pages] = freed;
    }
}

static char *map_guarded(size_t used, size_t page)
{
    char *const first = mmap(NULL, used + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (first == MAP_FAILED) return NULL;
    if (!mprotect(first + used, page, PROT_NONE)) return first;
    munmap(first, used + page);
    return NULL;
}

void *memory_guard_alloc(size_t before, size_t bytes, size_t *mapped)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), used = (before + bytes + page - 1) / page * page;
    char *first = take_kept(used / page);
    *mapped = used + page;
    if (first) memset(first, 0, used);
    else first = map_guarded(used, page);
    return first ? first + used - before - bytes : NULL;
}

void memory_guard_free(void *region, size_t mapped)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    char *const first = (char *)((uintptr_t)region / page * page);
    if (mapped / page - 1 < KEPT_PAGES) keep(first, mapped / page - 1);
    else munmap(first, mapped);
}

void memory_guard_mark(char *block, size_t bytes, size_t whole)
{
    memset(block + bytes, MARK, whole - bytes);
}

bool memory_guard_unchanged(const char *block, size_t bytes, size_t whole)
{
    for (size_t i = bytes; i < whole; i++)
        if ((unsigned char)block[i] != MARK) return false;
    return true;
}
