/* Reads arrays of NumPy. */
#include "base/file/npy.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/input.h"
#include "base/memory.h"

enum { MAGIC = 6, HEADER_MAX = 1 << 16, BLOCK = 8192 };

struct header {
    char kind; /* 'f', 'i' */
    int bytes; /* of a number */
    bool swapped, columns_first;
    struct npy *out;
};

static double float32(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return (double)x;
}

static double float64(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* "{'descr': '<f8', ..." -> "'<f8', ...", or NULL. */
static const char *value_of(const char *text, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    const char *const at = strstr(text, quoted);
    return at ? at + strlen(quoted) + strspn(at + strlen(quoted), " ") : NULL;
}

static bool is_twice(const char *text, const char *key)
{
    const char *const at = value_of(text, key);
    return at && value_of(at, key);
}

static enum status read_type(struct header *h, const char *path, const char *text)
{
    const char *const at = value_of(text, "descr");
    const size_t length = at && *at == '\'' ? strcspn(at + 1, "'") : 0;
    const bool known = length == 3 && strchr("<>|=", at[1]) && strchr("fi", at[2]) && strchr("48", at[3]);
    if (!known)
        return fail(ST_CONFIG,
                    "%s: numbers of type %.*s are not read: real numbers must be of type f4, f8, i4 or i8 ('<f8')",
                    path, at ? (int)(length ? length + 2 : strcspn(at, "}")) : 1, at ? at : "?");
    h->kind = at[2], h->bytes = at[3] - '0';
    h->swapped = at[1] == '>';
    return ST_OK;
}

static enum status read_order(struct header *h, const char *path, const char *text)
{
    const char *const at = value_of(text, "fortran_order");
    if (at && !strncmp(at, "True", 4)) h->columns_first = true;
    else if (!at || strncmp(at, "False", 5)) return fail(ST_CONFIG, "%s: its header has no fortran_order", path);
    return ST_OK;
}

/* "(3, 4)" */
static enum status read_shape(struct header *h, const char *path, const char *text)
{
    const char *at = value_of(text, "shape");
    struct npy *const out = h->out;
    out->count = 1;
    if (!at || *at++ != '(') return fail(ST_CONFIG, "%s: its header has no shape", path);
    for (;;) {
        at += strspn(at, " ,");
        if (!isdigit((unsigned char)*at)) break;
        if (out->rank == NPY_RANK_MAX) return fail(ST_CONFIG, "%s: it has more than %d axes", path, NPY_RANK_MAX);
        char *end;
        errno = 0;
        out->dims[out->rank] = strtoll(at, &end, 10);
        if (errno || __builtin_mul_overflow(out->count, out->dims[out->rank], &out->count))
            return fail(ST_CONFIG, "%s: its shape is beyond any memory", path);
        out->rank++, at = end;
    }
    if (*at != ')') return fail(ST_CONFIG, "%s: its header has a damaged shape", path);
    if (out->rank == 0) return fail(ST_CONFIG, "%s: it is a single number, not an array", path);
    return out->count > 0 ? ST_OK : fail(ST_CONFIG, "%s: it is empty: it has no numbers", path);
}

static enum status read_bytes(FILE *in, const char *path, void *to, size_t count)
{
    return fread(to, 1, count, in) == count ? ST_OK : fail(ST_CONFIG, "%s: it ends within its header", path);
}

static enum status read_header(struct header *h, const char *path, FILE *in, int64_t *used)
{
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    unsigned char begin[MAGIC + 2], length[4] = {0};
    if (fread(begin, 1, sizeof begin, in) != sizeof begin || memcmp(begin, "\x93NUMPY", MAGIC))
        return fail(ST_CONFIG, "%s: it is not an array of NumPy: such a file begins with \\x93NUMPY", path);
    const int wide = begin[MAGIC] == 1 ? 2 : 4;
    if (begin[MAGIC] < 1 || begin[MAGIC] > 3)
        return fail(ST_CONFIG, "%s: version %d of the format is not read: it must be 1, 2 or 3", path, begin[MAGIC]);
    TRY(read_bytes(in, path, length, (size_t)wide));
    const uint32_t bytes = length[0] | length[1] << 8 | length[2] << 16 | (uint32_t)length[3] << 24;
    char text[HEADER_MAX + 1];
    if (bytes > HEADER_MAX) return fail(ST_CONFIG, "%s: its header has %u bytes, more than 65536", path, bytes);
    TRY(read_bytes(in, path, text, bytes));
    text[bytes] = 0;
    *used = (int64_t)sizeof begin + wide + bytes;
    for (int k = 0; k < 3; k++)
        if (is_twice(text, keys[k])) return fail(ST_CONFIG, "%s: its header has %s twice", path, keys[k]);
    TRY(read_type(h, path, text));
    TRY(read_order(h, path, text));
    return read_shape(h, path, text);
}

static enum status number_at(const struct header *h, const char *path, const unsigned char *at, double *out)
{
    uint64_t bits = 0;
    for (int b = 0; b < h->bytes; b++) bits |= (uint64_t)at[h->swapped ? h->bytes - 1 - b : b] << (8 * b);
    if (h->kind == 'f') {
        *out = h->bytes == 4 ? float32(bits) : float64(bits);
        return ST_OK;
    }
    const int64_t whole = h->bytes == 4 ? (int32_t)(uint32_t)bits : (int64_t)bits;
    *out = (double)whole;
    if (whole > -(INT64_C(1) << 53) && whole < INT64_C(1) << 53) return ST_OK;
    return fail(ST_CONFIG, "%s: %lld is an integer of more digits than double holds", path, (long long)whole);
}

/* The place of the k-th number of the file. */
static int64_t place_of(const struct header *h, int64_t k)
{
    const struct npy *const a = h->out;
    int64_t at = 0, stride = a->count;
    if (!h->columns_first) return k;
    for (int d = 0; d < a->rank; d++) {
        stride /= a->dims[d];
        at += k % a->dims[d] * stride;
        k /= a->dims[d];
    }
    return at;
}

static enum status read_numbers(const struct header *h, const char *path, FILE *in)
{
    unsigned char block[BLOCK];
    const int64_t most = BLOCK / h->bytes;
    struct npy *const out = h->out;
    TRY(mem_array(&out->data, HOST, out->count, sizeof *out->data));
    for (int64_t k = 0; k < out->count; k += most) {
        const int64_t now = out->count - k < most ? out->count - k : most;
        if (fread(block, (size_t)h->bytes, (size_t)now, in) != (size_t)now)
            return fail(ST_CONFIG, "%s: it ends before the last of its %lld numbers", path, (long long)out->count);
        for (int64_t i = 0; i < now; i++) TRY(number_at(h, path, block + i * h->bytes, &out->data[place_of(h, k + i)]));
    }
    return ST_OK;
}

static enum status read_all(struct header *h, const char *path, FILE *in, int64_t bytes)
{
    int64_t used = 0, numbers;
    TRY(read_header(h, path, in, &used));
    if (__builtin_mul_overflow(h->out->count, h->bytes, &numbers) || numbers != bytes - used)
        return fail(ST_CONFIG, "%s: its header says %lld numbers of %d bytes, but %lld bytes follow it", path,
                    (long long)h->out->count, h->bytes, (long long)(bytes - used));
    return read_numbers(h, path, in);
}

enum status npy_read(struct npy *out, const char *path)
{
    struct header h = {.out = out};
    FILE *in;
    *out = (struct npy){0};
    TRY(input_open(&in, path, INT64_MAX));
    fseeko(in, 0, SEEK_END);
    const int64_t bytes = ftello(in);
    rewind(in);
    const enum status s = bytes == 0 ? fail(ST_CONFIG, "%s: the file is empty", path) : read_all(&h, path, in, bytes);
    fclose(in);
    if (s != ST_OK) out->data = mem_free(out->data);
    return s;
}
