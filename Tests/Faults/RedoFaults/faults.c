// See redo-faults.h. Each function has the name of the C library's, and makes the system call itself.
#define _GNU_SOURCE
#include "redo-faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// All arguments of a system call are words; an int that is passed as it is would leave half of one to chance.
#define WITH_WORDS(NUMBER, A, B, C, D, E, F, ...) \
    syscall((long)(NUMBER), (long)(A), (long)(B), (long)(C), (long)(D), (long)(E), (long)(F))
#define system_call(...) WITH_WORDS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

enum { path_size = 4096, greatest_map_count = 64 };

struct log_header {
    char magic[8];
    _Atomic uint32_t lock;
    uint32_t unused;
    uint64_t count;
    uint64_t end;
    uint64_t failed;
};

struct record {
    uint32_t size, kind, process, error;
    uint64_t inode, offset, count;
    uint32_t first_size, second_size, data_size, zero;
};

static struct log_header *header;
static int log_descriptor = -1;
static char folder[path_size];
static size_t folder_size;
static int has_data, is_lasting, is_short, is_kill;
static uint32_t wanted_kinds;
static uint64_t wanted_number;
static int wanted_error;

static const char *const kind_names[] = {
    "", "open", "create", "write", "truncate", "fsync", "syncfs", "rename", "link", "unlink", "rmdir", "mkdir",
    "symlink", "chmod", "close", "read", "list", "status", "map", "lock", "memory",
};

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("REDO_FAULT_LOG"), *place = getenv("REDO_FAULT_FOLDER");
    if (!log || !place || strlen(place) >= path_size) return;
    strcpy(folder, place);
    folder_size = strlen(folder);
    has_data = getenv("REDO_FAULT_DATA") != NULL;
    is_lasting = getenv("REDO_FAULT_LASTING") != NULL;
    const char *number = getenv("REDO_FAULT_NUMBER"), *error = getenv("REDO_FAULT_ERROR");
    wanted_number = number ? strtoull(number, NULL, 10) : 0;
    if (error) {
        is_short = !strcmp(error, "short");
        is_kill = !strcmp(error, "kill");
        wanted_error = atoi(error);
    }
    const char *kinds = getenv("REDO_FAULT_KINDS");
    if (!kinds) wanted_kinds = ~0u & ~(1u << redo_memory);
    for (unsigned kind = 1; kinds && kind <= redo_memory; kind++) {
        size_t size = strlen(kind_names[kind]);
        for (const char *at = kinds; (at = strstr(at, kind_names[kind])); at += size)
            if ((at == kinds || at[-1] == ',') && (at[size] == ',' || !at[size])) wanted_kinds |= 1u << kind;
    }
    int descriptor = (int)system_call(SYS_openat, AT_FDCWD, log, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    // A number that programs do not come to by themselves.
    log_descriptor = (int)system_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 900);
    system_call(SYS_close, descriptor);
    if (log_descriptor < 0) return;
    void *page = (void *)system_call(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, log_descriptor, 0);
    if (page == MAP_FAILED) return;
    struct log_header *found = page;
    if (!found->end) {
        memcpy(found->magic, "RedoFlt1", 8);
        found->end = 4096;
    }
    header = found;
}

// MARK: Places

static int is_inside(const char *path) {
    return !strncmp(path, folder, folder_size) && (path[folder_size] == '/' || !path[folder_size]);
}

// Takes dots and repeated slashes out of an absolute path.
static void normalise(char *path) {
    char *to = path;
    for (const char *from = path; *from;) {
        while (*from == '/') from++;
        size_t size = strcspn(from, "/");
        if (size == 2 && from[0] == '.' && from[1] == '.') {
            while (to > path && *--to != '/') {}
        } else if (size && !(size == 1 && from[0] == '.')) {
            *to++ = '/';
            memmove(to, from, size);
            to += size;
        }
        from += size;
    }
    *to = 0;
}

// The path of a descriptor; false if it has none in the folder.
static int path_of(int descriptor, char *path) {
    char name[32] = "/proc/self/fd/";
    char digits[12];
    int count = 0;
    unsigned rest = (unsigned)descriptor;
    if (descriptor < 0) return 0;
    do digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    size_t at = strlen(name);
    while (count) name[at++] = digits[--count];
    name[at] = 0;
    long size = system_call(SYS_readlinkat, AT_FDCWD, name, path, path_size - 1);
    if (size <= 0) return 0;
    path[size] = 0;
    return is_inside(path);
}

static int resolve(int directory, const char *name, char *path) {
    if (!header || !name) return 0;
    size_t size = 0;
    if (name[0] != '/') {
        if (directory == AT_FDCWD) {
            if (system_call(SYS_getcwd, path, path_size) <= 0) return 0;
        } else {
            path_of(directory, path);
            if (path[0] != '/') return 0;
        }
        size = strlen(path);
        path[size++] = '/';
    }
    if (size + strlen(name) >= path_size) return 0;
    strcpy(path + size, name);
    normalise(path);
    return is_inside(path);
}

// A regular file or a folder below the folder; not the log.
static int is_tracked(int descriptor, char *path, struct stat *status) {
    path[0] = 0;
    if (!header || !path_of(descriptor, path)) return 0;
    if (system_call(SYS_fstat, descriptor, status)) return 0;
    return S_ISREG(status->st_mode) || S_ISDIR(status->st_mode);
}

static uint64_t inode_at(const char *path) {
    struct stat status;
    if (system_call(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW)) return 0;
    return status.st_ino;
}

// MARK: Counting

static void acquire(void) {
    // A process that was killed while it held the lock must not stop the others.
    for (int attempt = 0; attempt < 1 << 20; attempt++) {
        uint32_t free = 0;
        if (atomic_compare_exchange_strong(&header->lock, &free, 1)) return;
        sched_yield();
    }
}

static void let_go(void) { atomic_store(&header->lock, 0); }

// Counts an operation. Returns 0 if it is to be done, or the errno that it fails with; −1 for half of it.
static int fault(enum redo_fault_kind kind) {
    if (!(wanted_kinds & 1u << kind)) return 0;
    uint64_t number = ++header->count;
    if (!wanted_number || number < wanted_number || (number > wanted_number && !is_lasting)) return 0;
    header->failed++;
    if (is_kill) {
        let_go();
        system_call(SYS_kill, system_call(SYS_getpid), SIGKILL);
        for (;;) sched_yield();
    }
    return is_short ? -1 : wanted_error;
}

static void note(
    enum redo_fault_kind kind, int error, uint64_t inode, uint64_t offset, uint64_t count, const char *first,
    const char *second, const void *data, size_t data_size) {
    if (!has_data || (error && error != -1)) data_size = 0;
    struct record record = {
        .kind = kind, .process = (uint32_t)system_call(SYS_getpid), .error = (uint32_t)error, .inode = inode,
        .offset = offset, .count = count, .first_size = (uint32_t)strlen(first),
        .second_size = (uint32_t)strlen(second), .data_size = (uint32_t)data_size,
    };
    record.size = (uint32_t)(sizeof record + record.first_size + record.second_size + record.data_size);
    struct iovec parts[] = {
        {&record, sizeof record}, {(void *)first, record.first_size}, {(void *)second, record.second_size},
        {(void *)data, record.data_size},
    };
    long written = system_call(SYS_pwritev, log_descriptor, parts, 4, header->end, 0);
    if (written == (long)record.size) header->end += record.size;
}

// An operation on one or two paths: counted, done unless it is to fail, recorded.
#define ON_PATH(KIND, DIRECTORY, NAME, CALL) \
    char path[path_size]; \
    if (!resolve(DIRECTORY, NAME, path)) return (int)(CALL); \
    acquire(); \
    int error = fault(KIND); \
    if (error == -1) error = EIO; \
    uint64_t inode = inode_at(path); \
    int result = error ? -1 : (int)(CALL); \
    if (!error && result < 0) error = errno; \
    if (!inode) inode = inode_at(path); \
    note(KIND, error, inode, 0, 0, path, "", NULL, 0); \
    let_go(); \
    if (error) errno = error; \
    return result;

#define ON_PATHS(KIND, DIRECTORY, NAME, OTHER_DIRECTORY, OTHER_NAME, CALL) \
    char path[path_size], other[path_size]; \
    int is_here = resolve(DIRECTORY, NAME, path), is_there = resolve(OTHER_DIRECTORY, OTHER_NAME, other); \
    if (!is_here && !is_there) return (int)(CALL); \
    acquire(); \
    int error = fault(KIND); \
    if (error == -1) error = EIO; \
    uint64_t inode = inode_at(path); \
    int result = error ? -1 : (int)(CALL); \
    if (!error && result < 0) error = errno; \
    note(KIND, error, inode, 0, 0, path, other, NULL, 0); \
    let_go(); \
    if (error) errno = error; \
    return result;

#define ON_DESCRIPTOR(KIND, DESCRIPTOR, COUNT, CALL) \
    char path[path_size]; \
    struct stat status; \
    if (!is_tracked(DESCRIPTOR, path, &status)) return (int)(CALL); \
    acquire(); \
    int error = fault(KIND); \
    if (error == -1) error = EIO; \
    int result = error ? -1 : (int)(CALL); \
    if (!error && result < 0) error = errno; \
    note(KIND, error, status.st_ino, 0, COUNT, path, "", NULL, 0); \
    let_go(); \
    if (error) errno = error; \
    return result;

// MARK: Opening and closing

static int open_at(int directory, const char *name, int flags, mode_t mode) {
    char path[path_size];
    if (!resolve(directory, name, path)) return (int)system_call(SYS_openat, directory, name, flags, mode);
    acquire();
    enum redo_fault_kind kind = flags & (O_CREAT | O_TRUNC) && !(flags & O_DIRECTORY) ? redo_create : redo_open;
    int error = fault(kind);
    if (error == -1) error = EIO;
    struct stat status;
    int was_there = !system_call(SYS_newfstatat, AT_FDCWD, path, &status, 0);
    int result = error ? -1 : (int)system_call(SYS_openat, directory, name, flags, mode);
    if (result < 0 && !error) error = errno;
    uint64_t inode = 0;
    if (result >= 0 && !system_call(SYS_fstat, result, &status)) inode = status.st_ino;
    // 1: a new file. 2: a file that lost its contents. 0: neither.
    uint64_t change = kind == redo_open ? 0 : !was_there ? 1 : flags & O_TRUNC ? 2 : 0;
    note(kind, error, inode, 0, change, path, "", NULL, 0);
    let_go();
    if (error) errno = error;
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
int __open_2(const char *name, int flags) { return open_at(AT_FDCWD, name, flags, 0); }
int __open64_2(const char *name, int flags) { return open_at(AT_FDCWD, name, flags, 0); }
int __openat_2(int directory, const char *name, int flags) { return open_at(directory, name, flags, 0); }
int __openat64_2(int directory, const char *name, int flags) { return open_at(directory, name, flags, 0); }
int creat(const char *name, mode_t mode) { return open_at(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *name, mode_t mode) { return creat(name, mode); }

int close(int descriptor) {
    if (descriptor >= 0 && descriptor == log_descriptor) return 0;
    char path[path_size];
    struct stat status;
    int flags = header ? (int)system_call(SYS_fcntl, descriptor, F_GETFL) : 0;
    // What was only read cannot be lost by closing it.
    if (!header || flags < 0 || (flags & O_ACCMODE) == O_RDONLY || !is_tracked(descriptor, path, &status))
        return (int)system_call(SYS_close, descriptor);
    acquire();
    int error = fault(redo_close);
    if (error == -1) error = EIO;
    // The descriptor is closed even where that fails.
    int result = (int)system_call(SYS_close, descriptor);
    if (error) result = -1;
    note(redo_close, error, status.st_ino, 0, 0, path, "", NULL, 0);
    let_go();
    if (error) errno = error;
    return result;
}

// MARK: Reading and writing

static ssize_t transfer(
    enum redo_fault_kind kind, long call, int descriptor, const void *bytes, size_t size, off_t offset) {
    char path[path_size];
    struct stat status;
    if (!is_tracked(descriptor, path, &status)) return system_call(call, descriptor, bytes, size, offset);
    acquire();
    int error = fault(kind);
    size_t wanted = error == -1 && size > 1 ? size / 2 : size;
    ssize_t result = error > 0 ? -1 : system_call(call, descriptor, bytes, wanted, offset);
    int reason = error > 0 ? error : result < 0 ? errno : 0;
    off_t start = offset;
    if (call == SYS_write && result >= 0) {
        start = (off_t)system_call(SYS_lseek, descriptor, 0, SEEK_CUR) - result;
    }
    note(
        kind, reason, status.st_ino, (uint64_t)start, result > 0 ? (uint64_t)result : 0, path, "", bytes,
        kind == redo_write && result > 0 ? (size_t)result : 0);
    let_go();
    if (reason) errno = reason;
    return result;
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
    return transfer(redo_write, SYS_write, descriptor, bytes, size, 0);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    return transfer(redo_write, SYS_pwrite64, descriptor, bytes, size, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t offset) {
    return pwrite(descriptor, bytes, size, offset);
}
ssize_t read(int descriptor, void *bytes, size_t size) {
    return transfer(redo_read, SYS_read, descriptor, bytes, size, 0);
}
ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
    return transfer(redo_read, SYS_pread64, descriptor, bytes, size, offset);
}
ssize_t pread64(int descriptor, void *bytes, size_t size, off_t offset) {
    return pread(descriptor, bytes, size, offset);
}
ssize_t __read_chk(int descriptor, void *bytes, size_t size, size_t room) {
    return size > room ? (errno = EFAULT, -1) : read(descriptor, bytes, size);
}
ssize_t __pread_chk(int descriptor, void *bytes, size_t size, off_t offset, size_t room) {
    return size > room ? (errno = EFAULT, -1) : pread(descriptor, bytes, size, offset);
}
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    ssize_t total = 0;
    for (int at = 0; at < count; at++) {
        ssize_t written = write(descriptor, parts[at].iov_base, parts[at].iov_len);
        if (written < 0) return total ? total : -1;
        total += written;
        if ((size_t)written < parts[at].iov_len) break;
    }
    return total;
}
// The callers write the bytes themselves where these are not there.
ssize_t copy_file_range(int from, off_t *from_offset, int to, off_t *to_offset, size_t size, unsigned flags) {
    char path[path_size];
    struct stat status;
    if (is_tracked(to, path, &status)) return errno = ENOSYS, -1;
    return system_call(SYS_copy_file_range, from, from_offset, to, to_offset, size, flags);
}
ssize_t sendfile(int to, int from, off_t *offset, size_t size) {
    char path[path_size];
    struct stat status;
    if (is_tracked(to, path, &status)) return errno = EINVAL, -1;
    return system_call(SYS_sendfile, to, from, offset, size);
}

int ftruncate(int descriptor, off_t size) {
    ON_DESCRIPTOR(redo_truncate, descriptor, (uint64_t)size, system_call(SYS_ftruncate, descriptor, size))
}
int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }
int fallocate(int descriptor, int mode, off_t offset, off_t size) {
    char path[path_size];
    struct stat status;
    if (is_tracked(descriptor, path, &status)) return errno = EOPNOTSUPP, -1;
    return (int)system_call(SYS_fallocate, descriptor, mode, offset, size);
}
int fsync(int descriptor) { ON_DESCRIPTOR(redo_fsync, descriptor, 0, system_call(SYS_fsync, descriptor)) }
int fdatasync(int descriptor) { ON_DESCRIPTOR(redo_fsync, descriptor, 0, system_call(SYS_fdatasync, descriptor)) }
int syncfs(int descriptor) {
    // The whole file system of a machine that tests run on would be waited for: the model needs the record alone.
    ON_DESCRIPTOR(redo_syncfs, descriptor, 0, 0)
}
int fchmod(int descriptor, mode_t mode) {
    ON_DESCRIPTOR(redo_chmod, descriptor, mode, system_call(SYS_fchmod, descriptor, mode))
}
int flock(int descriptor, int operation) {
    char path[path_size];
    struct stat status;
    if (!is_tracked(descriptor, path, &status)) return (int)system_call(SYS_flock, descriptor, operation);
    acquire();
    int error = fault(redo_lock);
    note(redo_lock, error, status.st_ino, 0, 0, path, "", NULL, 0);
    let_go();
    if (error) return errno = error == -1 ? ENOLCK : error, -1;
    return (int)system_call(SYS_flock, descriptor, operation);
}

// MARK: Names

int renameat2(int from, const char *name, int to, const char *other_name, unsigned flags) {
    ON_PATHS(redo_rename, from, name, to, other_name, system_call(SYS_renameat2, from, name, to, other_name, flags))
}
int renameat(int from, const char *name, int to, const char *other) { return renameat2(from, name, to, other, 0); }
int rename(const char *name, const char *other) { return renameat2(AT_FDCWD, name, AT_FDCWD, other, 0); }
int linkat(int from, const char *name, int to, const char *other_name, int flags) {
    ON_PATHS(redo_link, from, name, to, other_name, system_call(SYS_linkat, from, name, to, other_name, flags))
}
int link(const char *name, const char *other) { return linkat(AT_FDCWD, name, AT_FDCWD, other, 0); }
int unlinkat(int directory, const char *name, int flags) {
    if (flags & AT_REMOVEDIR) {
        ON_PATH(redo_rmdir, directory, name, system_call(SYS_unlinkat, directory, name, flags))
    }
    ON_PATH(redo_unlink, directory, name, system_call(SYS_unlinkat, directory, name, flags))
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }
int mkdirat(int directory, const char *name, mode_t mode) {
    ON_PATH(redo_mkdir, directory, name, system_call(SYS_mkdirat, directory, name, mode))
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }
int symlinkat(const char *target, int directory, const char *name) {
    ON_PATH(redo_symlink, directory, name, system_call(SYS_symlinkat, target, directory, name))
}
int symlink(const char *target, const char *name) { return symlinkat(target, AT_FDCWD, name); }
int fchmodat(int directory, const char *name, mode_t mode, int flags) {
    (void)flags;
    ON_PATH(redo_chmod, directory, name, system_call(SYS_fchmodat, directory, name, mode))
}
int chmod(const char *name, mode_t mode) { return fchmodat(AT_FDCWD, name, mode, 0); }

// MARK: Looking

// That a file is missing is an answer, and not recorded: programs look in many places.
#define LOOK(DIRECTORY, NAME, CALL) \
    char path[path_size]; \
    if (!resolve(DIRECTORY, NAME, path)) return (int)(CALL); \
    acquire(); \
    int error = fault(redo_status); \
    if (error == -1) error = EIO; \
    note(redo_status, error, 0, 0, 0, path, "", NULL, 0); \
    let_go(); \
    if (error) return errno = error, -1; \
    return (int)(CALL);

int fstatat(int directory, const char *restrict name, struct stat *restrict status, int flags) {
    LOOK(directory, name, system_call(SYS_newfstatat, directory, name, status, flags))
}
int stat(const char *restrict name, struct stat *restrict status) { return fstatat(AT_FDCWD, name, status, 0); }
int lstat(const char *restrict name, struct stat *restrict status) {
    return fstatat(AT_FDCWD, name, status, AT_SYMLINK_NOFOLLOW);
}

struct dirent *readdir(DIR *folder_stream) {
    static struct dirent *(*next)(DIR *);
    if (!next) next = (struct dirent * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir");
    char path[path_size];
    struct stat status;
    if (!is_tracked(dirfd(folder_stream), path, &status)) return next(folder_stream);
    acquire();
    int error = fault(redo_list);
    if (error == -1) error = EIO;
    note(redo_list, error, status.st_ino, 0, 0, path, "", NULL, 0);
    let_go();
    if (error) return errno = error, NULL;
    return next(folder_stream);
}

// MARK: Memory

static struct map {
    void *start;
    size_t size;
    uint64_t inode, offset;
    char path[path_size];
} maps[greatest_map_count];

// Records what stands in a part of a file that is mapped for writing.
static void note_maps(const void *start, int is_end) {
    for (int at = 0; at < greatest_map_count; at++) {
        struct map *map = &maps[at];
        if (!map->start || (start && map->start != start)) continue;
        note(redo_write, 0, map->inode, map->offset, map->size, map->path, "", map->start, map->size);
        if (is_end) map->start = NULL;
    }
}

void *mmap(void *start, size_t size, int protection, int flags, int descriptor, off_t offset) {
    char path[path_size];
    struct stat status;
    if (!header || flags & MAP_ANONYMOUS || descriptor < 0 || !is_tracked(descriptor, path, &status))
        return (void *)system_call(SYS_mmap, start, size, protection, flags, descriptor, offset);
    acquire();
    int error = fault(redo_map);
    if (error == -1) error = ENOMEM;
    void *result =
        error ? MAP_FAILED : (void *)system_call(SYS_mmap, start, size, protection, flags, descriptor, offset);
    if (!error && result == MAP_FAILED) error = errno;
    note(redo_map, error, status.st_ino, (uint64_t)offset, size, path, "", NULL, 0);
    for (int at = 0; !error && protection & PROT_WRITE && flags & MAP_SHARED && at < greatest_map_count; at++) {
        if (maps[at].start) continue;
        maps[at] = (struct map){.start = result, .size = size, .inode = status.st_ino, .offset = (uint64_t)offset};
        strcpy(maps[at].path, path);
        break;
    }
    let_go();
    if (error) errno = error;
    return result;
}
void *mmap64(void *start, size_t size, int protection, int flags, int descriptor, off_t offset) {
    return mmap(start, size, protection, flags, descriptor, offset);
}
int munmap(void *start, size_t size) {
    if (header) {
        acquire();
        note_maps(start, 1);
        let_go();
    }
    return (int)system_call(SYS_munmap, start, size);
}
int msync(void *start, size_t size, int flags) {
    if (header) {
        acquire();
        note_maps(start, 0);
        let_go();
    }
    return (int)system_call(SYS_msync, start, size, flags);
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static int has_memory(void) {
    if (!header || !(wanted_kinds & 1u << redo_memory)) return 1;
    acquire();
    int error = fault(redo_memory);
    let_go();
    if (error) errno = ENOMEM;
    return !error;
}

void *malloc(size_t size) { return has_memory() ? __libc_malloc(size) : NULL; }
void *calloc(size_t count, size_t size) { return has_memory() ? __libc_calloc(count, size) : NULL; }
void *realloc(void *block, size_t size) { return has_memory() ? __libc_realloc(block, size) : NULL; }
