/* Takes entries out of a wisdom. Each is a line "  (NAME NUMBER #FLAGS #FLAGS #FLAGS #SIGNATURE #... #... #...)", whose
 * last four numbers stand for the problem: transform, sizes, strides and threads, but not how long FFTW looked. Its
 * import lets an entry of a longer search win over one of a shorter, so that one that is to go is taken out before. */
#include <stdbool.h>
#include <string.h>

#include "base/either_precision.h"
#include "solvers/transform/wisdom_strike.h"

enum { NUMBERS = 4, LONGEST = 256 };

/* Copies the signature of the entry that a line holds; false: it is a line of another kind. */
static bool take_signature(char out[LONGEST], const char *line, size_t length)
{
    const char *at = line + length;
    int blanks = 0;
    if (length < 3 || strncmp(line, "  (", 3)) return false;
    while (at > line && blanks < NUMBERS) blanks += *--at == ' ';
    const size_t bytes = (size_t)(line + length - at);
    if (blanks < NUMBERS || bytes >= LONGEST) return false;
    memcpy(out, at, bytes);
    out[bytes] = '\0';
    return true;
}

void wisdom_strike(char *old, const char *now)
{
    char *kept = old, signature[LONGEST];
    for (const char *line = old; *line;) {
        const char *const end = strchr(line, '\n');
        const size_t length = end ? (size_t)(end - line) : strlen(line), whole = length + (end != NULL);
        const bool struck = take_signature(signature, line, length) && strstr(now, signature);
        if (!struck) memmove(kept, line, whole), kept += whole;
        line += whole;
    }
    *kept = '\0';
}
