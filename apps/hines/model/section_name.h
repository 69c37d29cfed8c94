/* Names of sections: a region, and in brackets a number among its sections. */
#pragma once
#include <stdint.h>

#include "base/status.h"

/* The region of "apical[3]", and *number; "apical" is its first. -1: it is not a name. */
int section_named(const char *named, int64_t *number);

/* ST_CONFIG: `named` is not a name, or `section` is given as well, not 0. NULL is allowed. */
enum status section_name_check(const char *named, int64_t section);
