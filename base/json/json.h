/* Writes JSON as it goes: commas, quotes and nesting are taken care of. Numbers read back exactly; what is not
 * finite becomes null, as JSON wants it. Zeroed but for `out`, and `line` if all is to stand on one line. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool line;
    int depth;
    bool filled[16]; /* something stands at this depth already */
};

/* `key` is NULL inside an array and for the outermost value. */
void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_close_object(struct json *j); /* the outermost one ends the line */
void json_close_array(struct json *j);
void json_text(struct json *j, const char *key, const char *value); /* NULL becomes null */
void json_real(struct json *j, const char *key, double value);
void json_int(struct json *j, const char *key, int64_t value);
void json_bool(struct json *j, const char *key, bool value);
