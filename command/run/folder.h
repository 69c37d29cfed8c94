/* A run that goes on does so in the folder that it began in, where the names in its configuration hold. */
#pragma once
#include "base/result/store.h"

/* `path` as it is called from anywhere. Caller frees; NULL: no memory. */
char *folder_absolute(const char *path);

/* Goes to the folder in which the run of a checkpoint began; false if we are there, or it is no more, where names that
 * do not depend on it still hold. */
bool folder_enter(struct store *checkpoint);
