/* Scans integers, hexadecimal integers and decimal fractions. */
#include "base/config/number_literal.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t digits(const char *p)
{
    return strspn(p, "0123456789");
}

static size_t sign(const char *p)
{
    return *p == '-' || *p == '+';
}

/* ".5e-3" and the like after the integer part; 0 if there is none. */
static size_t fraction(const char *p)
{
    const char *q = p;
    if (*q == '.') q += 1 + digits(q + 1);
    if (*q == 'e' || *q == 'E') {
        const size_t exponent = digits(q + 1 + sign(q + 1));
        if (exponent) q += 1 + sign(q + 1) + exponent;
    }
    return (size_t)(q - p);
}

static bool real_fits(const char *text)
{
    errno = 0;
    const double value = strtod(text, NULL);
    return !isinf(value) && (value != 0 || errno != ERANGE);
}

static bool integer_fits(const char *text, bool hex)
{
    errno = 0;
    strtoll(text, NULL, hex ? 16 : 10);
    return errno != ERANGE;
}

struct number_literal number_literal_at(const char *text)
{
    const bool hex = text[0] == '0' && (text[1] | 32) == 'x' && isxdigit((unsigned char)text[2]);
    const size_t front = hex ? 2 : sign(text);
    const size_t whole = hex ? strspn(text + 2, "0123456789abcdefABCDEF") : digits(text + front);
    const size_t behind = hex ? 0 : fraction(text + front + whole);
    return (struct number_literal){
        .length = front + whole + behind,
        .valid = whole || (text[front] == '.' && digits(text + front + 1)),
        .real = behind > 0,
        .fits = behind ? real_fits(text) : integer_fits(text, hex),
    };
}
