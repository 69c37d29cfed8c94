/* Result files as tables for people or as one JSON document for programs. */
#pragma once
#include "command/json.h"
#include "command/result.h"

/* `j` NULL: tables on stdout. */
enum status show_results(const struct result *r, int count, struct json *j);
