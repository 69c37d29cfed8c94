/* Faults in the input of a cloud queue: each is one sentence, and failed runs leave nothing in memory. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

#define CHAIN "n = 3; k = 6; kappa = 2; "
#define MARKET "%%MatrixMarket matrix coordinate real general\n"

static char stem[64];

static int enter(void **state)
{
    (void)state;
    snprintf(stem, sizeof stem, "/tmp/test_cloudqueue_input.%ld", (long)getpid());
    return 0;
}

static void wrong_keys_are_reported(void **state)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "n: required"},
        {"n = 5;", "kappa: required, tasks that a server works on at a time"},
        {"preset = \"eq8-open\"; n = 5;", "k: required: the preset derives kappa and thresholds from it"},
        {"n = 5; kappa = 4; below = 3;", "below: does not apply where k is auto"},
        {"n = 5; k = 8; kappa = 4; below = 7;", "below: 7 phases below 0: must be from 0 to k - 2 = 6"},
        {"n = 5; k = 8; kappa = 4; below = 4;", "kappa: 4 tasks per server: must be from 1 to k - 1 - below = 3"},
        {"n = 5; k = 8; kappa = 4; buffer = -1;", "buffer: -1 is below the minimum"},
        {"n = 5; kappa = 4; load = 1.0;", "load: 20 tasks come and 20 can be served per unit of time"},
        {"n = 5; kappa = 4; lambda = 4.0; eta = 0.0;", "lambda: 4 tasks come and 4 can be served"},
        {"n = 5; kappa = 4; arrivals = \"limited\"; buffer = 3;", "buffer: 3 is not allowed with limited arrivals"},
        {"kappa = 4; lambda = 8.0; sweep = { key = \"n\"; values = [3.0, 2.0]; };", "lambda: 8 tasks come and 8 can"},
        {"n = 5; k = 4;", "kappa: 0 tasks per server: must be from 1 to k - 1 = 3"},
        {"n = 5; k = 4; kappa = 4;", "kappa: 4 tasks per server: must be from 1 to k - 1 = 3"},
        {"n = 0; k = 4;", "n: 0 is below the minimum"},
        {"n = 2; k = 1;", "k: 1 is below the minimum"},
        {CHAIN "lambda = 1.0; load = 0.5;", "load: give load or lambda, not both: load = 0.5, lambda = 1"},
        {CHAIN "lambda = 1.0; load_servers = 5;",
         "load_servers: must not be given with lambda, which sets the arrivals"},
        {CHAIN "load_servers = 5; sweep = { key = \"lambda\"; values = [1.0]; };",
         "load_servers: must not be given with a sweep over lambda"},
        {CHAIN "load_servers = 5; profile = { file = \"/proc/version\"; };",
         "load_servers: must not be given with profile.file"},
        {"load_servers = 5; import = { file = \"/proc/version\"; };",
         "load_servers: must not be given with import.file"},
        {"load_servers = 5; matrices = [\"Cloud16-100\"];", "load_servers: must not be given with matrices"},
        {CHAIN "load_servers = -1;", "load_servers: -1 is below the minimum"},
        {"n = 3; kappa = 2; load_servers = 9; load = 0.5;", "load: 9 tasks come and 6 can be served"},
        {CHAIN "lambda = 0.0; load = 0.5;", "lambda: is 0, so no task ever arrives"},
        {CHAIN "load = 0.0;", "load: is 0, so no task ever arrives and there is nothing to solve"},
        {CHAIN "lambda = 1.0; profile = { file = \"/proc/version\"; };",
         "lambda: does not apply with profile.file, which gives the arrivals"},
        {CHAIN "load = 0.5; profile = { file = \"/proc/version\"; };", "load: does not apply with profile.file"},
        {"load = 0.5; import = { file = \"/proc/version\"; };", "load: does not apply with import.file"},
        {CHAIN "sweep = { key = \"load\"; from = 0.1; to = 0.9; points = 1; };",
         "sweep.points: must be 2 or more: 1 value leaves out sweep.to = 0.9"},
        {CHAIN "sweep = { key = \"load\"; values = []; };",
         "sweep.values: expected numbers from -1e+30 to 1e+30, got 0 values"},
        {"n = 3; kappa = 2; sweep = { key = \"mu\"; values = [1.0, 0.0]; };",
         "sweep.values: mu = 0: must be greater than 0"},
        {CHAIN "lambda = -1.0;", "lambda: -1.0 is below the minimum"},
        {CHAIN "mu = 0.0;", "mu: must be greater than 0"},
        {CHAIN "preset = \"eq8-opne\";", "did you mean 'eq8-open'"},
        {CHAIN "on_at = 1;", "on_at: phase 1 must be from 2 to 6"},
        {CHAIN "on_at = [3, 3];", "on_at: 2 thresholds: give one, or one for each of 3 levels"},
        {CHAIN "off_at = 4;", "off_at: phase 4 must be from -1 to 3"},
        {CHAIN "entries = 100;", "entries: applies only to preset table2"},
        {"preset = \"table2\"; n = 7; k = 16;", "entries: required, as table2 has no matrix of 7 levels of 16 phases"},
        {"preset = \"table2\"; n = 7; k = 16; entries = 300;", "entries: 300 must be from 334,"},
        {"preset = \"table2\"; n = 7; k = 16; entries = 400; off_at = 0;",
         "off_at: not allowed, as preset table2 derives"},
        {"matrices = [\"Cloud16-101\"];", "did you mean 'Cloud16-100'"},
        {"matrices = [\"Cloud16-100\"]; n = 3;", "n: does not apply with matrices"},
        {CHAIN "mode = \"benchmark\"; delta = 0.0;", "delta: 0 is not above 0"},
        {CHAIN "import = { content = \"general\"; };",
         "import.content: only the generator of a chain has a stationary"},
        {CHAIN "mode = \"benchmark\"; import = { content = \"general\"; };", "import.content: applies only with"},
        {CHAIN "import = { block = 3; };", "import.block: applies only with import.file"},
        {CHAIN "sweep = { key = \"lambbda\"; points = 3; };",
         "sweep.key: 'lambbda' is not a number of a chain; did you mean"},
        {CHAIN "sweep = { key = \"lambda\"; };",
         "sweep.points: required: a sweep needs values, or from, to and points"},
        {CHAIN "sweep = { points = 3; };", "sweep.key: required: a sweep needs the number that it varies"},
        {CHAIN "sweep = { key = \"mu\"; points = 3; values = [1.0]; };", "sweep.points: does not apply with"},
        {CHAIN "sweep = { key = \"mu\"; from = 0.0; values = [1.0]; };",
         "sweep.from: does not apply with sweep.values"},
        {CHAIN "sweep = { key = \"mu\"; to = 1.0; values = [1.0]; };", "sweep.to: does not apply with sweep.values"},
        {CHAIN "sweep = { key = \"mu\"; points = 3; to = 1.0; };", "sweep.from: required"},
        {CHAIN "sweep = { key = \"mu\"; from = 1.0; to = -1.0; points = 2; };",
         "sweep.from: mu = -1: -1 must be 0, or"},
        {CHAIN "sweep = { key = \"mu\"; points = 3; from = 0.0; to = 1.0; spacing = \"geometric\"; };",
         "sweep.from: geometric spacing needs both ends above 0, not 0 to 1"},
        {CHAIN "sweep = { key = \"mu\"; points = 3; spacing = \"log\"; };", "sweep.spacing: 'log' is neither"},
        {CHAIN "sweep = { key = \"n\"; values = [2.5]; };", "sweep.values: n = 2.5: 2.5 is not an integer"},
        {CHAIN "sweep = { key = \"mu\"; values = [1.0, -1.0]; };", "sweep.values: mu = -1: -1 must be 0, or"},
        {CHAIN "sweep = { key = \"mu\"; values = [1.0]; }; profile = { file = \"/proc/version\"; };",
         "profile.file: not allowed with sweep, which also gives the chains to solve"},
        {CHAIN "sweep = { key = \"mu\"; values = [1.0, 2.0]; }; export = { tra = \"x.tra\"; };",
         "export.tra: a file holds one chain, but the run has 2, of a sweep"},
        {CHAIN "export = { tra = \"x.tra\"; matrix_market = \"x.tra\"; };",
         "export.tra: is also the file that export.matrix_market writes"},
        {CHAIN "target = { blocking = 0.1; };",
         "target.blocking: no task is lost where any number may wait, so the target 0.1 needs buffer"},
        {CHAIN "target = { wait = -1.0; };", "target.wait: -1.0 is below the minimum"},
        {CHAIN "buffer = 4; target = { wait_95 = 1.0; }; service = \"eq8c\";",
         "target.wait_95: percentiles need slots"},
        {"k = 9; kappa = 4; lambda = 1.0; target = { wait = 1.0; }; sweep = { key = \"n\"; values = [3.0]; };",
         "target.wait: does not apply in a sweep over n"},
        {CHAIN "mode = \"benchmark\"; target = { wait = 1.0; };", "target.wait: does not apply in mode benchmark"},
        {"target = { wait = 1.0; }; import = { file = \"/proc/version\"; };",
         "target.wait: does not apply with import.file"},
        {CHAIN "percentiles = [0.9, 0.5];", "percentiles: 0.5 is not above the one before it"},
        {CHAIN "percentiles = [1.0];", "percentiles: 1.0 is above the maximum"},
        {CHAIN "eta = 0.0; nu = 0.0;", "the chain has 3 closed classes"},
        {CHAIN "import = { file = \"/proc/version\"; };", "n: does not apply with import.file"},
        {"mu = 2.0; import = { file = \"/proc/version\"; };", "mu: does not apply with import.file, whose states"},
        {"kappa = 4; import = { file = \"/proc/version\"; };", "kappa: does not apply with import.file, whose states"},
        {"buffer = 0; import = { file = \"/proc/version\"; };",
         "buffer: does not apply with import.file, whose states"},
        {"service = \"eq8c\"; import = { file = \"/proc/version\"; };",
         "service: does not apply with import.file, whose states"},
        {"off_at = 0; import = { file = \"/proc/version\"; };",
         "off_at: does not apply with import.file, whose states"},
        {"price = { wait = 1.0; }; import = { file = \"/proc/version\"; };",
         "price.wait: does not apply with import.file, whose states"},
        {"percentiles = [0.5, 0.95]; import = { file = \"/proc/version\"; };",
         "percentiles: does not apply with import.file, whose states"},
        {"mu = 1.0; percentiles = [0.5, 0.95, 0.99]; import = { file = \"/nowhere.mtx\"; };",
         "/nowhere.mtx: No such file"},
        {"import = { file = \"/nowhere.mtx\"; };", "/nowhere.mtx: No such file"},
        {CHAIN "profile = { file = \"/nowhere.csv\"; };", "/nowhere.csv: No such file"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trial_refused("cloudqueue", ST_CONFIG, cases[i].words, cases[i].text, "gth_band");
        if (strncmp(fail_text(), "cloudqueue:", 11) && !strstr(cases[i].words, "closed classes"))
            fail_msg("nowhere: %s", fail_text());
    }
}

/* A file of this name and content, read by these keys. */
static void expect_of_file(enum status expected, const char *words, const char *name, const char *content,
                           const char *keys)
{
    char path[128], text[512];
    snprintf(path, sizeof path, "%s%s", stem, name);
    snprintf(text, sizeof text, keys, path);
    FILE *const out = fopen(path, "w");
    assert_true(out && fputs(content, out) >= 0 && fclose(out) == 0);
    trial_refused("cloudqueue", expected, words, text, "gth_band");
    unlink(path);
}

static void bad_chains_are_reported(void **state)
{
    static const struct {
        const char *name, *content, *words;
    } cases[] = {
        {".mtx", "", ".mtx:1: the file is empty"},
        {".mtx", "3 3 1\n1 1 1\n", ".mtx:1: the first line must be: %%MatrixMarket matrix"},
        {".mtx", "%%MatrixMarket matrix coordinate complex general\n", ":1: only real, integer and pattern"},
        {".mtx", MARKET "% no sizes\n", "the file ends before it says how large"},
        {".mtx", MARKET "2 2\n", ":2: expected: rows columns entries"},
        {".mtx", MARKET "2 3 1\n1 2 1\n", ":2: the matrix is not square: 2 rows, 3 columns"},
        {".mtx", MARKET "0 0 0\n", ":2: the number of rows must be from 1 to 2147483647"},
        {".mtx", MARKET "9999999999 9999999999 1\n1 2 1\n", ":2: the number of rows must be from 1 to 2147483647"},
        {".mtx", MARKET "2 2 3\n1 2 1\n2 1 1\n", ":4: the file ends after 2 of 3 entries"},
        {".mtx", MARKET "2 2 1\n1 2 1\n2 1 1\n", ":4: there are more entries than the 1 announced"},
        {".mtx", MARKET "2 2 2\n1 3 1\n2 1 1\n", ":3: column 3 is not from 1 to 2"},
        {".mtx", MARKET "2 2 2\n0 2 1\n2 1 1\n", ":3: row 0 is not from 1 to 2"},
        {".mtx", MARKET "2 2 2\n1 2 x\n2 1 1\n", ":3: the value of an entry is not a number"},
        {".mtx", MARKET "2 2 2\n1 2 inf\n2 1 1\n", ":3: the value of an entry is not a number"},
        {".mtx", MARKET "2 2 2\n1 2 1\n2 1 1e-400\n", ":4: the value of an entry is too small for double"},
        {".mtx", MARKET "2 2 2\n1 2 1e-320\n2 1 1\n", ":3: the value of an entry is too small for double"},
        {".mtx", MARKET "3 3 4\n3 1 1e308\n3 2 1e308\n2 1 1\n1 3 1\n",
         ":4: the rates out of state 3 overflow when summed"},
        {".mtx", MARKET "3 3 4\n1 2 1e308\n1 3 1e308\n2 1 1\n3 1 1\n",
         ":4: the rates out of state 1 overflow when summed"},
        {".mtx", MARKET "2 2 2\n1 2\n2 1 1\n", ":3: expected: row column value"},
        {".mtx", MARKET "2 2 2\n1 2 1 7\n2 1 1\n", ":3: unexpected text after the entry"},
        {".mtx", MARKET "2 2 3\n1 2 1\n2 1 1\n1 2 2\n", ":5: row 1, column 2 was given before, in line 3"},
        {".mtx", MARKET "2 2 2\n1 2 1\n2 1 -3\n", ":4: the rate from state 2 to state 1 is negative: -3"},
        {".mtx", MARKET "2 2 3\n1 1 -2\n1 2 1\n2 1 1\n",
         ":3: the diagonal of state 1 is -2, but the rates out of it sum to 1"},
        {".mtx", MARKET "2000000000 2000000000 2\n1 2 1\n2 1 1\n", ".mtx:2: 2 entries do not connect 2000000000 rows"},
        {".mtx", MARKET "4 4 5\n1 2 1\n2 1 2\n3 4 1\n4 3 2\n2 3 0\n",
         ".mtx:2: the chain has 2 closed classes, one with state 1 and one with state 3"},
        {".mtx", MARKET "3 3 4\n1 2 1\n2 1 2\n2 3 1\n1 3 1\n", ".mtx:2: state 3 is absorbing"},
        {".tra", "2\n", ".tra:1: expected: states transitions"},
        {".tra", "3 2\n0 1 1\n1 2 2\n", ".tra:1: state 2 is absorbing: nothing leaves it"},
        {".tra", "3 3\n0 1 1\n1 2 -2\n2 0 1\n", ".tra:3: the rate from state 1 to state 2 is negative: -2"},
        {".tra", "3 3\n0 1 1\n1 2 2\n", ".tra:3: the file ends after 2 of 3 entries"},
        {".tra", "2 2\n0 1 1\n1 2 1\n", ".tra:3: column 2 is not from 0 to 1"},
        {".tra", "4 4\n0 1 2\n1 0 1\n2 3 1\n3 2 1\n", ".tra:1: the chain has 2 closed classes, one with state 0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_of_file(ST_CONFIG, cases[i].words, cases[i].name, cases[i].content, "import = { file = \"%s\"; };");
    expect_of_file(ST_CONFIG, ".tra:1: blocks of 3 rows, given by import.block, do not divide the 4 rows", ".tra",
                   "4 4\n0 1 3\n1 2 1\n2 3 1\n3 0 1\n", "import = { file = \"%s\"; block = 3; };");
    expect_of_file(ST_CONFIG, ".tra:1: blocks of 1 rows, given by import.block", ".tra",
                   "4 4\n0 1 3\n1 2 1\n2 3 1\n3 0 1\n", "import = { file = \"%s\"; block = 1; };");
    expect_of_file(ST_CONFIG, ".mtx:2: row 2 is empty: there is no solution", ".mtx",
                   MARKET "3 3 3\n1 1 1\n1 2 1\n3 3 1\n",
                   "mode = \"benchmark\"; import = { file = \"%s\"; content = \"general\"; };");
}

static void bad_days_are_reported(void **state)
{
    static const struct {
        const char *content, *words;
    } cases[] = {
        {"", ".csv:1: the table is empty; the first line must be: time, lambda"},
        {"time, lambda\n", "the profile has no times"},
        {"0, 1\n", ".csv:1: the first line must be: time, lambda"},
        {"time, lambda\n0, 1, 2\n", ".csv:2: more than 2 columns instead of 2"},
        {"time, lambda\n0\n", ".csv:2: 1 columns instead of 2"},
        {"time, lambda\n0, many\n", ".csv:2: lambda: 'many' is not a number"},
        {"time, lambda\n0, nan\n", ".csv:2: lambda: 'nan' is not a number"},
        {"time, lambda\n0, 1\n\n0, 2\n", ".csv:4: time 0 is not above the previous one, 0"},
        {"time, lambda\n0, 1e31\n", ".csv:2: lambda 1e+31 is above the maximum, 1e+30"},
        {"time, lambda\n0, -1\n", ".csv:2: lambda -1 must be at least 0 (0: closed)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_of_file(ST_CONFIG, cases[i].words, ".csv", cases[i].content, CHAIN "profile = { file = \"%s\"; };");
}

static void what_cannot_be_done_is_refused(void **state)
{
    (void)state;
    trial_refused("cloudqueue", ST_REFUSED, "hbisa_jacobi: undamped sweeps", CHAIN, "hbisa_jacobi");
    trial_refused("cloudqueue", ST_REFUSED, "GB of memory", "n = 2000000000; k = 100; kappa = 40;", "gth_band");
    trial_refused("cloudqueue", ST_REFUSED, "hbisa_gs: needs a stored matrix", "n = 2000000000; k = 100; kappa = 40;",
                  "hbisa_gs");
    trial_refused("cloudqueue", ST_REFUSED, "k: to cut off less than 1e-9 a window",
                  "n = 520; kappa = 1; load = 0.7; on_at = 520;", "gth_band");
    trial_refused("cloudqueue", ST_IO, "cannot write", CHAIN "export = { tra = \"/\"; };", "gth_band");
}

/* A byte that is not text, or a file that cannot be read, is not taken for the end of a file. */
static void what_is_no_text_is_reported(void **state)
{
    static const char zero[] = MARKET "2 2 2\n\0 1 2 3\n1 2 1\n2 1 1\n";
    char path[128], text[256];
    (void)state;
    snprintf(path, sizeof path, "%s.mtx", stem);
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    FILE *const out = fopen(path, "w");
    assert_true(out && fwrite(zero, 1, sizeof zero - 1, out) == sizeof zero - 1 && fclose(out) == 0);
    trial_refused("cloudqueue", ST_CONFIG, ".mtx:3: the line has a byte 0", text, "gth_band");
    unlink(path);
    trial_refused("cloudqueue", ST_CONFIG, "cannot read /tmp: it is a directory, not a file",
                  "import = { file = \"/tmp\"; };", "gth_band");
}

/* The requested problem is solved, or none. */
static void rates_beyond_the_precision_are_reported(void **state)
{
    static const char *const methods[] = {"power", "bicgstab", "rank_one"};
    (void)state;
    trial_refused("cloudqueue", ST_CONFIG, "mu: 1e-310 must be 0, or finite and at least 2.2e-308",
                  CHAIN "mu = 1e-310;", "gth_band");
    trial_refused("cloudqueue", ST_CONFIG, "load: 6e-310 arrivals must be finite and at least 2.2e-308",
                  CHAIN "load = 1e-290; mu = 1e-20;", "gth_band");
    for (int m = 0; m < 3 && sizeof(real) == 4; m++) {
        static const char small[] = "2 2\n0 1 1e-43\n1 0 3e-43\n", large[] = "2 2\n0 1 1e39\n1 0 1e39\n";
        char path[128], text[256];
        trial_refused("cloudqueue", ST_FAILED, "e-45 is beyond the range of float", CHAIN "mu = 1e-45;", methods[m]);
        for (int k = 0; k < 2; k++) {
            snprintf(path, sizeof path, "%s.tra", stem);
            snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
            FILE *const out = fopen(path, "w");
            assert_true(out && fputs(k ? large : small, out) >= 0 && fclose(out) == 0);
            trial_refused("cloudqueue", ST_FAILED, "is beyond the range of float, 1.2e-38 to 3.4e+38", text,
                          methods[m]);
            unlink(path);
        }
    }
}

/* Whichever allocation fails, the run reports it and nothing stays. */
static void failing_allocations_leave_nothing(void **state)
{
    static const char *const texts[] = {
        "n = 4; k = 7; kappa = 3; arrivals = \"limited\"; tails = true;",
        "n = 3; k = 5; kappa = 2; mode = \"benchmark\"; format = \"hybrid\"; flush = true;",
        "k = 5; kappa = 2; sweep = { key = \"n\"; values = [2.0, 3.0]; };",
        "n = 3; k = 5; kappa = 2; sweep = { key = \"mu\"; from = 1.0; to = 2.0; points = 9; };",
        "n = 3; kappa = 2; buffer = 6; sweep = { key = \"load\"; from = 0.0; to = 1.2; points = 3; };",
        "import = { file = \"%s.tra\"; };",
    };
    static const char *const methods[] = {"gth_band", "hbisa_gs", "gth_band", "hbisa_gs", "gth_wide", "gth_band"};
    char path[128];
    (void)state;
    snprintf(path, sizeof path, "%s.tra", stem);
    FILE *const out = fopen(path, "w");
    assert_true(out && fputs("5 9\n0 1 1\n1 2 1\n2 3 1\n3 0 1\n1 0 2\n2 1 2\n3 2 2\n4 0 1\n4 3 1\n", out) >= 0);
    assert_int_equal(fclose(out), 0);
    for (int m = 0; m < 6; m++) {
        char text[256];
        int64_t failed = 0;
        snprintf(text, sizeof text, texts[m], stem);
        for (int64_t k = 1, passed = 0; passed < 10; k = allocation_after(k)) {
            struct trial t;
            mem_fail_at(k);
            const enum status s =
                trial_complete(&t, "cloudqueue", text, NULL, methods[m], exec_host(m >= 2 && m <= 4 ? 1 : 2));
            mem_fail_at(0);
            if (s == ST_OK) trial_end(&t);
            passed = s == ST_OK ? passed + 1 : 0;
            failed += s == ST_NOMEM;
            if (s != ST_OK && s != ST_NOMEM) fail_msg("%s, allocation %lld: %s", text, (long long)k, fail_text());
            if (mem_held(HOST)) fail_msg("%s, allocation %lld: memory left", text, (long long)k);
        }
        assert_true(failed > 6);
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(bad_chains_are_reported, nothing_left),
        cmocka_unit_test_teardown(bad_days_are_reported, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_done_is_refused, nothing_left),
        cmocka_unit_test_teardown(what_is_no_text_is_reported, nothing_left),
        cmocka_unit_test_teardown(rates_beyond_the_precision_are_reported, nothing_left),
        cmocka_unit_test_teardown(failing_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue input " REAL_NAME, tests, enter, NULL);
}
