// The parts of libgit2's structures that depend on its version, and the calls with such structures.
//
// The program is built with the headers of one version and runs with the library of another: Debian 12 has 1.5,
// Debian 13 has 1.9. If headers of a supported version are installed, the compiler compares them with this file.

#include "shim.h"

#include <stddef.h>
#include <string.h>

// MARK: Structures

// The function pointers of 1.5 to 1.8; 1.9 has one more at the end.
struct callbacks_1_5 {
    unsigned int version;
    git_transport_message_cb sideband_progress;
    void *completion;
    git_credential_acquire_cb credentials;
    git_transport_certificate_check_cb certificate_check;
    git_indexer_progress_cb transfer_progress;
    void *update_tips;
    git_packbuilder_progress pack_progress;
    git_push_transfer_progress_cb push_transfer_progress;
    git_push_update_reference_cb push_update_reference;
    git_push_negotiation push_negotiation;
    git_transport_cb transport;
    void *remote_ready;
    void *payload;
    void *resolve_url;
};

struct callbacks_1_9 {
    struct callbacks_1_5 first;
    void *update_refs;
};

#define FETCH(CALLBACKS, DEPTH) \
    struct { \
        int version; \
        struct CALLBACKS callbacks; \
        int prune; \
        int update_fetchhead; \
        int download_tags; \
        git_proxy_options proxy_opts; \
        DEPTH \
        int follow_redirects; \
        git_strarray custom_headers; \
    }
typedef FETCH(callbacks_1_5, ) fetch_1_5;
typedef FETCH(callbacks_1_5, int depth;) fetch_1_7;
typedef FETCH(callbacks_1_9, int depth;) fetch_1_9;

#define PUSH(CALLBACKS, OPTIONS) \
    struct { \
        unsigned int version; \
        unsigned int pb_parallelism; \
        struct CALLBACKS callbacks; \
        git_proxy_options proxy_opts; \
        int follow_redirects; \
        git_strarray custom_headers; \
        OPTIONS \
    }
typedef PUSH(callbacks_1_5, ) push_1_5;
typedef PUSH(callbacks_1_5, git_strarray remote_push_options;) push_1_8;
typedef PUSH(callbacks_1_9, git_strarray remote_push_options;) push_1_9;

#define CONNECT(CALLBACKS) \
    struct { \
        unsigned int version; \
        struct CALLBACKS callbacks; \
        git_proxy_options proxy_opts; \
        int follow_redirects; \
        git_strarray custom_headers; \
    }
typedef CONNECT(callbacks_1_5) connect_1_5;
typedef CONNECT(callbacks_1_9) connect_1_9;

// MARK: Table

// The offsets of the members that the program sets, and the size of the structure, in bytes.
struct offsets {
    size_t size, callbacks, proxy, redirects;
};
#define OFFSETS(type) \
    { sizeof(type), offsetof(type, callbacks), offsetof(type, proxy_opts), offsetof(type, follow_redirects) }

struct redo_git_layout {
    // The minor version; the major version is 1.
    int minor;
    size_t callbacks_size;
    struct offsets connect, fetch, push;
    // The number of GIT_OPT_SET_PACK_MAX_OBJECT_SIZE. Corrections of old versions added the option, each with another
    // number; a library without the option refuses the number. 0 if the number is unknown.
    int object_limit_option;
    // Whether a push may begin at a commit whose parents are missing (GitRepository+Shallow.swift): 1.7 and 1.8 read
    // the parents nevertheless.
    int sends_from_shallow;
};

static const struct redo_git_layout layouts[] = {
    {5, sizeof(struct callbacks_1_5), OFFSETS(connect_1_5), OFFSETS(fetch_1_5), OFFSETS(push_1_5), 38, 1},
    {6, sizeof(struct callbacks_1_5), OFFSETS(connect_1_5), OFFSETS(fetch_1_5), OFFSETS(push_1_5), 0, 1},
    {7, sizeof(struct callbacks_1_5), OFFSETS(connect_1_5), OFFSETS(fetch_1_7), OFFSETS(push_1_5), 0, 0},
    {8, sizeof(struct callbacks_1_5), OFFSETS(connect_1_5), OFFSETS(fetch_1_7), OFFSETS(push_1_8), 0, 0},
    {9, sizeof(struct callbacks_1_9), OFFSETS(connect_1_9), OFFSETS(fetch_1_9), OFFSETS(push_1_9), 47, 1},
};

// MARK: Comparison with the installed headers

#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR >= 5 && LIBGIT2_VER_MINOR <= 9
#if LIBGIT2_VER_MINOR == 9
#define OWN(name_1_5, name_1_7, name_1_8, name_1_9) name_1_9
#elif LIBGIT2_VER_MINOR == 8
#define OWN(name_1_5, name_1_7, name_1_8, name_1_9) name_1_8
#elif LIBGIT2_VER_MINOR == 7
#define OWN(name_1_5, name_1_7, name_1_8, name_1_9) name_1_7
#else
#define OWN(name_1_5, name_1_7, name_1_8, name_1_9) name_1_5
#endif
typedef OWN(struct callbacks_1_5, struct callbacks_1_5, struct callbacks_1_5, struct callbacks_1_9) own_callbacks;
typedef OWN(fetch_1_5, fetch_1_7, fetch_1_7, fetch_1_9) own_fetch;
typedef OWN(push_1_5, push_1_5, push_1_8, push_1_9) own_push;
typedef OWN(connect_1_5, connect_1_5, connect_1_5, connect_1_9) own_connect;

#define SAME_SIZE(own, theirs) _Static_assert(sizeof(own) == sizeof(theirs), #theirs)
#define SAME(own, theirs, member) \
    _Static_assert(offsetof(own, member) == offsetof(theirs, member), #theirs ": " #member)
#define SAME_CALLBACK(member) SAME(struct callbacks_1_5, git_remote_callbacks, member)

SAME_SIZE(own_callbacks, git_remote_callbacks);
SAME_CALLBACK(sideband_progress);
SAME_CALLBACK(credentials);
SAME_CALLBACK(certificate_check);
SAME_CALLBACK(transfer_progress);
SAME_CALLBACK(pack_progress);
SAME_CALLBACK(push_transfer_progress);
SAME_CALLBACK(push_update_reference);
SAME_CALLBACK(push_negotiation);
SAME_CALLBACK(transport);
SAME_CALLBACK(payload);
SAME_SIZE(own_fetch, git_fetch_options);
SAME(own_fetch, git_fetch_options, callbacks);
SAME(own_fetch, git_fetch_options, prune);
SAME(own_fetch, git_fetch_options, update_fetchhead);
SAME(own_fetch, git_fetch_options, download_tags);
SAME(own_fetch, git_fetch_options, proxy_opts);
SAME(own_fetch, git_fetch_options, follow_redirects);
SAME_SIZE(own_push, git_push_options);
SAME(own_push, git_push_options, callbacks);
SAME(own_push, git_push_options, proxy_opts);
SAME(own_push, git_push_options, follow_redirects);
SAME_SIZE(own_connect, git_remote_connect_options);
SAME(own_connect, git_remote_connect_options, callbacks);
SAME(own_connect, git_remote_connect_options, proxy_opts);
SAME(own_connect, git_remote_connect_options, follow_redirects);
#define SAME_STREAM(member) SAME(redo_git_stream_base, git_stream, member)
SAME_SIZE(redo_git_stream_base, git_stream);
SAME_STREAM(connect);
SAME_STREAM(certificate);
SAME_STREAM(set_proxy);
SAME_STREAM(read);
SAME_STREAM(write);
SAME_STREAM(close);
SAME_STREAM(free);
#endif

// MARK: Choice

const redo_git_layout *redo_git_layout_of(int major, int minor) {
    for (size_t index = 0; index < sizeof layouts / sizeof *layouts; index++) {
        if (major == 1 && layouts[index].minor == minor) { return &layouts[index]; }
    }
    return NULL;
}

// More than the size of any structure, so that the library cannot write beyond it.
enum { ROOM = 4096 };
typedef union {
    max_align_t alignment;
    unsigned char bytes[ROOM];
} options_room;

// The number of bytes that the library writes when it initializes a structure: the size of its structure; ROOM + 1 if
// it refuses.
static size_t size_of(int (*fill)(void *)) {
    options_room first, second;
    memset(first.bytes, 0x00, ROOM);
    memset(second.bytes, 0xff, ROOM);
    if (fill(first.bytes) != 0 || fill(second.bytes) != 0) { return ROOM + 1; }
    size_t size = ROOM;
    while (size > 0 && first.bytes[size - 1] == 0x00 && second.bytes[size - 1] == 0xff) { size--; }
    return size;
}

static int fill_callbacks(void *options) { return git_remote_init_callbacks(options, 1); }
static int fill_connect(void *options) { return git_remote_connect_options_init(options, 1); }
static int fill_fetch(void *options) { return git_fetch_options_init(options, 1); }
static int fill_push(void *options) { return git_push_options_init(options, 1); }

int redo_git_layout_fits(const redo_git_layout *layout) {
    return size_of(fill_callbacks) == layout->callbacks_size && size_of(fill_connect) == layout->connect.size
        && size_of(fill_fetch) == layout->fetch.size && size_of(fill_push) == layout->push.size;
}

// MARK: Calls

int redo_git_sends_from_shallow(const redo_git_layout *layout) { return layout->sends_from_shallow; }

int redo_git_limit_objects(const redo_git_layout *layout, size_t bytes) {
    return layout->object_limit_option == 0 ? -1 : git_libgit2_opts(layout->object_limit_option, bytes);
}

static void set_number(options_room *options, size_t offset, int value) {
    memcpy(options->bytes + offset, &value, sizeof value);
}

// Fills in the members that all calls need. A server may redirect within its host, but to no other host.
static int prepare(
    options_room *options, const struct offsets *offsets, int (*fill)(void *),
    const redo_git_callbacks *callbacks
) {
    int result = fill(options->bytes);
    if (result != 0) { return result; }
    struct callbacks_1_5 functions = {
        .version = GIT_REMOTE_CALLBACKS_VERSION,
        .sideband_progress = callbacks->sideband_progress,
        .credentials = callbacks->credentials,
        .certificate_check = callbacks->certificate_check,
        .transfer_progress = callbacks->transfer_progress,
        .pack_progress = callbacks->pack_progress,
        .push_transfer_progress = callbacks->push_transfer_progress,
        .push_update_reference = callbacks->push_update_reference,
        .push_negotiation = callbacks->push_negotiation,
        .transport = callbacks->transport,
        .payload = callbacks->payload,
    };
    memcpy(options->bytes + offsets->callbacks, &functions, sizeof functions);
    set_number(options, offsets->proxy + offsetof(git_proxy_options, type), GIT_PROXY_AUTO);
    set_number(options, offsets->redirects, GIT_REMOTE_REDIRECT_NONE);
    return 0;
}

int redo_git_connect(
    const redo_git_layout *layout, git_remote *remote, git_direction direction,
    const redo_git_callbacks *callbacks
) {
    options_room options;
    int result = prepare(&options, &layout->connect, fill_connect, callbacks);
    return result != 0 ? result : git_remote_connect_ext(remote, direction, (void *)options.bytes);
}

int redo_git_fetch(
    const redo_git_layout *layout, git_remote *remote, const git_strarray *refspecs, int sets_references,
    const redo_git_callbacks *callbacks
) {
    options_room options;
    int result = prepare(&options, &layout->fetch, fill_fetch, callbacks);
    if (result != 0) { return result; }
    // These three follow the function pointers in all versions.
    size_t next = layout->fetch.callbacks + layout->callbacks_size;
    set_number(&options, next, GIT_FETCH_NO_PRUNE);
    set_number(&options, next + sizeof(int), 0);
    set_number(&options, next + 2 * sizeof(int), GIT_REMOTE_DOWNLOAD_TAGS_NONE);
    return sets_references ? git_remote_fetch(remote, refspecs, (void *)options.bytes, NULL)
                           : git_remote_download(remote, refspecs, (void *)options.bytes);
}

int redo_git_push(
    const redo_git_layout *layout, git_remote *remote, const git_strarray *refspecs,
    const redo_git_callbacks *callbacks
) {
    options_room options;
    int result = prepare(&options, &layout->push, fill_push, callbacks);
    return result != 0 ? result : git_remote_push(remote, refspecs, (void *)options.bytes);
}
