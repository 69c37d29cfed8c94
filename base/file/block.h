/* Reads and writes a block of a file whole, in as many system calls as it takes, and brings files to the disk. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* errno, or 0. A file that ends before is EIO. */
int block_read(int fd, int64_t at, void *out, size_t count);
int block_write(int fd, int64_t at, const void *bytes, size_t count);

/* Brings what the system holds of a file or folder to the disk. errno if it does not get there, or 0. */
int block_sync(int fd);
