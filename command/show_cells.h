/* show --cells: the cells of a configuration, before it is run. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

/* Prints the tables of the application (apps/lister.h), as JSON or for people. `sets`: assignments, one per line. */
enum status show_cells(const char *config, const char *sets, bool json);
