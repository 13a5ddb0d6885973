#include <git2.h>

// Functions with a variable number of arguments, which Swift cannot call.

// Waits for the disk whenever a file of a repository has been written: GIT_OPT_ENABLE_FSYNC_GITDIR.
static inline int redo_git_synchronize_files(void) {
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}
