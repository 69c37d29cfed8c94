/* Temporary files of programs that were killed. */
#pragma once
#include "base/status.h"

/* Takes the lock that the owner of a temporary file holds on it: waits while another program checks whether it is
 * abandoned. A file system without locks is not a fault: no file can be locked there, so none is taken for abandoned.
 */
void abandoned_not(int fd);

/* Removes the files PATH.tmp-<number> whose owner is gone; those that hold anything are reported in one line on stderr.
 */
void abandoned_remove(const char *path);
