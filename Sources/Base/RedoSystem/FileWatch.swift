import Glibc

/// Reports files that appear in some directories. Owns a descriptor of `inotify(7)` and closes it.
package struct FileWatch: ~Copyable {
    /// The identity of a directory in a watch.
    package struct Directory: Hashable, Sendable {
        fileprivate let number: Int32
    }

    /// A change in a directory.
    package enum Event: Equatable, Sendable {
        /// A file was created in a directory or moved there, or its writer closed it.
        case file(String, in: Directory)
        /// A directory was created in a directory or moved there.
        case directory(String, in: Directory)
        /// A directory was removed or moved, and is no longer watched.
        case gone(Directory)
        /// Events were lost: anything may have changed.
        case overflow
    }

    private let file: FileDescriptor

    private static let name = "inotify"
    /// The size of the buffer in bytes: hundreds of events.
    private static let bufferByteCount = 1 << 16
    /// `struct inotify_event` without the name.
    private static let headerByteCount = 16

    /// Creates a watch without directories. Wraps `inotify_init1(2)`.
    ///
    /// - Throws: ``SystemError``: `EMFILE` if the user has the maximum number of watches.
    package init() throws(SystemError) {
        let flags = Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)
        file = FileDescriptor(
            owning: try retrying("inotify_init1", Self.name) { inotify_init1(flags) },
            path: Self.name)
    }

    /// A descriptor that can be read when something has happened, for ``Readiness``.
    package var descriptor: Int32 { file.rawValue }

    /// Watches a directory, which must not be a link. Wraps `inotify_add_watch(2)`.
    ///
    /// - Throws: ``SystemError``: `ENOSPC` if the user watches the maximum number of directories.
    package func add(_ path: String) throws(SystemError) -> Directory {
        let wanted =
            IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
        let mask = UInt32(wanted) | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
        return Directory(
            number: try retrying("inotify_add_watch", path) {
                unsafe path.withSystemBytes { unsafe inotify_add_watch(file.rawValue, $0, mask) }
            })
    }

    /// Stops watching a directory. Wraps `inotify_rm_watch(2)`.
    private func remove(_ directory: Directory) {
        _ = inotify_rm_watch(file.rawValue, directory.number)
    }

    /// Returns what has happened since the last call, in order; does not wait. Wraps `read(2)`.
    package func events() throws(SystemError) -> [Event] {
        var events: [Event] = []
        while true {
            var bytes: [UInt8] = []
            do throws(SystemError) {
                guard try file.read(atMost: Self.bufferByteCount, into: &bytes) > 0 else {
                    return events
                }
            } catch {
                if error.code == EAGAIN { return events }
                throw error
            }
            var start = 0
            while start + Self.headerByteCount <= bytes.count {
                let header = Self.header(bytes, at: start)
                let nameStart = start + Self.headerByteCount
                start = min(nameStart + header.nameByteCount, bytes.count)
                // The name is padded with zeros.
                let name = bytes[nameStart..<start].prefix { $0 != 0 }
                if let event = event(header, SystemText.text(Array(name))) {
                    events.append(event)
                }
            }
        }
    }

    private typealias Header = (directory: Int32, mask: UInt32, nameByteCount: Int)

    private static func header(_ bytes: [UInt8], at start: Int) -> Header {
        // 16 bytes follow the start, in the byte order of this machine.
        unsafe bytes.withUnsafeBytes { buffer in
            (
                unsafe buffer.loadUnaligned(fromByteOffset: start, as: Int32.self),
                unsafe buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
                Int(unsafe buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            )
        }
    }

    private func event(_ header: Header, _ name: String) -> Event? {
        func has(_ bits: Int32) -> Bool { header.mask & UInt32(bits) != 0 }
        if has(IN_Q_OVERFLOW) { return .overflow }
        let directory = Directory(number: header.directory)
        if has(IN_MOVE_SELF) {
            remove(directory)
            return .gone(directory)
        }
        if has(IN_DELETE_SELF) || has(IN_IGNORED) { return .gone(directory) }
        return has(IN_ISDIR) ? .directory(name, in: directory) : .file(name, in: directory)
    }
}
