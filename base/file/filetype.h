/* The types of files that the program writes, recognized by how they begin and end. A file may replace only a file of
 * the same type or an empty one, so that a mistaken name destroys no other file. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

enum filetype {
    FILE_NONE, /* not written: an option of this kind names a file to read */
    FILE_RESULT,
    FILE_CHECKPOINT,
    FILE_XDMF,
    FILE_TRANSITIONS,
    FILE_MATRIX_MARKET,
    FILE_PICTURE,
    FILE_GALLERY,
    FILE_MEMORY_LIMIT,
    FILE_WISDOM,
    FILE_VERDICTS,
    FILE_PAGE,
    FILE_JUNIT,
    FILE_SONATA /* spikes, or a report, in HDF5: sonata of the neurons */
};

/* The checksum that follows HDF5's data in files that the store writes (store_checksum.c), and the marks that it begins
 * with: 8 bytes without a final 0. */
enum { CHECKSUM_BYTES = 32, CHECKSUM_MARK_BYTES = 8 };
#define CHECKSUM_OF_RESULT "BANDSEAL"
#define CHECKSUM_OF_CHECKPOINT "BANDWAIT"
#define CHECKSUM_OF_SONATA "BANDSPIK"

/* ST_IO, "cannot write x.h5: it exists and is not a result of bandstand, ..." if what stands there is not to be
 * replaced by a file of this kind. */
enum status filetype_check(const char *path, enum filetype type);
