/* Copies structs of other versions of the header. */
#include "library/sized.h"

#include <stdint.h>
#include <string.h>

#include "library/call.h"

enum { WORD = sizeof(int64_t), BYTES_MAX = 4096 };

static size_t size_of(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

static size_t smaller(size_t i, size_t j)
{
    return i < j ? i : j;
}

enum status sized_read(void *out, size_t bytes, const void *given, size_t least, const char *name)
{
    if (!given) return misuse("%s is NULL", name);
    const size_t size = size_of(given);
    if (size < least || size > BYTES_MAX || size % WORD)
        return misuse("the size of %s is %zu: it must be set to sizeof(struct bandstand_%s), here %zu", name, size,
                      name, bytes);
    memset(out, 0, bytes);
    memcpy(out, given, smaller(size, bytes));
    return ST_OK;
}

enum status sized_read_all(void *out, size_t bytes, const void *given, size_t least, const char *name)
{
    TRY(sized_read(out, bytes, given, least, name));
    const unsigned char *const byte = given;
    for (size_t i = bytes; i < size_of(given); i++)
        if (byte[i])
            return misuse("byte %zu of %s is set, which belongs to a later version than the one that is linked", i,
                          name);
    return ST_OK;
}

void sized_write(void *given, const void *from, size_t bytes)
{
    const size_t size = smaller(size_of(given), bytes);
    memcpy((char *)given + sizeof size, (const char *)from + sizeof size, size - sizeof size);
}
