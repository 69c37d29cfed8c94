/* Parts of a file that another process makes (atomic_file.h): they go to its temporary file, which both must see under
 * one name. */
#pragma once
#include <limits.h>
#include <stdint.h>

#include "base/file/atomic_file.h"

/* The file as others need to know it; a message of its bytes. */
struct file_part {
    char path[PATH_MAX], temporary[PATH_MAX];
    uint64_t number; /* of the inode: another file of that name is not meant */
};

/* In the process that makes the file. ST_IO. */
enum status file_part_of(struct file_part *out, const struct atomic_file *r);

/* In any process: opens it to be written with block_write; closes it when all bytes are on the disk. errno, or 0. */
int file_part_open(int *fd, const struct file_part *f);
int file_part_close(int fd);
