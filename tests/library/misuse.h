/* A call of libbandstand that must be refused as misuse, in a sentence with this text. Include it after cmocka.h. */
#pragma once
#include <string.h>

#include "library/bandstand.h"

#define MISUSE(call, text) \
    do { \
        assert_int_equal(call, BANDSTAND_MISUSE); \
        if (!strstr(bandstand_message(), text)) fail_msg("\"%s\" lacks \"%s\"", bandstand_message(), text); \
    } while (0)
