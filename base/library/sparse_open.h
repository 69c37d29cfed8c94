/* A library of SuiteSparse, opened when first needed. The program is not linked with it: its start does not load it and
 * the libraries that it needs, and a machine without it runs everything else. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

/* The file of the version of the header that was compiled: the first number of a version is that of the file. */
#define SPARSE_FILE(library, version) "lib" library ".so." SPARSE_NUMBER(version)
#define SPARSE_NUMBER(n) #n

enum { SPARSE_FUNCTIONS = 10 };

struct sparse_file {
    const char *name; /* "KLU" */
    const char *file; /* "libklu.so.1", on the loader's path */
    struct {
        const char *name;
        void *pointer; /* the pointer to the function */
    } functions[SPARSE_FUNCTIONS + 1];

    /* Set by sparse_open: */
    bool tried, ready;
    char absence[512];
};

/* Opens the library and sets the pointers to its functions, once; any thread may call it. ST_DEVICE and a sentence if
 * it is not on this machine or one of them is missing. */
enum status sparse_open(struct sparse_file *l);
