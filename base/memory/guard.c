/* Blocks at the end of mapped pages, before one that is not to be touched. */
#include "base/memory/guard.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MARK = 0xa5 };

void *memory_guard_alloc(size_t before, size_t bytes, size_t *mapped)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), used = (before + bytes + page - 1) / page * page;
    *mapped = used + page;
    char *const first = mmap(NULL, *mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (first == MAP_FAILED) return NULL;
    if (mprotect(first + used, page, PROT_NONE)) {
        munmap(first, *mapped);
        return NULL;
    }
    return first + used - before - bytes;
}

void memory_guard_free(void *region, size_t mapped)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    munmap((void *)((uintptr_t)region / page * page), mapped);
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
