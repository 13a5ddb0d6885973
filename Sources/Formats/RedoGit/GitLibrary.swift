internal import CGit2
internal import CZlib
import RedoSystem

/// libgit2, which is loaded and started before its first use.
///
/// It is started once in a process and never stopped: each start reads the certificates of the machine, which takes
/// longer than a fetch of nothing.
enum GitLibrary {
    /// The maximum size of an object from a delta that is received: a node has at most a sixteenth of it.
    static let maximumReceivedObjectByteCount = 1 << 25

    /// Starts the library once.
    ///
    /// - Throws: STORAGE_001 if it is not installed, or the structures of its version are unknown.
    static func start() throws(RedoError) { _ = try starting.get() }

    /// The layout of the running library's structures; the library is started if necessary.
    static func layout() throws(RedoError) -> OpaquePointer { unsafe try starting.get().pointer }

    /// Whether deltas to objects above ``maximumReceivedObjectByteCount`` are refused when they are received, which not
    /// every libgit2 supports.
    static var limitsObjects: Bool { (try? starting.get()).map(limitObjects) ?? false }

    private static func limitObjects(_ layout: Layout) -> Bool {
        unsafe redo_git_limit_objects(layout.pointer, maximumReceivedObjectByteCount) >= 0
    }

    /// A layout, which is a constant of the program.
    @safe private struct Layout: @unchecked Sendable {
        // Unchecked: nothing writes to the memory behind the pointer.
        let pointer: OpaquePointer
    }

    /// Starts the library, and makes it sync each file that it writes. Wraps `git_libgit2_init`.
    private static let starting = Result { () throws(RedoError) in
        try load()
        let layout = try knownLayout()
        try check(git_libgit2_init(), .notFound, "libgit2 cannot be started")
        guard unsafe redo_git_layout_fits(layout.pointer) != 0 else {
            throw unknown("differs from that version in the layout of its structures")
        }
        try check(redo_git_synchronize_files(), .notFound, "libgit2 cannot be set to sync files")
        if !limitObjects(layout) {
            Trace.note(.git, "libgit2 \(version) lets deltas make objects of any size")
        }
        try GitSocket.register()
        return layout
    }

    /// Loads libgit2, and zlib, which is used as well.
    private static func load() throws(RedoError) {
        try unsafe SharedLibrary.load(.git2, redo_git2_addresses(), redo_git2_names())
        try loadZlib()
    }

    /// Loads zlib alone.
    static func loadZlib() throws(RedoError) {
        try unsafe SharedLibrary.load(.zlib, redo_zlib_addresses(), redo_zlib_names())
    }

    private static func knownLayout() throws(RedoError) -> Layout {
        let (major, minor, _) = versionNumbers
        guard let pointer = unsafe redo_git_layout_of(major, minor) else {
            throw unknown("is a version whose structures this program does not know")
        }
        return unsafe Layout(pointer: pointer)
    }

    private static func unknown(_ what: String) -> RedoError {
        RedoError(
            .notFound, "libgit2 \(version) \(what)", hints: [LibraryFile.git2.installationHint])
    }

    /// Wraps `git_libgit2_version`.
    private static var versionNumbers: (major: Int32, minor: Int32, revision: Int32) {
        var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
        _ = unsafe git_libgit2_version(&major, &minor, &revision)
        return (major, minor, revision)
    }

    private static var version: String {
        let (major, minor, revision) = versionNumbers
        return "\(major).\(minor).\(revision)"
    }

    /// The class of the last error on this thread; 0 for none. Wraps `git_error_last`.
    static var lastClass: Int32 { unsafe git_error_last()?.pointee.klass ?? 0 }

    /// The message of the last error on this thread. Wraps `git_error_last`.
    static var lastMessage: String {
        guard let error = unsafe git_error_last(), let message = unsafe error.pointee.message else {
            return "libgit2 does not say why"
        }
        return unsafe String(cString: message)
    }
}

/// Turns libgit2's result into an error.
///
/// - Throws: ``RedoError`` if the result is negative.
func check(
    _ result: Int32, _ code: ErrorCode, _ what: @autoclosure () -> String
) throws(RedoError) {
    guard result < 0 else { return }
    throw RedoError(code, "\(what()): \(GitLibrary.lastMessage)")
}

extension LibraryFile {
    /// libgit2 in the versions whose structures are known (Sources/C/CGit2/layouts.c).
    package static let git2 = LibraryFile(
        "libgit2",
        names: [
            "libgit2.so.1.9", "libgit2.so.1.8", "libgit2.so.1.7", "libgit2.so.1.6",
            "libgit2.so.1.5",
        ],
        packages: ["libgit2-1.9", "libgit2-1.8", "libgit2-1.7", "libgit2-1.6", "libgit2-1.5"],
        version: .three("git_libgit2_version"))
}
