/* One setting read by one row of an option table. Behind config.h. */
#pragma once
#include "base/config/options.h"
#include "base/config/setting.h"

/* Checks `s` against the row and stores what it says at `value`, whose type the row tells. */
enum status value_read(struct config *c, const struct option *o, struct setting *s, void *value);
