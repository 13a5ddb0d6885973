internal import CLinux
import Glibc

/// Both ends of a pipe. Owns the descriptors and closes them.
package struct Pipe: ~Copyable {
    package let readEnd: FileDescriptor
    package let writeEnd: FileDescriptor

    /// Wraps `pipe2(2)`, with close-on-exec.
    ///
    /// - Parameter path: the path of the ends in errors.
    package init(_ path: String = "pipe") throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try retrying("pipe2", path) { unsafe pipe2(&ends, O_CLOEXEC) }
        readEnd = FileDescriptor(owning: ends[0], path: path)
        writeEnd = FileDescriptor(owning: ends[1], path: path)
    }
}
