/* Finds the configurations that come with the program: beside it, where it is installed, and in the source tree in
 * which it was built. */
#pragma once
#include "base/status.h"

/* The file that a configuration is named by, caller frees: `name` itself if it is a file here, or begins with "/" or
 * "."; else the one that comes with the program and that `name` is the end of: "bvp/heated_rod.cfg", "heated_rod". With
 * or without ".cfg", and "configs/" before it. ST_CONFIG says where was searched, and proposes a name. */
enum status configuration_find(char **file, const char *name);

/* The folder "configs/`part`": here, else of those that come with the program; "configs/`part`" if there is none.
 * Caller frees. */
enum status configuration_folder(char **folder, const char *part);
