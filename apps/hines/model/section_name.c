/* Reads names of sections. */
#include "apps/hines/model/section_name.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hines/model/params.h"

/* The number in "[3]"; nothing counts as 0; -1: something else. */
static int64_t in_brackets(const char *text)
{
    char *end;
    if (!*text) return 0;
    if (*text != '[' || !isdigit((unsigned char)text[1])) return -1;
    errno = 0;
    const long long number = strtoll(text + 1, &end, 10);
    return errno || strcmp(end, "]") ? -1 : number;
}

int section_named(const char *named, int64_t *number)
{
    const size_t length = strcspn(named, "[");
    *number = in_brackets(named + length);
    for (int r = 0; r < REGIONS && *number >= 0; r++)
        if (strlen(hines_region(r)) == length && !strncmp(named, hines_region(r), length)) return r;
    return -1;
}

enum status section_name_check(const char *named, int64_t section)
{
    int64_t number;
    if (named && section_named(named, &number) < 0)
        return fail(ST_CONFIG, "'%.40s' does not name a section: apical[3] is the fourth one of region apical", named);
    if (named && section > 0)
        return fail(ST_CONFIG, "give section %lld or named '%s', not both", (long long)section, named);
    return ST_OK;
}
