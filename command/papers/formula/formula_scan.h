/* The signs, words and numbers of a text in the language of claims, one after the other. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

struct scanner {
    const char *text, *at; /* all of it, and what is left */
    int depth;             /* of the parser */
};

void scan_blanks(struct scanner *p);
/* Advances past the sign or word if it stands here. */
bool scan_takes(struct scanner *p, const char *sign);
/* Advances past a sign that must stand here. */
enum status scan_need(struct scanner *p, const char *sign);
/* A word, or any text in single quotes, which the caller frees; *out NULL and ST_OK: neither stands here. */
enum status scan_name(struct scanner *p, char **out);
enum status scan_number(struct scanner *p, double *out);
/* ST_CONFIG: "expected WHAT at '...', character 7 of '...'". */
enum status scan_expected(const struct scanner *p, const char *what);
