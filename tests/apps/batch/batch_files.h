/* Files of systems in a folder of a test, and the application `batch` on them. */
#pragma once
#include "base/real.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double eps = (double)REAL_EPS;
static char folder[64];

static inline int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_batch_files.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int leave(void **state)
{
    char command[96];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static inline const char *at(const char *name)
{
    static char path[8][128];
    static int next;
    char *const out = path[next++ % 8];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

static inline void put_bytes(const char *name, const void *bytes, size_t count)
{
    FILE *const out = fopen(at(name), "w");
    assert_true(out && fwrite(bytes, 1, count, out) == count && fclose(out) == 0);
}

static inline void put_text(const char *name, const char *text)
{
    put_bytes(name, text, strlen(text));
}

/* Numbers of `type`, "<f8", as `bytes`. */
static inline void put_npy(const char *name, const char *type, bool columns_first, const char *shape, const void *bytes,
                           size_t count)
{
    char head[200];
    unsigned char *const all = malloc(sizeof head + count);
    const int length = snprintf(head, sizeof head, "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }\n", type,
                                columns_first ? "True" : "False", shape);
    memcpy(all, "\x93NUMPY\x01\x00", 8);
    all[8] = (unsigned char)length, all[9] = 0;
    memcpy(all + 10, head, (size_t)length);
    if (count) memcpy(all + 10 + length, bytes, count);
    put_bytes(name, all, 10 + (size_t)length + count);
    free(all);
}

/* Text with the folder in place of each @. */
static inline const char *expand(const char *text)
{
    static char out[2000];
    size_t used = 0;
    for (; *text && used < sizeof out - sizeof folder - 2; text++)
        if (*text == '@') used += (size_t)snprintf(out + used, sizeof out - used, "%s/", folder);
        else out[used++] = *text;
    out[used] = 0;
    return out;
}

static inline struct trial complete(const char *method, const char *format, ...)
{
    char text[1200];
    struct trial t;
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (trial_complete(&t, "batch", text, NULL, method, exec_host(2)) != ST_OK) fail_msg("%s: %s", text, fail_text());
    return t;
}

/* -1, 4, -1 of four rows, below the diagonal -2. */
#define BANNER "%%MatrixMarket matrix coordinate real general\n"
#define ENTRIES "1 1 4\n2 1 -2\n1 2 -1\n2 2 4\n3 2 -2\n2 3 -1\n3 3 4\n4 3 -2\n3 4 -1\n4 4 4\n"
#define SIDES "%%MatrixMarket matrix array real general\n% of x = 1, 2, 3, 4 and 0, 1, 0, 0\n4 2\n"
