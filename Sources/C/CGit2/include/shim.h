#include <git2.h>
#include <git2/sys/commit_graph.h>
#include <git2/sys/repository.h>
#include <git2/sys/stream.h>
#include <git2/sys/transport.h>

// For SharedLibrary.fill: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_git2_addresses(void);
const char *redo_git2_names(void);

// Functions with a variable number of arguments, which Swift cannot call.

// Waits for the disk whenever a file of a repository has been written: GIT_OPT_ENABLE_FSYNC_GITDIR.
static inline int redo_git_synchronize_files(void) {
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

// Refuses objects of more bytes in packs that are received: GIT_OPT_SET_PACK_MAX_OBJECT_SIZE.
static inline int redo_git_limit_objects(size_t bytes) {
    return git_libgit2_opts(GIT_OPT_SET_PACK_MAX_OBJECT_SIZE, bytes);
}

// Trusts the authorities of a file, beside or in the place of the system's, for all connections of
// this process: GIT_OPT_SET_SSL_CERT_LOCATIONS.
static inline int redo_git_trust(const char *file) {
    return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, NULL);
}

// What libgit2 holds of a connection that is made here, followed by the object that makes it: libgit2
// knows the first member only.
typedef struct {
    git_smart_subtransport_stream base;
    void *owner;
} redo_git_stream;

typedef struct {
    git_smart_subtransport base;
    void *owner;
    // The one that is open, if any.
    redo_git_stream *stream;
} redo_git_subtransport;

typedef struct {
    git_stream base;
    void *owner;
} redo_git_connection;
