// See simulated-system.h. Each function has the name of the C library's, and makes the system call itself.
#define _GNU_SOURCE
#include "simulated-system.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// All arguments of a system call are words; an int that is passed as it is would leave half of one to chance.
#define WITH_WORDS(NUMBER, A, B, C, D, E, F, ...) \
    syscall((long)(NUMBER), (long)(A), (long)(B), (long)(C), (long)(D), (long)(E), (long)(F))
#define system_call(...) WITH_WORDS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

enum { path_size = 4096 };

// MARK: Random bytes

static _Thread_local struct simulated_random random_bytes;

struct simulated_random simulated_random_begin(uint64_t seed) {
    struct simulated_random before = random_bytes;
    random_bytes = (struct simulated_random){.has_seed = 1, .state = seed};
    return before;
}

void simulated_random_end(struct simulated_random before) { random_bytes = before; }

// SplitMix64, as SeededGenerator.
static uint64_t next_random(void) {
    uint64_t mixed = random_bytes.state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    if (!random_bytes.has_seed) return system_call(SYS_getrandom, bytes, size, flags);
    unsigned char *to = bytes;
    for (size_t at = 0; at < size; at++) to[at] = (unsigned char)next_random();
    return (ssize_t)size;
}

int getentropy(void *bytes, size_t size) {
    if (size > 256) return errno = EIO, -1;
    for (size_t at = 0; at < size;) {
        ssize_t count = getrandom((char *)bytes + at, size - at, 0);
        if (count < 0 && errno != EINTR) return -1;
        if (count > 0) at += (size_t)count;
    }
    return 0;
}

// What Swift's own random numbers come from, those that it shuffles by.
void swift_stdlib_random(void *bytes, size_t size) {
    for (size_t at = 0; at < size;) {
        ssize_t count = getrandom((char *)bytes + at, size - at, 0);
        if (count > 0) at += (size_t)count;
    }
}

// MARK: Processors

// A simulation has one: what worker threads do has no order.
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    if (random_bytes.has_seed) {
        memset(set, 0, size);
        CPU_SET_S(0, size, set);
        return 0;
    }
    // The C library's function returns 0 where the system call returns a size.
    long count = system_call(SYS_sched_getaffinity, process, size, set);
    if (count < 0) return -1;
    memset((char *)set + count, 0, size - (size_t)count);
    return 0;
}

// MARK: Files

static _Thread_local struct {
    char folder[path_size];
    size_t size;
    simulated_observer observer;
    void *context;
} session;

void simulated_files_begin(const char *folder, simulated_observer observer, void *context) {
    size_t size = strlen(folder);
    if (size >= path_size) return;
    strcpy(session.folder, folder);
    session.size = size;
    session.context = context;
    session.observer = observer;
}

void simulated_files_end(void) { session.observer = NULL; }

static int is_inside(const char *path) {
    return !strncmp(path, session.folder, session.size) && (path[session.size] == '/' || !path[session.size]);
}

// The path of a descriptor; false if it has none in the folder.
static int path_of(int descriptor, char *path) {
    if (!session.observer || descriptor < 0) return 0;
    char name[32];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    long size = system_call(SYS_readlinkat, AT_FDCWD, name, path, path_size - 1);
    if (size <= 0) return 0;
    path[size] = 0;
    return is_inside(path);
}

// The suite names files by absolute paths or by names below an open folder.
static int resolve(int directory, const char *name, char *path) {
    if (!session.observer || !name) return 0;
    size_t size = 0;
    if (name[0] != '/') {
        if (directory == AT_FDCWD || !path_of(directory, path)) return 0;
        size = strlen(path);
        path[size++] = '/';
    }
    if (size + strlen(name) >= path_size) return 0;
    strcpy(path + size, name);
    return is_inside(path);
}

static uint64_t inode_at(const char *path) {
    struct stat status;
    if (system_call(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW)) return 0;
    return status.st_ino;
}

static void tell(
    enum simulated_kind kind, uint64_t inode, uint64_t offset, uint64_t count, const char *path, const char *other,
    const void *data) {
    struct simulated_operation operation = {
        .kind = kind, .inode = inode, .offset = offset, .count = count, .path = path, .other = other, .data = data,
    };
    int error = errno;
    session.observer(session.context, &operation);
    errno = error;
}

// An operation on one or two paths.
#define ON_PATHS(KIND, DIRECTORY, NAME, OTHER_DIRECTORY, OTHER_NAME, CALL) \
    char path[path_size], other[path_size]; \
    other[0] = 0; \
    int is_here = resolve(DIRECTORY, NAME, path); \
    if (OTHER_NAME) is_here = resolve(OTHER_DIRECTORY, OTHER_NAME, other) && is_here; \
    uint64_t inode = is_here ? inode_at(path) : 0; \
    int result = (int)(CALL); \
    if (is_here && !result) tell(KIND, inode ? inode : inode_at(path), 0, 0, path, other, NULL); \
    return result;

#define ON_DESCRIPTOR(KIND, DESCRIPTOR, COUNT, CALL) \
    char path[path_size]; \
    struct stat status; \
    int is_here = path_of(DESCRIPTOR, path) && !system_call(SYS_fstat, DESCRIPTOR, &status); \
    int result = (int)(CALL); \
    if (is_here && !result) tell(KIND, status.st_ino, 0, COUNT, path, "", NULL); \
    return result;

static int open_at(int directory, const char *name, int flags, mode_t mode) {
    char path[path_size];
    int is_here = flags & (O_CREAT | O_TRUNC) && !(flags & O_DIRECTORY) && resolve(directory, name, path);
    int was_there = is_here && inode_at(path);
    int result = (int)system_call(SYS_openat, directory, name, flags, mode);
    if (!is_here || result < 0) return result;
    // 1: a new file. 2: a file that lost its contents.
    uint64_t change = !was_there ? 1 : flags & O_TRUNC ? 2 : 0;
    if (change) tell(simulated_create, inode_at(path), 0, change, path, "", NULL);
    return result;
}

static mode_t mode_of(int flags, va_list list) {
    return flags & (O_CREAT | __O_TMPFILE) ? (mode_t)va_arg(list, int) : 0;
}

#define OPEN(NAME) \
    int NAME(const char *name, int flags, ...) { \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = mode_of(flags, list); \
        va_end(list); \
        return open_at(AT_FDCWD, name, flags, mode); \
    }
#define OPENAT(NAME) \
    int NAME(int directory, const char *name, int flags, ...) { \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = mode_of(flags, list); \
        va_end(list); \
        return open_at(directory, name, flags, mode); \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int descriptor, const void *bytes, size_t size) {
    char path[path_size];
    struct stat status;
    int is_here = path_of(descriptor, path) && !system_call(SYS_fstat, descriptor, &status);
    ssize_t result = system_call(SYS_write, descriptor, bytes, size);
    if (is_here && result > 0) {
        uint64_t end = (uint64_t)system_call(SYS_lseek, descriptor, 0, SEEK_CUR);
        tell(simulated_write, status.st_ino, end - (uint64_t)result, (uint64_t)result, path, "", bytes);
    }
    return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    char path[path_size];
    struct stat status;
    int is_here = path_of(descriptor, path) && !system_call(SYS_fstat, descriptor, &status);
    ssize_t result = system_call(SYS_pwrite64, descriptor, bytes, size, offset);
    if (is_here && result > 0)
        tell(simulated_write, status.st_ino, (uint64_t)offset, (uint64_t)result, path, "", bytes);
    return result;
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t offset) {
    return pwrite(descriptor, bytes, size, offset);
}

int ftruncate(int descriptor, off_t size) {
    ON_DESCRIPTOR(simulated_truncate, descriptor, (uint64_t)size, system_call(SYS_ftruncate, descriptor, size))
}
int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }
int fsync(int descriptor) {
    ON_DESCRIPTOR(simulated_fsync, descriptor, 0, is_here ? 0 : system_call(SYS_fsync, descriptor))
}
int fdatasync(int descriptor) {
    ON_DESCRIPTOR(simulated_fsync, descriptor, 0, is_here ? 0 : system_call(SYS_fdatasync, descriptor))
}
int syncfs(int descriptor) {
    ON_DESCRIPTOR(simulated_syncfs, descriptor, 0, is_here ? 0 : system_call(SYS_syncfs, descriptor))
}

int renameat2(int from, const char *name, int to, const char *other_name, unsigned flags) {
    ON_PATHS(simulated_rename, from, name, to, other_name, system_call(SYS_renameat2, from, name, to, other_name, flags))
}
int renameat(int from, const char *name, int to, const char *other) { return renameat2(from, name, to, other, 0); }
int rename(const char *name, const char *other) { return renameat2(AT_FDCWD, name, AT_FDCWD, other, 0); }
int linkat(int from, const char *name, int to, const char *other_name, int flags) {
    ON_PATHS(simulated_link, from, name, to, other_name, system_call(SYS_linkat, from, name, to, other_name, flags))
}
int link(const char *name, const char *other) { return linkat(AT_FDCWD, name, AT_FDCWD, other, 0); }
int unlinkat(int directory, const char *name, int flags) {
    ON_PATHS(
        flags & AT_REMOVEDIR ? simulated_rmdir : simulated_unlink, directory, name, 0, (const char *)0,
        system_call(SYS_unlinkat, directory, name, flags))
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }
int mkdirat(int directory, const char *name, mode_t mode) {
    ON_PATHS(simulated_mkdir, directory, name, 0, (const char *)0, system_call(SYS_mkdirat, directory, name, mode))
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }
