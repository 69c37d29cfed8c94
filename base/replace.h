/* A file that appears whole or not at all: it is written under a temporary name beside the one it will
 * have, brought to the disk, and renamed. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

/* *out becomes the temporary name of `path`, which the caller frees. ST_IO if `path` is there and no file. Until
 * replace_commit or replace_abandon a signal that ends the program removes what stands there (stop.h). */
enum status replace_begin(const char *path, char **out);

/* Do both names mean the same file, there or not? */
bool replace_same(const char *a, const char *b);

/* Brings `temporary` to the disk and gives it the name `path`; removes it if that fails. */
enum status replace_commit(const char *temporary, const char *path);

/* Removes `temporary`: it is not to replace anything. */
void replace_abandon(const char *temporary);

/* Removes every temporary file of this program that was begun, and neither committed nor abandoned. May be called by a
 * signal handler. */
void replace_remove_all(void);
