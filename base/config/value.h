/* Reads one setting by one row of an option table. Internal to config.h. */
#pragma once
#include "base/config/options.h"
#include "base/config/setting.h"

/* Checks `s` against the row and stores its value at `value`, whose type the row gives. */
enum status value_read(struct config *c, const struct option *o, struct setting *s, void *value);
