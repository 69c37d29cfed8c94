/* Result files of a test in a folder of its own, and the operations of every test of them: begin, open, check a
 * sentence. */
#pragma once
#include "base/result/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], file[128], other[128];

static inline int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_results.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(file, sizeof file, "%s/result.h5", folder);
    snprintf(other, sizeof other, "%s/other.h5", folder);
    return 0;
}

/* Every test must leave nothing but the files it knows of. */
static inline int leave(void **state)
{
    (void)state;
    unlink(file);
    unlink(other);
    return rmdir(folder);
}

static inline int files_in(const char *path)
{
    int count = 0;
    DIR *const d = opendir(path);
    for (struct dirent *e; (e = readdir(d));) count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

static inline void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static inline void sentence_has(const char *part)
{
    if (!strstr(fail_text(), part)) fail_msg("\"%s\" does not say \"%s\"", fail_text(), part);
    if (strchr(fail_text(), '\n')) fail_msg("more than one line: %s", fail_text());
}

static inline struct store *begin(const char *path)
{
    struct store *s;
    good(store_create(&s, path));
    return s;
}

static inline struct store *look(const char *path)
{
    struct store *s;
    good(store_open(&s, path));
    return s;
}

static inline void write_one_number(const char *path, double value)
{
    struct store *const s = begin(path);
    good(store_real(s, "/", "value", value));
    good(store_commit(s));
}

static inline double read_one_number(const char *path)
{
    double value;
    struct store *const s = look(path);
    good(store_get_real(s, "/", "value", &value));
    store_close(s);
    return value;
}
static inline int64_t size_with(int deflate, double *data, int64_t n)
{
    struct stat st;
    double *const back = malloc((size_t)n * sizeof *back);
    struct store *s = begin(file);
    store_compression(s, deflate);
    good(store_array(s, "/", &(struct array){.name = "x", .type = REAL64, .rank = 1, .dims = {n}, .data = data}));
    good(store_commit(s));
    s = look(file);
    good(store_array_read(s, "/x", REAL64, back));
    assert_memory_equal(back, data, (size_t)n * sizeof *back);
    free(back);
    store_close(s);
    assert_int_equal(stat(file, &st), 0);
    return st.st_size;
}
