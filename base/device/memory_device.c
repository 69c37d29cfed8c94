/* Allocates blocks of device memory and keeps the list of those in use. */
#include "base/device/memory_device.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/device/device.h"

struct block {
    void *p;
    int64_t bytes;
    struct block *next;
};

static struct block *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum status memory_device_alloc(void **out, int64_t bytes)
{
    *out = NULL;
    struct block *const b = malloc(sizeof *b);
    if (!b) return fail(ST_NOMEM, "no memory for %d bytes", (int)sizeof *b);
    const enum status s = device_alloc(out, bytes);
    if (s != ST_OK) {
        free(b);
        return s;
    }
    pthread_mutex_lock(&lock);
    *b = (struct block){.p = *out, .bytes = bytes, .next = first};
    __atomic_store_n(&first, b, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return ST_OK;
}

static struct block *take(const void *p)
{
    pthread_mutex_lock(&lock);
    struct block **at = &first;
    while (*at && (*at)->p != p) at = &(*at)->next;
    struct block *const b = *at;
    if (b) *at = b->next;
    pthread_mutex_unlock(&lock);
    return b;
}

int64_t memory_device_free(void *p)
{
    if (!__atomic_load_n(&first, __ATOMIC_ACQUIRE)) return -1;
    struct block *const b = take(p);
    if (!b) return -1;
    const int64_t bytes = b->bytes;
    device_free(b->p);
    free(b);
    return bytes;
}
