/* The folder that a run began in: a resumed run works there, where the file names of its configuration are valid. */
#pragma once
#include "base/result/store.h"

/* `path` as an absolute path. Caller frees; NULL: no memory. */
char *folder_absolute(const char *path);

/* Goes to the folder in which the run of a checkpoint began; false if that is the current one, or if it is gone, in
 * which case absolute names remain valid. */
bool folder_enter(struct store *checkpoint);
