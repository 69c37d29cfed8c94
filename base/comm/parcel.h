/* Values and texts as one array of bytes, for a message between ranks of the same program. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A message that is written: parcel_open, then parcel_put and parcel_text for each member, then parcel_close. */
struct parcel {
    FILE *stream;
    char *data; /* [bytes], valid after parcel_close, and the caller's to free */
    size_t bytes;
};
void parcel_open(struct parcel *p);
void parcel_put(struct parcel *p, const void *value, size_t bytes);
void parcel_text(struct parcel *p, const char *text); /* NULL as "" */
/* False: there was no memory; `data` is NULL. */
bool parcel_close(struct parcel *p);

/* A message that is read, in the same order. Beyond its end values read as zeros and texts as "", and `lacks` becomes
 * true. */
struct unpacked {
    const char *cursor, *end; /* the next byte, and the end of the message */
    bool lacks;
};
void unpacked_get(struct unpacked *u, void *value, size_t bytes);
const char *unpacked_text(struct unpacked *u); /* points into the message */
