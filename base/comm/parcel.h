/* Values and texts as a row of bytes, for a message between ranks of the same program. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Is written as a stream: parcel_open, parcel_put and parcel_text, parcel_close. */
struct parcel {
    FILE *stream;
    char *data; /* the caller's to free, from parcel_close on; NULL: no memory */
    size_t bytes;
};
void parcel_open(struct parcel *p);
void parcel_put(struct parcel *p, const void *value, size_t bytes);
void parcel_text(struct parcel *p, const char *text); /* NULL as "" */
/* False: there was no memory; `data` is NULL. */
bool parcel_close(struct parcel *p);

/* Is read in the same order. What is not there reads as zeros and "", and makes `lacks` true. */
struct unpacked {
    const char *at, *end;
    bool lacks;
};
void unpacked_get(struct unpacked *u, void *value, size_t bytes);
const char *unpacked_text(struct unpacked *u); /* valid as long as the bytes */
