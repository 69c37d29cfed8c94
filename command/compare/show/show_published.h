/* Tables of published values together with those of runs. */
#pragma once
#include "base/json/json.h"
#include "command/compare/result/result.h"

/* A table with a line for each value of each run that it belongs to: published, measured, and measured over published;
 * below it the range of the ratios of many points. Nothing where a file has no published values. */
enum status show_published(const struct result *r);

/* As JSON: an array `published` of objects; nothing where there is none. */
enum status json_published(struct json *j, const struct result *r);
