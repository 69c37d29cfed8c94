/* Reads JSON text (RFC 8259) into a tree. */
#pragma once
#include <stddef.h>

#include "base/status.h"

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    enum json_type type;
    char *key;                       /* of a member of an object, or NULL */
    char *text;                      /* JSON_TEXT */
    double number;                   /* JSON_NUMBER; otherwise NaN */
    struct json_value *first, *next; /* elements or members; the next one after this */
};

/* One value with nothing but blanks around it. ST_CONFIG: what is wrong at which byte. Free it with json_free. */
enum status json_read(const char *text, struct json_value **out);
void json_free(struct json_value *v);

/* A member of an object, or NULL; also where `v` is NULL or no object. */
const struct json_value *json_member(const struct json_value *v, const char *key);
/* Its number, or NaN; its text, or "". */
double json_number_of(const struct json_value *v, const char *key);
const char *json_text_of(const struct json_value *v, const char *key);
