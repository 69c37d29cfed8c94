/* Prints the keys of configurations. */
#pragma once

/* Prints the settings of the application of that name, their defaults and bounds. Returns the exit code. */
int keys_print(const char *name);
