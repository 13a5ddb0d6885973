// Functions of the C library that its Swift module leaves out, because its headers declare them only for programs that
// define _GNU_SOURCE.

// How memory is requested from the system: mallopt(3).
#include <malloc.h>

// Waits until the file system that holds an open file has written everything: syncfs(2).
int syncfs(int descriptor);

// Starts to write a range of a file to disk, 0 bytes being all to its end, without waiting: sync_file_range(2).
int sync_file_range(int descriptor, long long offset, long long count, unsigned int flags);
#define REDO_SYNC_FILE_RANGE_WRITE 2

// The processors on which a process may run, as a set of bits: sched_getaffinity(2) and sched_setaffinity(2). 0 is the
// calling thread; threads that it starts later inherit the set.
int sched_getaffinity(int process, unsigned long size, void *set);
int sched_setaffinity(int process, unsigned long size, const void *set);

// The first occurrence of some bytes in others: memmem(3). It has its own name because the Swift module of newer C
// libraries has the function, with other types.
static inline const void *redo_memmem(
    const void *bytes, unsigned long count, const void *pattern, unsigned long patternCount
) {
    void *memmem(const void *, unsigned long, const void *, unsigned long);
    return memmem(bytes, count, pattern, patternCount);
}

// Creates a file that has no name and is in memory: memfd_create(2).
int memfd_create(const char *name, unsigned int flags);

// Starts a spawned process in a directory: posix_spawn_file_actions_addchdir_np(3).
int posix_spawn_file_actions_addchdir_np(void *actions, const char *path);

// Closes all descriptors from a number on in a spawned process: posix_spawn_file_actions_addclosefrom_np(3).
int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);

// A descriptor that can be read when a clock has reached a moment: timerfd_create(2) and timerfd_settime(2). The times
// are of type struct itimerspec.
int timerfd_create(int clock, int flags);
int timerfd_settime(int descriptor, int flags, const void *time, void *former);

// A descriptor that can be read when a blocked signal is pending: signalfd(2). The mask is of type sigset_t.
int signalfd(int descriptor, const void *mask, int flags);

// A descriptor that can be read when a child process has ended: pidfd_open(2).
int pidfd_open(int process, unsigned int flags);

// Renames a file, with a flag to fail if the new name exists: renameat2(2).
int renameat2(int directory, const char *name, int newDirectory, const char *newName, unsigned int flags);
#define REDO_RENAME_NOREPLACE 1

// pipe2(2), which unistd.h declares for _GNU_SOURCE only.
int pipe2(int *ends, int flags);

// Keeps other processes of the user from reading this one's memory, and the system from writing it into a core
// file: prctl(2), which takes any number of arguments.
#include <sys/prctl.h>
static inline int forbid_memory_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// The number of the type of the file system of a path; -1 with errno set if that fails: statfs(2).
#include <sys/statfs.h>
static inline long long file_system_number(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (long long)status.f_type & 0xffffffff : -1;
}
