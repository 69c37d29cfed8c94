/* Memory, copies and clocks of the GPU. Without one only its absence is tested; tests/cuhost stands in for one. */
#include "base/device/device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "base/memory.h"

#include <cmocka.h>
#include <string.h>

#define good(call) assert_int_equal(call, ST_OK)

static bool absent(void)
{
    return device_ready() != ST_OK;
}

static void absence_has_a_sentence(void **state)
{
    (void)state;
    struct exec exec;
    const int64_t held = mem_held(DEVICE);
    double gb_s;
    void *p;
    char line[256];
    assert_true(absent() && strlen(fail_text()) > 8 && !strchr(fail_text(), '\n'));
    assert_int_equal(mem_alloc(&p, DEVICE, 64), ST_DEVICE);
    assert_null(p);
    assert_int_equal(mem_held(DEVICE), held);
    assert_int_equal(device_exec(&exec, 1), ST_DEVICE);
    assert_int_equal(device_bandwidth(&gb_s), ST_DEVICE);
    assert_int_equal(device_memory_bytes(), 0);
    device_describe(line, sizeof line);
    assert_string_equal(line, fail_text());
}

static void memory_comes_zeroed_is_counted_and_fails_when_asked_to(void **state)
{
    (void)state;
    const int64_t held = mem_held(DEVICE);
    double back[64], *p;
    struct exec exec;
    good(device_exec(&exec, 1));
    good(mem_array(&p, DEVICE, 64, sizeof *p));
    assert_int_equal(mem_held(DEVICE), held + (int64_t)sizeof back);
    assert_int_equal((uintptr_t)p % 256, 0);
    good(device_copy(back, HOST, p, DEVICE, sizeof back, &exec));
    for (int i = 0; i < 64; i++) assert_true(back[i] == 0);
    mem_free(p);
    assert_int_equal(mem_held(DEVICE), held);
    mem_fail_at(1);
    assert_int_equal(mem_array(&p, DEVICE, 64, sizeof *p), ST_NOMEM);
    assert_int_equal(mem_array(&p, DEVICE, INT64_C(1) << 42, 1), ST_NOMEM);
    assert_non_null(strstr(fail_text(), "device"));
    good(mem_array(&p, DEVICE, 64, sizeof *p));
    mem_free(p);
    device_exec_end(&exec);
}

static void copies_arrive_and_are_counted(void **state)
{
    (void)state;
    double sent[64], back[64] = {0}, *p[2];
    struct exec exec;
    good(device_exec(&exec, 3));
    assert_int_equal(exec.space, DEVICE);
    assert_int_equal(exec.threads, 3);
    for (int i = 0; i < 2; i++) good(mem_array(&p[i], DEVICE, 64, sizeof *p[i]));
    for (int i = 0; i < 64; i++) sent[i] = i;
    device_traffic_reset();
    good(device_copy(p[0], DEVICE, sent, HOST, sizeof sent, &exec));
    good(device_copy(p[1], DEVICE, p[0], DEVICE, sizeof sent, &exec));
    good(device_copy(back, HOST, p[1], DEVICE, sizeof back / 2, &exec));
    good(device_wait(&exec));
    assert_memory_equal(sent, back, sizeof sent / 2);
    const struct traffic t = device_traffic();
    assert_int_equal(t.bytes[0], sizeof sent);
    assert_int_equal(t.bytes[1], sizeof sent / 2);
    assert_true(t.seconds[0] > 0 && t.seconds[1] > 0);
    for (int i = 0; i < 2; i++) mem_free(p[i]);
    device_exec_end(&exec);
    assert_null(exec.stream);
}

static void its_speed_is_measured(void **state)
{
    (void)state;
    const int64_t held = mem_held(DEVICE);
    double gb_s = 0;
    good(device_bandwidth(&gb_s));
    assert_true(gb_s > 0.01 && gb_s < 1e5);
    assert_int_equal(mem_held(DEVICE), held);
}

static enum status fill(void *context)
{
    static const double here[4096] = {1};
    struct exec *const exec = context;
    double *p;
    TRY(mem_array(&p, DEVICE, 4096, sizeof *p));
    const enum status s = device_copy(p, DEVICE, here, HOST, sizeof here, exec);
    mem_free(p);
    return s;
}

static enum status refuse(void *context)
{
    (void)context;
    return (fail)(ST_REFUSED, "no work today"); /* cmocka has a macro of that name */
}

static void its_clock_times_what_is_queued(void **state)
{
    (void)state;
    struct exec exec;
    double seconds = -1;
    good(device_exec(&exec, 1));
    good(device_seconds(&seconds, &exec, fill, &exec));
    assert_true(seconds > 0 && seconds < 10);
    assert_int_equal(device_seconds(&seconds, &exec, refuse, NULL), ST_REFUSED);
    assert_string_equal(fail_text(), "no work today");
    assert_true(device_memory_bytes() >= 1 << 20);
    device_exec_end(&exec);
}

static void it_is_described(void **state)
{
    (void)state;
    char line[256];
    device_describe(line, sizeof line);
    assert_non_null(strstr(line, "compute capability"));
    assert_non_null(strstr(line, "driver"));
}

int main(void)
{
    const struct CMUnitTest without[] = {cmocka_unit_test(absence_has_a_sentence)};
    const struct CMUnitTest with[] = {
        cmocka_unit_test(memory_comes_zeroed_is_counted_and_fails_when_asked_to),
        cmocka_unit_test(copies_arrive_and_are_counted),
        cmocka_unit_test(its_speed_is_measured),
        cmocka_unit_test(its_clock_times_what_is_queued),
        cmocka_unit_test(it_is_described),
    };
    return absent() ? cmocka_run_group_tests_name("no device", without, NULL, NULL)
                    : cmocka_run_group_tests_name("device", with, NULL, NULL);
}
