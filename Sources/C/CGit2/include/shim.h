#include <git2.h>
#if __has_include(<git2/sys/errors.h>)
// The header with git_error_clear in newer versions.
#include <git2/sys/errors.h>
#endif
#include <git2/sys/commit_graph.h>
#include <git2/sys/repository.h>
#include <git2/sys/stream.h>
#include <git2/sys/transport.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_git2_addresses(void);
const char *redo_git2_names(void);

// Functions with a variable number of arguments, which Swift cannot call.

// Syncs each file of a repository after it has been written: GIT_OPT_ENABLE_FSYNC_GITDIR.
static inline int redo_git_synchronize_files(void) {
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

// Trusts the certificate authorities of a file, besides or instead of the system's, for all connections of this
// process: GIT_OPT_SET_SSL_CERT_LOCATIONS.
static inline int redo_git_trust(const char *file) {
    return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, NULL);
}

// MARK: Structures that depend on the version (layouts.c)

// The offsets of the members of structures in a version of libgit2.
typedef struct redo_git_layout redo_git_layout;

// The layout of a version; NULL for an unsupported one.
const redo_git_layout *redo_git_layout_of(int major, int minor);

// Whether the structures of the loaded library have the sizes of a layout, judged by what it writes into them.
int redo_git_layout_fits(const redo_git_layout *layout);

// Whether a push may begin at a commit whose parents are not in the repository.
int redo_git_sends_from_shallow(const redo_git_layout *layout);

// Refuses deltas that produce objects of more bytes in packs that are received: GIT_OPT_SET_PACK_MAX_OBJECT_SIZE.
// Negative if the library does not support that.
int redo_git_limit_objects(const redo_git_layout *layout, size_t bytes);

// The callbacks of libgit2 during a connection: the members of git_remote_callbacks that the program sets.
typedef struct {
    git_transport_message_cb sideband_progress;
    git_credential_acquire_cb credentials;
    git_transport_certificate_check_cb certificate_check;
    git_indexer_progress_cb transfer_progress;
    git_packbuilder_progress pack_progress;
    git_push_transfer_progress_cb push_transfer_progress;
    git_push_update_reference_cb push_update_reference;
    git_push_negotiation push_negotiation;
    git_transport_cb transport;
    void *payload;
} redo_git_callbacks;

// git_remote_connect_ext. Like the next two functions, it uses the proxy of the environment, and follows redirections
// of a server only within its host.
int redo_git_connect(
    const redo_git_layout *layout, git_remote *remote, git_direction direction,
    const redo_git_callbacks *callbacks);

// git_remote_fetch, or git_remote_download if no reference is set. Nothing is pruned, no FETCH_HEAD is written, and
// tags are fetched only on request.
int redo_git_fetch(
    const redo_git_layout *layout, git_remote *remote, const git_strarray *refspecs, int sets_references,
    const redo_git_callbacks *callbacks);

// git_remote_push.
int redo_git_push(
    const redo_git_layout *layout, git_remote *remote, const git_strarray *refspecs,
    const redo_git_callbacks *callbacks);

// A connection that libgit2 uses: git_stream. Its members begin at the same offsets in all supported versions; the
// member that 1.7 and later have between the first two is zero.
typedef struct {
    int version;
    int flags_and_times[3];
    int (*connect)(git_stream *);
    int (*certificate)(git_cert **, git_stream *);
    int (*set_proxy)(git_stream *, const git_proxy_options *);
    ssize_t (*read)(git_stream *, void *, size_t);
    ssize_t (*write)(git_stream *, const char *, size_t, int);
    int (*close)(git_stream *);
    void (*free)(git_stream *);
} redo_git_stream_base;

// A connection for libgit2, followed by the object that created it: libgit2 uses the first member only.
typedef struct {
    git_smart_subtransport_stream base;
    void *owner;
} redo_git_stream;

typedef struct {
    git_smart_subtransport base;
    void *owner;
    // The open connection, if any.
    redo_git_stream *stream;
} redo_git_subtransport;

typedef struct {
    redo_git_stream_base base;
    void *owner;
} redo_git_connection;
