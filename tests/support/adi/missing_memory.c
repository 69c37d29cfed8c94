/* Lets the first allocation fail, then the second, and so on until all succeed. */
#include "tests/support/adi/missing_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"

void every_missing_allocation_is_said(enum status (*make)(void **out), void (*drop)(void *made))
{
    const int64_t held = mem_held(HOST);
    void *made;
    int k = 1;
    for (;; k++) {
        mem_fail_at(k);
        const enum status s = make(&made);
        mem_fail_at(0);
        if (s == ST_OK) break;
        assert_int_equal(s, ST_NOMEM);
        assert_null(made);
        assert_int_equal(mem_held(HOST), held);
    }
    assert_true(k > 1);
    drop(made);
    assert_int_equal(mem_held(HOST), held);
}
