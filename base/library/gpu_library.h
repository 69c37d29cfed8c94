/* A library of the CUDA toolkit, opened when first needed and linked by nothing, so that a machine without it runs
 * everything else. */
#pragma once
#include <stdint.h>

#include "base/status.h"

enum { GPU_LIBRARY_PLACES = 4 };

/* All but the second half is given; that is gpu_library_open's. */
struct gpu_library {
    const char *name;                       /* "cuSPARSE" */
    const char *property;                   /* the function that reports the three numbers of the version */
    int major;                              /* the version whose calls this program knows */
    const char *places[GPU_LIBRARY_PLACES]; /* files to try, in order, up to a NULL; the first NULL: this program */

    void *handle; /* or NULL */
    int version[3];
    char absence[512], file[256];
};

/* Opens the first file that is there and of that version; else leaves the reason in `absence`. Call it once. */
void gpu_library_open(struct gpu_library *l);

/* A function of an open library, or NULL. */
void *gpu_library_function(const struct gpu_library *l, const char *name);

/* ST_DEVICE and the reason if gpu_library_open found none. */
enum status gpu_library_ready(const struct gpu_library *l);

/* Version and file of an open library, in one line. */
void gpu_library_describe(const struct gpu_library *l, char *out, int64_t size);
