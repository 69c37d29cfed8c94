/* Reads signs, words and numbers of the language of claims. */
#include "command/papers/formula/formula_scan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void scan_blanks(struct scanner *p)
{
    while (isspace((unsigned char)*p->at)) p->at++;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool scan_takes(struct scanner *p, const char *sign)
{
    const size_t length = strlen(sign);
    scan_blanks(p);
    if (strncmp(p->at, sign, length) || (is_letter(*sign) && is_letter(p->at[length]))) return false;
    p->at += length;
    return true;
}

enum status scan_expected(const struct scanner *p, const char *what)
{
    const int before = (int)(p->at - p->text);
    if (!*p->at) return fail(ST_CONFIG, "expected %s at the end of '%.200s'", what, p->text);
    return fail(ST_CONFIG, "expected %s at '%.40s', character %d of '%.200s'", what, p->at, before + 1, p->text);
}

static enum status no_memory(void)
{
    return fail(ST_NOMEM, "no memory for a claim");
}

enum status scan_need(struct scanner *p, const char *sign)
{
    char what[16];
    if (scan_takes(p, sign)) return ST_OK;
    snprintf(what, sizeof what, "'%s'", sign);
    return scan_expected(p, what);
}

enum status scan_name(struct scanner *p, char **out)
{
    const char *end;
    *out = NULL;
    scan_blanks(p);
    if (*p->at == '\'') {
        if (!(end = strchr(p->at + 1, '\''))) return scan_expected(p, "a name with a quote at its end");
        if (end == p->at + 1) return scan_expected(p, "a name between the quotes");
        *out = strndup(p->at + 1, (size_t)(end - p->at - 1));
        p->at = end + 1;
        return *out ? ST_OK : no_memory();
    }
    if (!isalpha((unsigned char)*p->at)) return ST_OK;
    for (end = p->at; is_letter(*end) || (*end == '.' && is_letter(end[1]));) end++;
    *out = strndup(p->at, (size_t)(end - p->at));
    p->at = end;
    return *out ? ST_OK : no_memory();
}

enum status scan_number(struct scanner *p, double *out)
{
    char *end;
    scan_blanks(p);
    if (!isdigit((unsigned char)*p->at) && *p->at != '.' && *p->at != '-') return scan_expected(p, "a number");
    *out = strtod(p->at, &end);
    if (end == p->at) return scan_expected(p, "a number");
    p->at = end;
    return ST_OK;
}
