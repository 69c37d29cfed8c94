/* What a configuration is written in. The only file that includes libconfig is syntax.c; a build without it takes
 * syntax_none.c in its place, which knows a part of it. Behind config.h, as setting.h is. */
#pragma once
#include "base/config/setting.h"

/* The settings of a text, the file `name`, into the group `to`. */
enum status syntax_parse(struct setting *to, const char *name, const char *text);

/* `s` keeps its place in the tree and takes the value that `text` would be behind "key =" in a file; ST_CONFIG if that
 * is no value. The text lives as long as the configuration. */
enum status syntax_literal(struct setting *s, struct config *c, const char *text);
