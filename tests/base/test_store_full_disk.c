/* Result files on a full disk, and while HDF5 crashes: the old file stays, one message, and nothing else. */
#define _GNU_SOURCE /* unshare */
#include "base/result/store_internal.h"
#include "base/signals.h"

#include "tests/support/result_files.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* The behaviour of HDF5 when it opens an object: a signal that it dies of, one of these, or 0, the right one. */
enum { CALLS_EXIT = -1, LACKS_MEMORY = -2 };
static int misbehaviour;
hid_t H5Oopen(hid_t place, const char *name, hid_t list)
{
    hid_t (*open_object)(hid_t, const char *, hid_t);
    *(void **)&open_object = dlsym(RTLD_NEXT, "H5Oopen");
    if (misbehaviour > 0) raise(misbehaviour);
    if (misbehaviour == CALLS_EXIT) exit(1);
    if (misbehaviour == LACKS_MEMORY) return errno = ENOMEM, -1;
    return open_object(place, name, list);
}

/* Writes 8 MB, ignoring what that says, and expects store_commit to refuse. */
static int overfill(const char *path, const char *reason)
{
    enum { N = 1 << 18 };
    double *const x = malloc(N * sizeof *x);
    struct store *s;
    int wrong = 0, failed = 0;
    good(store_create(&s, path));
    for (int i = 0; i < N; i++) x[i] = i;
    for (int k = 0; k < 4; k++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", k);
        const struct array a = {.name = name, .type = REAL64, .rank = 1, .dims = {N}, .data = x};
        if (store_array(s, "/", &a) != ST_OK)
            wrong += !failed++ && (!strstr(fail_text(), reason) || !strstr(fail_text(), path));
    }
    wrong += !failed + (store_commit(s) != ST_IO);
    free(x);
    return wrong;
}

enum { NO_MOUNT = 77 };

/* Runs `body` in a child whose stderr must stay empty up to and including its exit. */
static void in_a_child(int (*body)(void))
{
    int pipe_end[2], end;
    char text[256] = "";
    assert_int_equal(pipe(pipe_end), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipe_end[1], STDERR_FILENO);
        exit(body());
    }
    close(pipe_end[1]);
    const ssize_t got = read(pipe_end[0], text, sizeof text - 1);
    close(pipe_end[0]);
    waitpid(child, &end, 0);
    if (WIFEXITED(end) && WEXITSTATUS(end) == NO_MOUNT) {
        print_message("skipped: a small disk can only be mounted by root\n");
        skip();
    }
    if (got != 0) fail_msg("the child said: %s", text);
    if (!WIFEXITED(end) || WEXITSTATUS(end) != 0) fail_msg("the child ended with %d", end);
}

static int exceed_the_limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 20, RLIM_INFINITY});
    int wrong = overfill(file, "File too large");
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    wrong += files_in(folder) != 1 || read_one_number(file) != 1;
    write_one_number(file, 2);
    return wrong + (read_one_number(file) != 2);
}

static void a_file_too_large_leaves_the_old_one(void **state)
{
    (void)state;
    write_one_number(file, 1);
    in_a_child(exceed_the_limit);
}

/* A disk that can hold a name and no byte: not even an empty file is left. */
static int fill_the_rest(void)
{
    static const char zeros[1 << 16];
    char rest[128];
    struct store *s;
    snprintf(rest, sizeof rest, "%s/rest", folder);
    const int fd = open(rest, O_CREAT | O_WRONLY, 0600);
    while (write(fd, zeros, sizeof zeros) > 0) {}
    close(fd);
    const int before = files_in(folder), wrong = store_create(&s, file) != ST_IO || s;
    return wrong + (files_in(folder) != before);
}

/* A disk of 2 MB that only this child sees. */
static int fill_the_disk(void)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, "") != 0 ||
        mount("none", folder, "tmpfs", 0, "size=2m") != 0)
        return NO_MOUNT;
    write_one_number(file, 1);
    int wrong = overfill(file, "No space left on device");
    wrong += files_in(folder) != 1 || read_one_number(file) != 1;
    wrong += overfill(other, "No space left on device");
    wrong += files_in(folder) != 1;
    write_one_number(other, 3);
    wrong += read_one_number(other) != 3;
    return wrong + fill_the_rest();
}

/* A file is tried by another process while this one writes another file. */
static int read_while_writing(void)
{
    static const struct {
        int misbehaviour;
        enum status status;
        const char *sentence;
    } cases[] = {
        {SIGSEGV, ST_IO, "crashes on it"},
        {SIGABRT, ST_IO, "crashes on it"},
        {SIGBUS, ST_IO, "crashes on it"},
        {CALLS_EXIT, ST_IO, "crashes on it"},
        {SIGXCPU, ST_IO, "does not end"},
        {SIGKILL, ST_IO, "was killed"},
        {LACKS_MEMORY, ST_NOMEM, "no memory to read "},
    };
    int wrong = 0;
    signals_install();
    struct store *const out = begin(other);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct store *s;
        misbehaviour = cases[i].misbehaviour;
        wrong += store_open_by(&s, file, TRUST_TRIED) != cases[i].status || !strstr(fail_text(), cases[i].sentence);
        misbehaviour = 0;
        wrong += access(out->out.temporary, F_OK) != 0;
    }
    good(store_commit(out));
    signals_is_over();
    return wrong;
}

static void a_crash_of_hdf5_leaves_what_is_being_written(void **state)
{
    (void)state;
    write_one_number(file, 1);
    in_a_child(read_while_writing);
}

/* Bytes that the disk refuses are read back from memory, also after the end of the bytes that it took. */
static void metadata_that_the_disk_refuses_can_be_read(void **state)
{
    (void)state;
    enum { AT = 100, SPAN = 8 };
    char got[SPAN + 2], zeros[2] = {0};
    struct medium m = {.fd = open(file, O_CREAT | O_RDONLY, 0600), .name = file};
    const hid_t list = medium_access(&m);
    H5FD_t *const f = H5FDopen(file, H5F_ACC_RDWR, list, HADDR_UNDEF);
    assert_non_null(f);
    assert_true(H5FDset_eoa(f, H5FD_MEM_DEFAULT, 1000) >= 0);
    assert_true(H5FDwrite(f, H5FD_MEM_OHDR, H5P_DEFAULT, AT, SPAN, "metadata") >= 0);
    assert_int_equal(m.error, EBADF);
    assert_int_equal(H5FDget_eof(f, H5FD_MEM_DEFAULT), AT + SPAN);
    assert_true(H5FDread(f, H5FD_MEM_OHDR, H5P_DEFAULT, AT - 2, SPAN + 2, got) >= 0);
    assert_memory_equal(got, zeros, 2);
    assert_memory_equal(got + 2, "metadata", SPAN);
    assert_true(H5FDclose(f) >= 0);
    H5Pclose(list);
    medium_free(&m);
    close(m.fd);
}

static void a_full_disk_leaves_the_old_one(void **state)
{
    (void)state;
    in_a_child(fill_the_disk);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_too_large_leaves_the_old_one),
        TEST(a_crash_of_hdf5_leaves_what_is_being_written),
        TEST(metadata_that_the_disk_refuses_can_be_read),
        TEST(a_full_disk_leaves_the_old_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
