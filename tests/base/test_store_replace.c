/* A result file is replaced completely or not at all: by another result, after a kill, with other writers. */
#include "base/result/store_internal.h"

#include "tests/support/result_files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static void a_result_and_a_checkpoint_replace_their_like_alone(void **state)
{
    static const enum filetype types[] = {FILE_RESULT, FILE_CHECKPOINT};
    struct store *s;
    (void)state;
    for (int t = 0; t < 2; t++) {
        unlink(file);
        for (int twice = 0; twice < 2; twice++) {
            good(store_create_as(&s, file, types[t]));
            good(store_int(s, "/", "type", t));
            good(store_commit(s));
        }
        assert_int_equal(store_create_as(&s, file, types[1 - t]), ST_IO);
        sentence_has(t ? "is not a result of bandstand" : "is not a checkpoint of bandstand");
        assert_int_equal(filetype_check(file, FILE_XDMF), ST_IO);
        good(store_open(&s, file));
        store_close(s);
    }
    unlink(file);
}

static void the_old_file_stays_until_commit(void **state)
{
    (void)state;
    write_one_number(file, 1);
    struct store *const s = begin(file);
    good(store_real(s, "/", "value", 2));
    good(store_flush(s));
    assert_true(read_one_number(file) == 1);
    assert_int_equal(files_in(folder), 2);
    good(store_commit(s));
    assert_true(read_one_number(file) == 2);
    assert_int_equal(files_in(folder), 1);
    store_close(begin(file));
    assert_true(read_one_number(file) == 2);
    assert_int_equal(files_in(folder), 1);
    store_close(NULL);
}

static void name_temporary(char *out, size_t size, long pid)
{
    snprintf(out, size, "%s.tmp-%ld", file, pid);
}

static long kill_a_writer(void)
{
    write_one_number(file, 1);
    const pid_t child = fork();
    if (child == 0) {
        struct store *const s = begin(file);
        store_real(s, "/", "value", 2);
        store_flush(s);
        raise(SIGKILL);
    }
    int end;
    waitpid(child, &end, 0);
    assert_true(WIFSIGNALED(end));
    return child;
}

static void a_killed_writer_leaves_the_old_file(void **state)
{
    (void)state;
    char left[256];
    name_temporary(left, sizeof left, kill_a_writer());
    assert_true(read_one_number(file) == 1);
    assert_int_equal(unlink(left), 0);
}

/* The next one removes temporary files of killed ones, only of this file, and keeps those that are still being written.
 */
static void what_killed_writers_left_is_removed(void **state)
{
    (void)state;
    char left[256], alike[256], living[264];
    kill_a_writer();
    name_temporary(alike, sizeof alike, 1);
    strcat(alike, "st"); /* owned by no process */
    close(open(alike, O_CREAT | O_WRONLY, 0600));
    struct store *const first = begin(file);
    assert_int_equal(files_in(folder), 3);
    name_temporary(left, sizeof left, getpid());
    struct store *const second = begin(file); /* under another name, and the first one's stays */
    assert_int_equal(files_in(folder), 4);
    snprintf(living, sizeof living, "%s-1", left);
    assert_int_equal(access(left, F_OK) | access(living, F_OK), 0);
    good(store_real(first, "/", "value", 2));
    good(store_real(second, "/", "value", 3));
    good(store_commit(second));
    assert_true(read_one_number(file) == 3);
    good(store_commit(first));
    assert_true(read_one_number(file) == 2);
    assert_int_equal(files_in(folder), 2);
    unlink(alike);
}

/* One of those that write the same file at the same time. */
static int write_often(double value)
{
    enum { TIMES = 1500 };
    struct atomic_file f;
    int wrong = 0;
    for (int k = 0; k < TIMES; k++) {
        wrong += atomic_file_begin(&f, file, FILE_RESULT) != ST_OK || write(f.fd, "words", 5) != 5;
        atomic_file_abandon(&f);
    }
    struct store *s;
    wrong += store_create(&s, file) != ST_OK || store_real(s, "/", "value", value) != ST_OK || store_commit(s) != ST_OK;
    return wrong != 0;
}

/* None takes another's file for that of a killed program; the last one to finish is the one that stays. */
static void three_writers_end_well(void **state)
{
    (void)state;
    enum { WRITERS = 3 };
    int said[2], end;
    char text[512] = "";
    pid_t child[WRITERS];
    assert_int_equal(pipe(said), 0);
    for (int i = 0; i < WRITERS; i++) {
        child[i] = fork();
        if (child[i]) continue;
        dup2(said[1], STDERR_FILENO);
        _exit(write_often(i + 1));
    }
    close(said[1]);
    assert_int_equal(read(said[0], text, sizeof text - 1), 0);
    close(said[0]);
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(waitpid(child[i], &end, 0), child[i]);
        assert_true(WIFEXITED(end) && WEXITSTATUS(end) == 0);
    }
    const double value = read_one_number(file);
    assert_true(value == 1 || value == 2 || value == 3);
    assert_int_equal(files_in(folder), 1);
}

/* A link to itself, to a file that is not a result, or into a missing folder: refused, and the link stays. A link to a
 * file that does not exist yet: the file is made. */
static void links_are_followed_or_refused(void **state)
{
    (void)state;
    char link[128], nowhere[128], to[128];
    struct store *s;
    snprintf(link, sizeof link, "%s/link.h5", folder);
    snprintf(nowhere, sizeof nowhere, "%s/none/x.h5", folder);
    const struct {
        const char *to, *words;
    } cases[] = {{"link.h5", "it is a link that leads back to itself"},
                 {"/etc/passwd", "is not a result of bandstand"},
                 {nowhere, "No such file or directory"},
                 {file, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(symlink(cases[i].to, link), 0);
        assert_int_equal(atomic_file_check(link, FILE_RESULT), cases[i].words ? ST_IO : ST_OK);
        if (cases[i].words) sentence_has(cases[i].words);
        assert_int_equal(store_create(&s, link), cases[i].words ? ST_IO : ST_OK);
        if (cases[i].words) sentence_has(cases[i].words);
        else good(store_commit(s));
        const ssize_t length = readlink(link, to, sizeof to);
        assert_int_equal(length, strlen(cases[i].to));
        assert_memory_equal(to, cases[i].to, length);
        assert_int_equal(unlink(link), 0);
    }
    assert_int_equal(files_in(folder), 1);
}

static void files_that_cannot_be_written_are_named(void **state)
{
    (void)state;
    struct store *s;
    char nowhere[128];
    snprintf(nowhere, sizeof nowhere, "%s/none/x.h5", folder);
    assert_int_equal(store_create(&s, nowhere), ST_IO);
    assert_null(s);
    sentence_has(nowhere);
    sentence_has("No such file or directory");
    assert_int_equal(store_create(&s, folder), ST_IO);
    sentence_has("it is a folder");
    assert_int_equal(files_in(folder), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_result_and_a_checkpoint_replace_their_like_alone),
        TEST(the_old_file_stays_until_commit),
        TEST(a_killed_writer_leaves_the_old_file),
        TEST(what_killed_writers_left_is_removed),
        TEST(three_writers_end_well),
        TEST(links_are_followed_or_refused),
        TEST(files_that_cannot_be_written_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
