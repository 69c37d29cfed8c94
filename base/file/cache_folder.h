/* The folder of files that only save time, for this user. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* $XDG_CACHE_HOME/bandstand, or .cache/bandstand in the home folder; made if asked for. False: there is none, or it
 * does not fit into `size` characters. */
bool cache_folder(char *out, size_t size, bool make);
