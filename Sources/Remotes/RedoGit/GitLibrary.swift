internal import CGit2
internal import CZlib
import RedoSystem

/// libgit2, which has to be loaded and started before it is used.
///
/// It is started once in a process and goes on until the process ends: each start reads the certificates of the machine,
/// which takes longer than a fetch of nothing.
enum GitLibrary {
    /// Larger objects are not received: that of a node has at most a sixteenth of it.
    private static let greatestReceivedObjectByteCount = 1 << 25

    /// Starts it unless that was done.
    static func start() throws(RedoError) { try starting.get() }

    /// Starts it, and lets it wait for the disk whenever it has written a file. Wraps
    /// `git_libgit2_init`.
    private static let starting = Result { () throws(RedoError) in
        try load()
        try check(git_libgit2_init(), .notFound, "libgit2 cannot be started")
        try check(redo_git_synchronize_files(), .notFound, "libgit2 cannot be told to sync files")
        try check(
            redo_git_limit_objects(greatestReceivedObjectByteCount), .notFound,
            "libgit2 cannot be told how large objects may be")
        try GitSocket.register()
    }

    /// Loads libgit2 of the version that the headers declare, and zlib, which it uses too.
    private static func load() throws(RedoError) {
        try unsafe SharedLibrary(loading: .git2)
            .fill(redo_git2_addresses(), redo_git2_names())
        try unsafe SharedLibrary(loading: .zlib)
            .fill(redo_zlib_addresses(), redo_zlib_names())
    }

    /// Which part of libgit2 the error of ``lastMessage`` comes from; 0 for none. Wraps
    /// `git_error_last`.
    static var lastClass: Int32 { unsafe git_error_last()?.pointee.klass ?? 0 }

    /// What went wrong last on this thread, in libgit2's words. Wraps `git_error_last`.
    static var lastMessage: String {
        guard let error = unsafe git_error_last(), let message = unsafe error.pointee.message else {
            return "libgit2 does not say why"
        }
        return unsafe String(cString: message)
    }
}

/// Turns libgit2's result into an error.
///
/// - Throws: ``RedoError`` when the result is negative.
func check(
    _ result: Int32, _ code: ErrorCode, _ what: @autoclosure () -> String
) throws(RedoError) {
    guard result < 0 else { return }
    throw RedoError(code, "\(what()): \(GitLibrary.lastMessage)")
}

extension LibraryFile {
    /// libgit2 of the version that the headers declare.
    package static let git2 = LibraryFile(
        "libgit2", name: "libgit2.so.\(LIBGIT2_SOVERSION)",
        package: "libgit2-\(LIBGIT2_SOVERSION)", version: .three("git_libgit2_version"))
}
