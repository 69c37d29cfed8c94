/* Parses the syntax of configurations. Only syntax.c includes libconfig; a build without it takes syntax_builtin.c,
 * which knows a part of the syntax. Internal to config.h, as setting.h is. */
#pragma once
#include "base/config/setting.h"

/* The settings of a text, the file `name`, into the group `to`. */
enum status syntax_parse(struct setting *to, const char *name, const char *text);

/* `s` keeps its place in the tree and takes the value that `text` would be after "key =" in a file; ST_CONFIG if that
 * is not a value. The text lives as long as the configuration. */
enum status syntax_literal(struct setting *s, struct config *c, const char *text);
