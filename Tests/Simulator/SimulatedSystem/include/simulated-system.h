// Functions of the C library that a simulation replaces in the process of the tests, for the thread that asks for it alone:
// what is random comes from a seed, and what is done to files is told to an observer.
//
// Other threads, and threads without a simulation, get what the system gives.
#ifndef SIMULATED_SYSTEM_H
#define SIMULATED_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

// The numbers are those of redo-faults.h.
enum simulated_kind {
    simulated_create = 2, simulated_write = 3, simulated_truncate = 4, simulated_fsync = 5, simulated_syncfs = 6,
    simulated_rename = 7, simulated_link = 8, simulated_unlink = 9, simulated_rmdir = 10, simulated_mkdir = 11,
};

// An operation that was done. Paths are absolute; `data` has the `count` bytes that were written.
struct simulated_operation {
    uint32_t kind;
    uint64_t inode, offset, count;
    const char *path, *other;
    const void *data;
};

typedef void (*simulated_observer)(void *context, const struct simulated_operation *operation);

// Where a sequence of random bytes is; without one the system gives them.
struct simulated_random {
    int has_seed;
    uint64_t state;
};

// From now on this thread's random bytes follow from a seed, and it has one processor. Gives what was so before, for the end.
struct simulated_random simulated_random_begin(uint64_t seed);
void simulated_random_end(struct simulated_random before);

// From now on this thread's changes of files below a folder, an absolute path without links, are told to an observer.
// A sync of them takes no time: it is told, and not done.
void simulated_files_begin(const char *folder, simulated_observer observer, void *context);
void simulated_files_end(void);

#endif
