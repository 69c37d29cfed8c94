/* Finds the configurations that come with the program: next to it, where it is installed, and in the source tree in
 * which it was built. */
#pragma once
#include "base/status.h"

/* The file that a configuration is named by, caller frees: `name` itself if it is a file here, or begins with "/" or
 * "."; otherwise the one that comes with the program and whose path ends with `name`: "bvp/heated_rod.cfg",
 * "heated_rod". With or without ".cfg", and "configs/" before it. ST_CONFIG, with the folders searched and a similar
 * name. */
enum status configuration_find(char **file, const char *name);

/* The folder "configs/`part`": here, otherwise of those that come with the program; "configs/`part`" if there is none.
 * Caller frees. */
enum status configuration_folder(char **folder, const char *part);
